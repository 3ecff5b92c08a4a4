import { type Child, type Html, html } from '../../html.ts';
import { frameWords } from '../../words/dashboard/frame.ts';

/** A box that says something about the whole screen. */
export function notice(look: 'good' | 'warn' | 'bad' | 'plain', text: Child, title?: string): Html {
  const isAlert = look === 'bad';
  return html`<div class="notice ${look}"${isAlert ? html` role="alert" tabindex="-1" data-focus` : look === 'good' && html` role="status"`}>
${title !== undefined && html`<h2>${title}</h2>`}
<p>${text}</p>
</div>`;
}

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
