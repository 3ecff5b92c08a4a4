import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const hash = (text: string, encoding: 'base64' | 'hex'): string =>
  createHash('sha256').update(text).digest(encoding);

/** Comments and indentation are for readers of the source, not for a slow network. */
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

/** The style of a hosted page stands in the page itself: one request less. The policy allows it by its hash. */
export const style = { css, source: `'sha256-${hash(css, 'base64')}'` };

/** Of the documentation: readable, and there whether or not the documentation is built. */
export const docsStyle = `${read('pages.css')}\n${read('docs.css')}`;

/** The one script: its name changes with its text, so that browsers may keep it for ever. */
export const script = {
  text: js,
  path: `/assets/enhance.${hash(js, 'hex').slice(0, 16)}.js`,
  integrity: `sha256-${hash(js, 'base64')}`,
};
