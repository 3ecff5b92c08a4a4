/** The colours of text on a merchant's colour: paper white, and the ink of the hosted pages. */
const texts = ['#ffffff', '#16202c'] as const;

/** WCAG 2.2, 1.4.3: the least contrast of text. */
export const leastContrast = 4.5;

const shape = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i;

/** Reads `#0B5CAD`, `0b5cad` or `#05a` as `#0b5cad`; undefined for anything else. */
export function readColour(text: string): string | undefined {
  const [, digits] = shape.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return `#${long.toLowerCase()}`;
}

/** The colour in which text on this one can be read; undefined: on this colour no text of ours can. */
export function textOn(colour: string): string | undefined {
  const [best] = texts.toSorted((a, b) => contrast(b, colour) - contrast(a, colour));
  return best !== undefined && contrast(best, colour) >= leastContrast ? best : undefined;
}

/** The contrast of two colours, from 1 to 21, as WCAG 2.2 defines it. @param one `#0b5cad` */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
