import newCode from 'qrcode-generator';
import { Recent } from './recent.ts';

/** The width, in modules, of the white border that a scanner needs. */
const quietZone = 4;

/** A cache: clients that poll a session ask for the same code again and again, and one takes almost a millisecond. */
const known = new Recent<Shape>(1000);
type Shape = { readonly side: number; readonly path: string };

/**
 * `text` as a QR code in SVG: black on white, without styles or scripts, so that it works under a strict content security policy.
 * It has no size of its own; the page that shows it sets one.
 *
 * @param text printable ASCII, such as an address
 * @param title what a screen reader says; plain text without markup
 * @param isSecret true: nothing of the text stays in memory
 *
 * Spec: "Virtual-terminal session", qr.
 */
export function qrSvg(text: string, title: string, isSecret = false): string {
  const shape = known.get(text) ?? shapeOf(text);
  if (!isSecret) known.set(text, shape);
  const { side, path } = shape;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" role="img" shape-rendering="crispEdges"><title>${title}</title><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path stroke="#000" d="${path}"/></svg>`;
}

/** `text` as a QR code of block characters for a terminal: light on dark, so a terminal that is dark on light shows it inverted. */
export function qrText(text: string): string {
  const code = newCode(0, 'L');
  code.addData(text);
  code.make();
  return code.createASCII(1, 2);
}

function shapeOf(text: string): Shape {
  const code = newCode(0, 'M');
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  const rows = Array.from({ length: modules }, (_, row) => darkRuns(modules, row, code.isDark.bind(code)));
  return { side: modules + 2 * quietZone, path: rows.join('') };
}

/** The dark modules of a row, as strokes one module wide. */
function darkRuns(modules: number, row: number, isDark: (row: number, column: number) => boolean): string {
  const dark = Array.from({ length: modules }, (_, column) => (isDark(row, column) ? '1' : '0')).join('');
  let at = -quietZone;
  return [...dark.matchAll(/1+/g)]
    .map(({ index, 0: { length } }) => {
      const start = at < 0 ? `M${index + quietZone} ${row + quietZone}.5` : `m${index - at} 0`;
      at = index + length;
      return `${start}h${length}`;
    })
    .join('');
}
