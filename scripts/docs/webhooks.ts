import { type Html, html } from '../../src/pages/html.ts';
import { codeWords } from './code-words.ts';

/** The label of the code blocks in the guide, and the name of the language. */
const languages = {
  js: 'Node',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  java: 'Java',
  ruby: 'Ruby',
  csharp: 'C#',
} as const;

/** The page about checking signatures. Its snippets are those of the guide, which the tests run. */
export function webhooksPage(guide: string): { title: string; main: Html } {
  const main = html`<p>Every event is a <code>POST</code> of JSON with <code>Service-Signature: t=…,v1=…</code>. <code>v1</code> is the HMAC-SHA256, in small hexadecimal digits, of <code>t</code>, a dot and the bytes of the body. The key is the whole webhook secret of the app, <code>whsec_</code> included. For 24 hours after the secret was changed there are two <code>v1</code>; one must match. <a href="/docs/events">Events</a> shows the data of each type.</p>
<ol>${rules.map((rule) => html`<li>${codeWords(rule)}</li>`)}</ol>
<h2 id="vectors">Test vectors</h2>
<p><a href="/docs/webhook-vectors.json">webhook-vectors.json</a> holds requests with the expected verdict of each. Every snippet here passes all of them; so should yours.</p>
<h2 id="module">Module for Node</h2>
<p><a href="/docs/webhooks.mjs">webhooks.mjs</a> is one file without dependencies: <code>verifyWebhook({ header, body, secret })</code> returns the event or throws an error with a reason, <code>signWebhook({ body, secret })</code> signs for your own tests.</p>
${Object.entries(languages).map(([fence, name]) => section(name, snippetOf(guide, fence)))}
<h2 id="refusals">When a check fails</h2>
${table(rowsAfter(guide, '| Reason |'))}`;
  return { title: 'Webhooks', main };
}

const rules = [
  'Take the raw body, before any JSON parser: JSON that is parsed and written again has other bytes.',
  'Refuse a `t` that is not digits only, that occurs twice, or that is more than 300 seconds from your clock.',
  'Compare in constant time with every `v1`; ignore parts with other names.',
  'Refuse to run without a secret: anyone can sign with an empty one.',
  'Answer 2xx within 15 seconds and do the work afterwards. Anything else is retried: five attempts in all, 2, 4, 8 and 16 seconds apart.',
  'The same event may arrive twice: store its `id`. `sequence` counts the events of one `resource_id`.',
] as const;

function section(name: string, snippet: string): Html {
  return html`<h2>${name}</h2>
<pre tabindex="0"><code>${snippet}</code></pre>`;
}

/** The block that contains the tolerance, 300; other blocks in this language show how to use it. */
function snippetOf(guide: string, fence: string): string {
  const blocks = [...guide.matchAll(new RegExp(`\`\`\`${fence}\n(.*?)\`\`\``, 'gs'))];
  const snippet = blocks.map(([, text = '']) => text).find((text) => /\b300\b/.test(text));
  if (snippet === undefined) throw new Error(`the guide has no ${fence} snippet`);
  return snippet;
}

/** The cells of the table that begins with this heading, without its head. */
function rowsAfter(guide: string, heading: string): string[][] {
  const [, after = ''] = guide.split(heading);
  const [rows = ''] = after.split('\n\n');
  return rows
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function table(rows: readonly (readonly string[])[]): Html {
  return html`<table>
<thead><tr><th scope="col">Reason</th><th scope="col">What it means</th><th scope="col">What to do</th></tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${codeWords(cell)}</td>`)}</tr>`)}</tbody>
</table>`;
}
