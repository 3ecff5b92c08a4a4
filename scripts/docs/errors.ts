import { type ErrorCode, errorCatalogue } from '../../generated/error-catalogue.ts';
import { operations } from '../../generated/operations.ts';
import { type Html, html } from '../../src/pages/html.ts';
import { codeWords } from './code-words.ts';

type Entry = {
  readonly status: number;
  readonly retryable: boolean;
  readonly message: string;
  readonly remedy: string;
};

/** The page of all error codes: status, message, what to do, and the operations that answer it. */
export function errorsPage(): { title: string; main: Html } {
  const catalogue: Readonly<Record<string, Entry>> = errorCatalogue;
  const sections = Object.entries(catalogue).map(([code, about]) => section(code, about));
  const main = html`<p>A failure is <code>{ "success": false, "code", "message", "request_id", "retryable" }</code>. Base your decisions on <code>code</code>; quote <code>request_id</code> when you ask for help.</p>
${sections}`;
  return { title: 'Errors', main };
}

function section(code: string, about: Entry): Html {
  const answeredBy = Object.entries(operations)
    .filter(([, { codes }]) => codes.some((known: ErrorCode) => known === code))
    .map(([id]) => id);
  const all = answeredBy.length === Object.keys(operations).length;
  return html`<section id="${code}">
<h2><code>${code}</code> <span class="tag">${about.status}</span> ${about.retryable && html`<span class="tag live">retryable</span>`}</h2>
<p>${codeWords(about.message)} ${codeWords(about.remedy)}</p>
<p class="hint">${all ? 'Every operation' : answeredBy.join(', ') || 'Requests that match no operation'}</p>
</section>`;
}
