import { qrSvg } from '../../../platform/qr.ts';
import { type Errors, errorSummary, field } from '../../forms.ts';
import { type Html, html, trusted } from '../../html.ts';
import { type Part, refreshWithoutScript, shell } from '../../layout.ts';
import { words } from '../../words.ts';
import type { Opening } from '../page-for.ts';
import { type OwnCheckout, ownCheckoutFields } from '../pay/own-checkout.ts';

/** All that the pages of a link show: texts and figures, no rows. */
export type LinkView = OwnCheckout & {
  readonly page: 'link' | 'busy' | 'closed';
  readonly standing: Opening;
  readonly address: string;
  readonly sandbox: boolean;
  readonly merchant: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string | null;
  /** With its currency, as people write it. */
  readonly amount: string;
  /** The whole address, for the QR code. */
  readonly url: string;
};

type Kept = { readonly name: string; readonly email: string; readonly phone: string };

/** What a refused form brings back. */
export type Problems = { readonly errors: Errors; readonly kept: Kept };

/** The page of a payment link as it stands. Spec: "Payment link", public payment URL. */
export function linkPage(view: LinkView, problems?: Problems): string {
  const { title, main, head } = view.page === 'link' ? openPage(view, problems) : closedPage(view);
  return shell({
    title: `${title} · ${view.merchant}`,
    merchant: view.merchant,
    sandbox: view.sandbox,
    reference: view.slug,
    main,
    ...(head && { head }),
  });
}

function openPage(view: LinkView, problems?: Problems): Part {
  const errors = problems?.errors ?? {};
  const main = html`<main data-page="link">
${errorSummary(errors)}
<h1>${view.title} <span class="amount">${view.amount}</span></h1>
${view.description !== null && html`<p>${view.description}</p>`}
<form method="post" action="${view.address}/pay" novalidate>
<button class="main">${words.pay(view.amount)}</button>
<details${Object.keys(errors).length > 0 && ' open'}><summary>${words.link.contact}</summary>
${contactFields(errors, problems?.kept)}
</details>
${ownCheckoutFields(view)}
</form>
<details><summary>${words.link.scan}</summary>
<div class="qr">${trusted(qrSvg(view.url, words.link.qr))}</div>
</details>
</main>`;
  return { title: view.title, main };
}

function contactFields(errors: Errors, kept: Kept | undefined): Html {
  return html`${field({ ...words.link.name, name: 'name', autocomplete: 'name', inputmode: 'text', maxlength: 120, value: kept?.name ?? '', error: errors['name'] })}
${field({ ...words.link.email, name: 'email', autocomplete: 'email', inputmode: 'email', maxlength: 200, value: kept?.email ?? '', error: errors['email'] })}
${field({ ...words.link.phone, name: 'phone', autocomplete: 'tel', inputmode: 'tel', maxlength: 20, value: kept?.phone ?? '', error: errors['phone'] })}`;
}

/** Why no payment is taken: a link says so, and so does a checkout that was opened before. */
export function closedPage({
  page,
  standing,
  merchant,
}: {
  readonly page: string;
  readonly standing: Opening;
  readonly merchant: string;
}): Part {
  const { title, text } = words.closed[standing];
  const busy = page === 'busy';
  const main = html`<main data-page="${page}" ${busy && 'data-poll=3'}>
<div class="notice"><h1>${title}</h1>
<p>${text(merchant)}</p></div>
</main>`;
  return { title, main, ...(busy && { head: refreshWithoutScript(6) }) };
}
