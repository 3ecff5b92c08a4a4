import { qrSvg } from '../../../platform/qr.ts';
import { type Errors, errorSummary, field } from '../../forms.ts';
import { type Html, html, trusted } from '../../html.ts';
import { type Part, shell } from '../../layout.ts';
import { words } from '../../words/words.ts';
import { closedPage } from '../parts/closed-page.ts';
import { ownCheckoutFields } from '../requests/own-checkout.ts';
import type { Contact } from './contact-form.ts';
import type { LinkView } from './view.ts';

/** What a form with errors shows again. */
export type Problems = { readonly errors: Errors; readonly kept: Contact };

/** The page of a payment link: what is sold and how to pay, or why it cannot be paid. Spec: "Payment link", public payment URL. */
export function linkPage(view: LinkView, problems?: Problems): string {
  const { title, main, head } = view.page === 'link' ? openPage(view, problems) : closedPage(view);
  return shell({
    title: `${title} · ${view.merchant}`,
    merchant: view.merchant,
    sandbox: view.sandbox,
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

function contactFields(errors: Errors, kept: Contact | undefined): Html {
  return html`${field({ ...words.link.name, name: 'name', autocomplete: 'name', inputmode: 'text', maxlength: 120, value: kept?.name ?? '', error: errors['name'] })}
${field({ ...words.link.email, name: 'email', autocomplete: 'email', inputmode: 'email', maxlength: 200, value: kept?.email ?? '', error: errors['email'] })}
${field({ ...words.link.phone, name: 'phone', autocomplete: 'tel', inputmode: 'tel', maxlength: 20, value: kept?.phone ?? '', error: errors['phone'] })}`;
}
