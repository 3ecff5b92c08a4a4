import { type Child, type Html, html } from '../../html.ts';
import { frameWords } from '../../words/dashboard/frame.ts';

/** What the last form came to: good news unless it says otherwise. */
export type Result = string | { readonly look: Look; readonly text: string };

type Look = 'good' | 'warn' | 'bad' | 'plain';

/** A box that says something about the whole screen. */
export function notice(look: Look, text: Child, title?: string): Html {
  const isAlert = look === 'bad';
  return html`<div class="notice ${look}"${isAlert ? html` role="alert" tabindex="-1" data-focus` : look === 'good' && html` role="status"`}>
${title !== undefined && html`<h2>${title}</h2>`}
<p>${text}</p>
</div>`;
}

export const resultNotice = (done: Result): Html =>
  typeof done === 'string' ? notice('good', done) : notice(done.look, done.text);

/** A box that takes the focus and links to each field that is wrong. */
export function errorSummary(wrong: Readonly<Record<string, string>>): Html | false {
  const entries = Object.entries(wrong);
  if (entries.length === 0) return false;
  return html`<div class="notice bad" role="alert" tabindex="-1" data-focus>
<h2>${frameWords.errors.title}</h2>
<ul>${entries.map(([name, error]) => html`<li><a href="#${name}">${error}</a></li>`)}</ul>
</div>`;
}

/** Where a list would stand: what would be in it, and the next step. */
export function empty(text: Child, next?: Child): Html {
  return html`<div class="empty"><p>${text}</p>${next !== undefined && html`<p>${next}</p>`}</div>`;
}
