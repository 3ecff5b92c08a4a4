import { cardScenarios } from '../../../domain/money/gateways/sandbox/scenarios.ts';
import { actionButton, type Errors, errorSummary, refusalNotice } from '../../forms.ts';
import { type Html, html } from '../../html.ts';
import { type Part, shell } from '../../layout.ts';
import { words } from '../../words/words.ts';
import { brandHints, cardFields, type KeptCard } from '../parts/card-form.ts';
import { closedPage } from '../parts/closed-page.ts';
import { testNumbers } from '../parts/test-numbers.ts';
import { goBackWithoutScript, goOnLink, wayBack } from '../parts/way-back.ts';
import type { SetupView } from './view.ts';

/** What a form with errors shows again. */
export type Problems = { readonly errors: Errors; readonly kept: KeptCard };

const parts: Readonly<Record<SetupView['page'], (view: SetupView, problems?: Problems) => Part>> = {
  form: formPage,
  saved: savedPage,
  over: overPage,
  closed: ({ merchant }) => closedPage({ page: 'closed', standing: 'suspended', merchant }),
};

/** The page on which a customer saves a card, or what became of it. Spec: "Other records", payment method. */
export function setupPage(view: SetupView, problems?: Problems): string {
  const { title, main, head, privacy } = parts[view.page](view, problems);
  return shell({
    title: `${title} · ${view.merchant}`,
    merchant: view.merchant,
    sandbox: view.sandbox,
    main,
    ...(head && { head }),
    ...(privacy !== undefined && { privacy }),
  });
}

function formPage(view: SetupView, problems?: Problems): Part {
  const errors = problems?.errors ?? {};
  const main = html`<main data-page="form">
${errorSummary(errors) || refusalNote(view)}
<h1>${words.setup.askedBy(view.merchant)}</h1>
<p>${words.setup.meaning(view.merchant)}</p>
<form method="post" action="${view.address}/save" novalidate data-brands="${brandHints}">
${cardFields(errors, problems?.kept)}
<button class="main" data-busy="${words.setup.saving}">${words.setup.save}</button>
<input type="hidden" name="token" value="${view.token}">
</form>
${actionButton({ address: `${view.address}/cancel`, label: words.setup.cancel, token: view.token, look: 'quiet' })}
${view.sandbox && testPanel(view)}
</main>`;
  return { title: words.setup.title, main, privacy: words.setup.privacy(view.merchant) };
}

function refusalNote({ refusal, triesLeft }: SetupView): Html | false {
  if (refusal === undefined) return false;
  const left = triesLeft < 2 ? ` ${words.refused.triesLeft(triesLeft)}` : '';
  return refusalNotice(words.setup.refused, `${refusal}${left}`);
}

/** Sandbox only: the numbers that choose an outcome, and a button that expires the page. */
function testPanel(view: SetupView): Html {
  const rows = cardScenarios.filter(({ method }) => view.kinds.includes(method));
  const action = `${view.address}/save`;
  const { token } = view;
  return html`<details><summary>${words.test.title}</summary>
<p>${words.test.text} ${words.setup.test}</p>
${testNumbers({ action, token, caption: words.test.cards, field: 'number', method: 'card', rows })}
${actionButton({ address: `${view.address}/expire`, label: words.test.expire, token, look: 'quiet' })}
</details>`;
}

function savedPage(view: SetupView): Part {
  const { saved } = words.setup;
  const main = html`<main data-page="saved">
<div class="notice good"><h1>${saved.title}</h1>
<p>${saved.text(view.merchant)}</p></div>
<dl>
<dt>${saved.merchant}</dt><dd>${view.merchant}</dd>
<dt>${saved.card}</dt><dd>${view.card}</dd>
<dt>${saved.ends}</dt><dd>${view.cardEnds}</dd>
</dl>
${view.canReturn && wayBack(view)}
</main>`;
  return { title: saved.title, main, ...(view.canReturn && { head: goBackWithoutScript(view) }) };
}

function overPage(view: SetupView): Part {
  const { title, text } = words.setup.over[view.end];
  const main = html`<main data-page="over">
<div class="notice"><h1>${title}</h1>
<p>${text(view.merchant)}</p></div>
${view.canReturn && goOnLink(view, words.goBack(view.merchant))}
</main>`;
  return { title, main };
}
