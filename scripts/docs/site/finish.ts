import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the content policy allows: scripts that stand in pages, by their hashes. */
type Allowed = { readonly scripts: readonly string[]; readonly referenceScripts: readonly string[] };

/** Made by Redocly, whose program writes styles. It has a policy of its own. */
const reference = 'reference.html';

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g;

/**
 * Makes a built site fit a strict content policy: style attributes become rules of one file of style, and the hash of each script
 * inside a page is collected for the header.
 */
export async function finishSite(folder: string): Promise<Allowed> {
  const names = await readdir(folder, { recursive: true });
  const rules = new Map<string, string>();
  const scripts = new Set<string>();
  for (const name of names.filter((each) => each.endsWith('.html') && each !== reference)) {
    const path = join(folder, name);
    const page = breakable(scrollable(withoutStyles(await readFile(path, 'utf8'), rules)));
    for (const hash of hashesIn(page)) scripts.add(hash);
    await writeFile(path, page);
  }
  // The rules that colour code find its words by their attributes.
  for (const name of names.filter((each) => each.endsWith('.css'))) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll("[style^='--']", '[data-s]'));
  }
  const css = [...rules].map(([style, id]) => `[data-s="${id}"]{${style}}`).join('\n');
  await writeFile(join(folder, 'styles.css'), css);
  return {
    scripts: [...scripts].toSorted(),
    referenceScripts: hashesIn(await readFile(join(folder, reference), 'utf8')),
  };
}

function hashesIn(page: string): readonly string[] {
  const texts = [...page.matchAll(inlineScript)].map(([, text = '']) => text);
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/**
 * What scrolls on a narrow screen can be reached and scrolled with the keyboard. A column without a name has no cell that heads it, which
 * a screen reader would announce as an empty heading.
 */
function scrollable(page: string): string {
  return page
    .replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>')
    .replaceAll('<pre data-language=', '<pre tabindex="0" data-language=')
    .replaceAll('<table>', '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** The name of an event, a code or a field is broken between its words, where it is too long for its place. */
function breakable(page: string): string {
  return page.replaceAll(
    /(<h1\b[^>]*>|<tr>\s*<td><code[^>]*>)([\w.[\]]+)(?=<\/(?:h1|code)>)/g,
    (_whole, before: string, name: string) => `${before}${name.replaceAll(/[._]/g, '$&<wbr>')}`,
  );
}

/** Scripts stay as they are: what looks like an attribute in them is none. */
function withoutStyles(page: string, rules: Map<string, string>): string {
  const named = page
    .split(/(<script\b[^]*?<\/script>)/)
    .map((part) => (part.startsWith('<script') ? part : part.replaceAll(/ style="([^"]*)"/g, rename)))
    .join('');
  return named.replace('</head>', '<link rel="stylesheet" href="/docs/styles.css"></head>');

  function rename(_whole: string, style: string): string {
    const id = rules.get(style) ?? rules.size.toString(36);
    rules.set(style, id);
    return ` data-s="${id}"`;
  }
}
