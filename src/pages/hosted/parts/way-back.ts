import { type Html, html, url } from '../../html.ts';
import { refreshWithoutScript } from '../../layout.ts';
import type { Words } from '../../words/en/words.ts';

const backAfterSeconds = 5;
const backWithoutScriptSeconds = 10;

type Back = { readonly words: Words; readonly address: string; readonly merchant: string };

/**
 * The way back to the merchant. A script follows it after a few seconds, unless the customer chooses to stay;
 * `goBackWithoutScript` does so where no script runs.
 */
export function wayBack({ words, ...view }: Back): Html {
  return html`<p data-go="${backAfterSeconds}" hidden>${words.receipt.going(view.merchant, backAfterSeconds)}</p>
${goOnLink(view, words.goOn(view.merchant))}
<button type="button" class="quiet" data-stay hidden>${words.receipt.stay}</button>`;
}

export function goBackWithoutScript({ address }: Pick<Back, 'address'>): Html {
  return refreshWithoutScript(backWithoutScriptSeconds, `${address}/return`);
}

export function goOnLink({ address }: Pick<Back, 'address'>, label: string): Html {
  return html`<a class="button" rel="noreferrer" href="${url(`${address}/return`)}">${label}</a>`;
}
