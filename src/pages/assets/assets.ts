import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const hash = (text: string, encoding: 'base64' | 'hex'): string =>
  createHash('sha256').update(text).digest(encoding);

/** Strips comments and indentation, which only cost bytes on a slow network. */
function shortened(css: string): string {
  return css
    .replace(/\/\*[^*]*\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .trim();
}

const css = shortened(read('pages.css'));
const js = read('enhance.js')
  .replace(/^\s*(\/\/|\/\*\*? .*\*\/$).*\n/gm, '')
  .replace(/^\s+/gm, '');

/** Every hosted page carries its style inline, which saves a request; the content policy allows it by this hash. */
export const style = { css, source: `'sha256-${hash(css, 'base64')}'` };

/** The style of the documentation, served unshortened. It exists even while the documentation is not built. */
const docsCss = `${read('pages.css')}\n${read('docs.css')}`;
export const docsStyle = { text: docsCss, name: hash(docsCss, 'hex') };

/** The one script. Its name contains its hash, so browsers may cache it forever. */
export const script = {
  text: js,
  path: `/assets/enhance.${hash(js, 'hex').slice(0, 16)}.js`,
  integrity: `sha256-${hash(js, 'base64')}`,
};
