import { type Html, html } from '../../html.ts';
import { type Part, shell } from '../../layout.ts';
import { amountText, largeAmount } from '../parts/amount.ts';
import { closedPage } from '../parts/closed-page.ts';
import { dayOf, timeOf } from '../parts/formats.ts';
import { ownCheckoutFields } from '../requests/own-checkout.ts';
import type { InvoiceView } from './view.ts';

/** The page of an invoice: a bill to pay, a receipt, or why it cannot be paid. Spec: "Invoice". */
export function invoicePage(view: InvoiceView): string {
  const { title, main, head } = partOf(view);
  return shell(view, {
    title: `${title} · ${view.merchant}`,
    quote: view.number,
    main,
    ...(head && { head }),
  });
}

function partOf(view: InvoiceView): Part {
  if (view.page === 'invoice') return openPage(view);
  return view.page === 'paid' ? paidPage(view) : closedPage(view);
}

/** The form comes first in the document. The style sheet hides it in print. */
function openPage(view: InvoiceView): Part {
  const title = view.words.invoice.title(view.number);
  const main = html`<main data-page="invoice">
<h1>${title} ${largeAmount(view.total)}</h1>
${view.overdue && html`<p class="notice bad">${view.words.invoice.overdue(dayOf(view.words, view.dueDate))}</p>`}
<form method="post" action="${view.address}/pay${view.query}">
<button class="main">${view.words.pay(view.total)}</button>
${ownCheckoutFields(view)}
</form>
${parties(view)}
${lines(view)}
</main>`;
  return { title, main };
}

/** The customer's receipt, with everything that the invoice says. */
function paidPage(view: InvoiceView): Part {
  const title = view.words.invoice.paidTitle(view.number);
  const main = html`<main data-page="paid">
<div class="notice good"><h1>${title} ${largeAmount(view.total)}</h1></div>
${parties(view)}
${lines(view)}
</main>`;
  return { title, main };
}

function parties(view: InvoiceView): Html {
  return html`<dl>
<dt>${view.words.invoice.from}</dt><dd>${view.merchant}</dd>
<dt>${view.words.invoice.to}</dt><dd>${view.customer}</dd>
<dt>${view.words.invoice.number}</dt><dd>${view.number}</dd>
${view.reference !== null && html`<dt>${view.words.reference}</dt><dd>${view.reference}</dd>`}
<dt>${view.words.invoice.issued}</dt><dd>${timeOf(view.words, view.issuedAt)}</dd>
<dt>${view.words.invoice.due}</dt><dd><time datetime="${view.dueDate}">${dayOf(view.words, view.dueDate)}</time></dd>
${view.paidAt && html`<dt>${view.words.invoice.paidOn}</dt><dd>${timeOf(view.words, view.paidAt)}</dd>`}
${view.transaction !== null && html`<dt>${view.words.receipt.transaction}</dt><dd>${view.transaction}</dd>`}
</dl>`;
}

/** Each cell is clear by itself, since a narrow screen stacks the cells and hides the headings. */
function lines(view: InvoiceView): Html {
  const { invoice } = view.words;
  return html`<table class="lines">
<caption>${invoice.lines}</caption>
<thead><tr><th scope="col">${invoice.what}</th><th scope="col">${invoice.quantity}</th><th scope="col">${invoice.lineTax}</th><th scope="col">${invoice.amount}</th></tr></thead>
<tbody>${view.lines.map(
    (line) =>
      html`<tr><td>${line.description}</td><td>${invoice.each(line.quantity, line.unit)}</td><td>${line.tax ?? invoice.noTax}</td><td class="number">${line.amount}</td></tr>`,
  )}</tbody>
</table>
<dl class="sums">
<dt>${invoice.subtotal}</dt><dd>${amountText(view.subtotal)}</dd>
<dt>${invoice.tax}</dt><dd>${amountText(view.tax)}</dd>
<dt>${invoice.total}</dt><dd><strong>${amountText(view.total)}</strong></dd>
${view.refunded !== undefined && html`<dt>${view.words.invoice.refund}</dt><dd>${amountText(view.refunded)}</dd>`}
</dl>
${view.notes !== null && html`<h2>${invoice.notes}</h2><p class="notes">${view.notes}</p>`}`;
}
