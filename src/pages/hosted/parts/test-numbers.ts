import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/en/words.ts';

// Test numbers work with any expiry date and security code, so the buttons send these.
const testExpiry = '12 / 49';
const testCvv = '123';
const testHolder = 'Test Customer';

/** One test card or phone, with the outcome that it chooses. */
type TestNumber = { readonly name: string; readonly number: string; readonly afterMs: number };

type Numbers = {
  readonly words: Words;
  readonly action: string;
  readonly token: string;
  readonly caption: string;
  readonly field: 'number' | 'phone';
  readonly method: string;
  readonly rows: readonly TestNumber[];
};

/** A table of test numbers, each with a button that pays with it. */
export function testNumbers({ words, ...about }: Numbers): Html {
  return html`<form method="post" action="${about.action}">
<input type="hidden" name="token" value="${about.token}">
<input type="hidden" name="method" value="${about.method}">
${about.field === 'number' && html`<input type="hidden" name="expiry" value="${testExpiry}"><input type="hidden" name="cvv" value="${testCvv}"><input type="hidden" name="holder" value="${testHolder}">`}
<table><caption>${about.caption}</caption>
<thead><tr><th scope="col">${words.test.number}</th><th scope="col">${words.test.outcome}</th><th scope="col">${words.test.use}</th></tr></thead>
<tbody>${about.rows.map((row) => html`<tr><td class="number">${row.number}</td><td>${row.name}, ${words.test.seconds(row.afterMs / 1000)}</td><td><button class="quiet" name="${about.field}" value="${row.number}" aria-label="${words.test.useNumber(row.number)}">${words.test.use}</button></td></tr>`)}
</tbody></table>
</form>`;
}
