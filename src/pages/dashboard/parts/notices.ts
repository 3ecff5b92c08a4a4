import { type Child, type Html, html } from '../../html.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import type { Visit } from '../requests/visit.ts';

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

/** One box that takes the focus, says why the form was refused, and links to each field that is wrong. */
export function errorSummary({ wrong, refusal }: Pick<Visit, 'wrong' | 'refusal'>): Html | false {
  const entries = Object.entries(wrong);
  if (entries.length === 0) return refusal !== undefined && notice('bad', refusal.text, refusal.title);
  return html`<div class="notice bad" role="alert" tabindex="-1" data-focus>
<h2>${refusal?.title ?? frameWords.errors.title}</h2>
${refusal !== undefined && html`<p>${refusal.text}</p>`}
<ul>${entries.map(([name, error]) => html`<li><a href="#${name}">${error}</a></li>`)}</ul>
</div>`;
}

/** Where a list would stand: what would be in it, and the next step. */
export function empty(text: Child, next?: Child): Html {
  return html`<div class="empty"><p>${text}</p>${next !== undefined && html`<p>${next}</p>`}</div>`;
}
