import { qrSvg } from '../../../platform/qr.ts';
import { type Errors, errorSummary, field } from '../../forms.ts';
import { type Html, html, trusted } from '../../html.ts';
import { type Part, shell } from '../../layout.ts';
import type { Words } from '../../words/en/words.ts';
import { largeAmount } from '../parts/amount.ts';
import { closedPage } from '../parts/closed-page.ts';
import { ownCheckoutFields } from '../requests/own-checkout.ts';
import type { Contact } from './contact-form.ts';
import type { LinkView } from './view.ts';

/** What a form with errors shows again. */
export type Problems = { readonly errors: Errors; readonly kept: Contact };

/** The page of a payment link: what is sold and how to pay, or why it cannot be paid. Spec: "Payment link", public payment URL. */
export function linkPage(view: LinkView, problems?: Problems): string {
  const { title, main, head } = view.page === 'link' ? openPage(view, problems) : closedPage(view);
  return shell(view, {
    title: `${title} · ${view.merchant}`,
    main,
    ...(head && { head }),
  });
}

function openPage(view: LinkView, problems?: Problems): Part {
  const errors = problems?.errors ?? {};
  const main = html`<main data-page="link">
${errorSummary(view.words, errors)}
<h1>${view.title} ${largeAmount(view.amount)}</h1>
${view.description !== null && html`<p>${view.description}</p>`}
<form method="post" action="${view.address}/pay${view.query}" novalidate>
<button class="main">${view.words.pay(view.amount)}</button>
<details${Object.keys(errors).length > 0 && ' open'}><summary>${view.words.link.contact}</summary>
${contactFields(view.words, errors, problems?.kept)}
</details>
${ownCheckoutFields(view)}
</form>
<details class="code"><summary>${view.words.link.scan}</summary>
<div class="qr">${trusted(qrSvg(view.url, view.words.link.qr))}</div>
</details>
</main>`;
  return { title: view.title, main };
}

function contactFields({ link }: Words, errors: Errors, kept: Contact | undefined): Html {
  return html`${field({ ...link.name, name: 'name', autocomplete: 'name', inputmode: 'text', maxlength: 120, value: kept?.name ?? '', error: errors['name'] })}
${field({ ...link.email, name: 'email', autocomplete: 'email', inputmode: 'email', maxlength: 200, value: kept?.email ?? '', error: errors['email'] })}
${field({ ...link.phone, name: 'phone', autocomplete: 'tel', inputmode: 'tel', maxlength: 30, value: kept?.phone ?? '', error: errors['phone'] })}`;
}
