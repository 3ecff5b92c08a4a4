import newCode from 'qrcode-generator';

/** Modules of white that a scanner needs on every side. */
const quietZone = 4;

/** An address is asked for again and again while its session is polled, and its code takes most of a millisecond. */
const known = new Map<string, Shape>();
type Shape = { readonly side: number; readonly path: string };
const mostKnown = 1000;

/**
 * `text` as the markup of a QR code: black on white, one path, nothing in it that a page with a strict policy refuses.
 * It has no size of its own: whoever shows it decides.
 *
 * @param text printable ASCII, such as an address
 * @param title what a screen reader says; plain words without markup
 *
 * Spec: "Virtual-terminal session", qr.
 */
export function qrSvg(text: string, title: string): string {
  const before = known.get(text);
  const { side, path } = before ?? shapeOf(text);
  if (!before) remember(text, { side, path });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" role="img" shape-rendering="crispEdges"><title>${title}</title><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path stroke="#000" d="${path}"/></svg>`;
}

/** The oldest makes room. */
function remember(text: string, shape: Shape): void {
  const [oldest] = known.keys();
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
  known.set(text, shape);
}

function shapeOf(text: string): Shape {
  const code = newCode(0, 'M');
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  const rows = Array.from({ length: modules }, (_, row) => darkRuns(modules, row, code.isDark.bind(code)));
  return { side: modules + 2 * quietZone, path: rows.join('') };
}

/** The dark modules of a row as strokes of one module's width. */
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
