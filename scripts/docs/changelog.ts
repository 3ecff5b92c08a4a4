import { type Html, html } from '../../src/pages/html.ts';
import { codeWords } from './code-words.ts';

/** The changelog without what operators of the service do. Each version has an anchor, to which the headers of a deprecated one lead. */
export function changelogPage(changelog: string): { title: string; main: Html } {
  const [intro = '', ...versions] = changelog.split(/^## /m);
  const main = html`${paragraphs(intro.replace(/^# .*$/m, ''))}
${versions.map(version)}`;
  return { title: 'Changelog', main };
}

function version(text: string): Html {
  const [head = '', ...parts] = text.split(/^### /m);
  const [date = ''] = head.split('\n', 1);
  const shown = parts.filter((part) => !part.startsWith('For operators'));
  return html`<section id="${date.trim()}">
<h2>${date.trim()}</h2>
${paragraphs(head.slice(date.length))}
${shown.map((part) => group(part))}
</section>`;
}

function group(text: string): Html {
  const [name = ''] = text.split('\n', 1);
  return html`<h3>${name}</h3>
${paragraphs(text.slice(name.length))}`;
}

function paragraphs(text: string): readonly Html[] {
  const blocks = text.trim().split(/\n{2,}/);
  return blocks
    .filter((block) => block !== '')
    .map((block) => {
      if (!block.startsWith('- ')) return html`<p>${words(block)}</p>`;
      return html`<ul>${block
        .split(/^- /m)
        .slice(1)
        .map((item) => html`<li>${words(item)}</li>`)}</ul>`;
    });
}

/** Links lead to files of the repository, which readers of the page do not have. */
function words(text: string) {
  return codeWords(text.trim().replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'));
}
