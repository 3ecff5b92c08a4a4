import { createHash } from 'node:crypto';
import { contrast, leastContrast, readColour, textOn } from '../../domain/merchants/accounts/colour.ts';
import { tokens } from './assets.ts';

/** WCAG 2.2, 1.4.11: the least contrast of what shows where a button is. */
const leastEdge = 3;

type Scheme = { readonly paper: string; readonly ground: string };
const schemes = {
  light: schemeIn(tokens.slice(0, tokens.indexOf('@media'))),
  dark: schemeIn(tokens.slice(tokens.indexOf('@media'))),
};

function schemeIn(css: string): Scheme {
  const colourOf = (name: string): string =>
    readColour(new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1] ?? '') ?? '#ffffff';
  return { paper: colourOf('paper'), ground: colourOf('ground') };
}

/**
 * The style of a merchant's colour, and what the content policy must name to allow it. Buttons have the colour in both schemes.
 * Links and outlines have it in a scheme where it can be read; in the other one they keep the usual colour.
 *
 * @param accent as `readColour` returns it, so that no other text gets into the style
 */
export function accentStyle(accent: string): { readonly css: string; readonly source: string } {
  const colour = readColour(accent);
  const text = colour === undefined ? undefined : textOn(colour);
  const css =
    colour === undefined || text === undefined
      ? ''
      : `:root{--fill:${colour};--on-fill:${text};}${inScheme('light', colour)}${inScheme('dark', colour)}`;
  return { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

/** Each scheme has a rule of its own, since this style stands behind the usual one and would override its dark colours. */
function inScheme(scheme: keyof typeof schemes, colour: string): string {
  const { paper, ground } = schemes[scheme];
  const least = Math.min(contrast(colour, paper), contrast(colour, ground));
  const edge = least >= leastEdge ? colour : 'var(--line)';
  const link = least >= leastContrast ? `--main:${colour};` : '';
  return `@media (prefers-color-scheme:${scheme}){:root{--edge:${edge};${link}}}`;
}
