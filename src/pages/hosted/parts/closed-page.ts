import type { InvoiceStanding } from '../../../domain/billing/invoices/hosted-page.ts';
import type { Standing } from '../../../domain/payments/payment-links/judge-link.ts';
import { html } from '../../html.ts';
import { type Part, refreshWithoutScript } from '../../layout.ts';
import type { Words } from '../../words/en/words.ts';
import { askAgain } from './ask-again.ts';

/** Whether a payment may begin: the standing of the link or invoice, or that the merchant is suspended. */
export type PageStanding = Standing | InvoiceStanding | 'suspended';

type Closed = {
  readonly page: string;
  /** Of the page, which may take a payment again; absent: it never will. */
  readonly address?: string;
  readonly query?: string;
  readonly standing: PageStanding;
  readonly words: Words;
  readonly merchant: string;
  /** Of a checkout whose money was taken and goes back: it replaces the reason, which says that none was taken. */
  readonly returned?: string | undefined;
};

/**
 * Says why a link, an invoice, or a checkout opened from one takes no payment. The `busy` page reloads until it takes one again.
 */
export function closedPage(view: Closed): Part {
  const { words, page, standing, merchant, returned, address, query = '' } = view;
  const { title, text } = words.closed[standing];
  const busy = page === 'busy';
  const main = html`<main data-page="${page}" ${busy && 'data-poll=3'}>
<div class="notice"><h1>${title}</h1>
<p>${returned ?? text(merchant)}</p></div>
${busy && address !== undefined && askAgain({ words, query, address }, words.unknown.checkAgain)}
</main>`;
  return { title, main, ...(busy && { head: refreshWithoutScript(6) }) };
}

const gone: readonly string[] = ['expired', 'aborted', 'closed', 'over'];

/** 410 for a page that has ended for good, so that programs see it too. Decision 0017 ("Hosted addresses"). */
export function statusOf(page: string): 200 | 410 {
  return gone.includes(page) ? 410 : 200;
}
