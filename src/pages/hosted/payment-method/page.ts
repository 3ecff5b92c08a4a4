import { cardScenarios } from '../../../domain/money/gateways/sandbox/scenarios.ts';
import { actionButton, type Errors, errorSummary, refusalNotice } from '../../forms.ts';
import { type Html, html } from '../../html.ts';
import { type Part, shell } from '../../layout.ts';
import { brandHints, cardFields, type KeptCard } from '../parts/card-form.ts';
import { closedPage } from '../parts/closed-page.ts';
import { testNumbers } from '../parts/test-numbers.ts';
import { untold } from '../parts/untold.ts';
import { goBackWithoutScript, goOnLink, wayBack } from '../parts/way-back.ts';
import type { SetupView } from './view.ts';

/** What a form with errors shows again. */
export type Problems = { readonly errors: Errors; readonly kept: KeptCard };

const parts: Readonly<Record<SetupView['page'], (view: SetupView, problems?: Problems) => Part>> = {
  form: formPage,
  saved: savedPage,
  over: overPage,
  closed: ({ words, merchant }) => closedPage({ page: 'closed', standing: 'suspended', words, merchant }),
};

/** The page on which a customer saves a card, or what became of it. Spec: "Other records", payment method. */
export function setupPage(view: SetupView, problems?: Problems): string {
  const { title, main, head, privacy } = parts[view.page](view, problems);
  return shell(view, {
    title: `${title} · ${view.merchant}`,
    main,
    ...(head && { head }),
    ...(privacy !== undefined && { privacy }),
  });
}

function formPage(view: SetupView, problems?: Problems): Part {
  const errors = problems?.errors ?? {};
  const main = html`<main data-page="form">
${errorSummary(view.words, errors) || refusalNote(view)}
<h1>${view.words.setup.askedBy(view.merchant)}</h1>
<p>${view.words.setup.meaning(view.merchant)}</p>${untold(view)}
<form method="post" action="${view.address}/save${view.query}" novalidate data-brands="${brandHints(view.words)}">
${cardFields(view.words, errors, problems?.kept)}
<button class="main" data-busy="${view.words.setup.saving}">${view.words.setup.save}</button>
<input type="hidden" name="token" value="${view.token}">
</form>
${actionButton({ address: `${view.address}/cancel${view.query}`, label: view.words.setup.cancel, token: view.token, look: 'quiet' })}
${view.sandbox && testPanel(view)}
</main>`;
  return { title: view.words.setup.title, main, privacy: view.words.setup.privacy(view.merchant) };
}

function refusalNote({ words, refusal, triesLeft }: SetupView): Html | false {
  if (refusal === undefined) return false;
  const left = triesLeft < 2 ? ` ${words.refused.triesLeft(triesLeft)}` : '';
  return refusalNotice(words.setup.refused, `${refusal}${left}`);
}

/** Sandbox only: the numbers that choose an outcome, and a button that expires the page. */
function testPanel(view: SetupView): Html {
  const rows = cardScenarios.filter(({ method }) => view.kinds.includes(method));
  const action = `${view.address}/save${view.query}`;
  const { token, words } = view;
  return html`<details><summary>${view.words.test.title}</summary>
<p>${view.words.test.text} ${view.words.setup.test}</p>
${testNumbers({ words, action, token, caption: view.words.test.cards, field: 'number', method: 'card', rows })}
${actionButton({ address: `${view.address}/expire${view.query}`, label: view.words.test.expire, token, look: 'quiet' })}
</details>`;
}

function savedPage(view: SetupView): Part {
  const { saved } = view.words.setup;
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
  const { title, text } = view.words.setup.over[view.end];
  const main = html`<main data-page="over">
<div class="notice"><h1>${title}</h1>
<p>${text(view.merchant)}</p></div>
${view.canReturn && goOnLink(view, view.words.goBack(view.merchant))}
</main>`;
  return { title, main };
}
