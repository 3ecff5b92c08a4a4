import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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

/** The colours of all pages, by scheme. */
export const tokens = read('tokens.css');
const css = shortened(`${tokens}\n${read('pages.css')}`);
const scriptOf = (name: string): string =>
  read(name)
    .replace(/^\s*(\/\/|\/\*\*? .*\*\/$).*\n/gm, '')
    .replace(/^\s+/gm, '');
const js = scriptOf('enhance.js');

/** Every hosted page carries its style inline, which saves a request; the content policy allows it by this hash. */
export const style = { css, source: `'sha256-${hash(css, 'base64')}'` };

/** The style of the documentation, served unshortened. It exists even while the documentation is not built. */
const docsCss = `${tokens}\n${read('pages.css')}\n${read('docs.css')}`;
export const docsStyle = { text: docsCss, name: hash(docsCss, 'hex') };

/** The one script. Its name contains its hash, so browsers may cache it forever. */
export const script = {
  text: js,
  path: `/assets/enhance.${hash(js, 'hex').slice(0, 16)}.js`,
  integrity: `sha256-${hash(js, 'base64')}`,
};

type Asset = {
  readonly text: string;
  readonly path: string;
  readonly integrity: string;
  readonly type: 'text/css' | 'text/javascript';
};

function assetOf(name: string, text: string, type: Asset['type']): Asset {
  const [stem, ending] = name.split('.');
  return {
    text,
    type,
    path: `/assets/${stem}.${hash(text, 'hex').slice(0, 16)}.${ending}`,
    integrity: `sha256-${hash(text, 'base64')}`,
  };
}

const htmxFile = fileURLToPath(import.meta.resolve('htmx.org/dist/htmx.min.js'));

/** What every screen of the dashboard loads, each under a name that contains its hash. Decision 0092. */
export const asset = {
  style: assetOf('dashboard.css', shortened(`${tokens}\n${read('dashboard.css')}`), 'text/css'),
  script: assetOf('dashboard.js', scriptOf('dashboard.js'), 'text/javascript'),
  htmx: assetOf('htmx.js', readFileSync(htmxFile, 'utf8'), 'text/javascript'),
};
