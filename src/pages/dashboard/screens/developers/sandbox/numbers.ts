import {
  type PayoutScenario,
  payoutScenarios,
} from '../../../../../domain/money/gateways/sandbox/payout-gateway.ts';
import {
  type CardScenario,
  cardScenarios,
  type WalletScenario,
  walletScenarios,
} from '../../../../../domain/money/gateways/sandbox/scenarios.ts';
import { type Html, html } from '../../../../html.ts';
import { sandboxWords } from '../../../../words/dashboard/developers/sandbox.ts';
import { exact, link, section } from '../../../parts/show.ts';
import { type Column, table } from '../../../parts/tables.ts';

const words = sandboxWords.numbers;

/** The numbers that choose an outcome, from the tables that the gateways of the sandbox play. */
export function testNumbers(): Html {
  return section(
    words.title,
    html`<p>${words.text} ${link('/docs/testing', words.more)}</p>
<h3>${words.cards}</h3>
${table<CardScenario>({ caption: words.cards, columns: columnsOf(({ number }) => number, ofCard), rows: cardScenarios, empty: '' })}
<h3>${words.phones}</h3>
${table<WalletScenario>({ caption: words.phones, columns: columnsOf(({ phone }) => phone ?? '', ofWallet), rows: walletScenarios.filter(({ phone }) => phone !== null), empty: '' })}
<h3>${words.payouts}</h3>
${table<PayoutScenario>({
  caption: words.payouts,
  columns: [
    { title: words.amount, cell: ({ ending }) => `.${ending}` },
    { title: words.outcome, cell: ofPayout },
  ],
  rows: payoutScenarios,
  empty: '',
})}`,
  );
}

function columnsOf<S extends { readonly name: string }>(
  numberOf: (scenario: S) => string,
  outcomeOf: (scenario: S) => string,
): readonly Column<S>[] {
  return [
    { title: words.number, cell: (scenario) => exact(numberOf(scenario)) },
    { title: words.scenario, cell: ({ name }) => name },
    { title: words.outcome, cell: outcomeOf },
  ];
}

type Ending = CardScenario['ending'] | WalletScenario['ending'];

const endings: Readonly<Record<Extract<Ending, string>, string>> = {
  approved: words.approved,
  wrong_amount: words.wrongAmount,
  challenge: words.challenge,
  refused: words.refused,
  unavailable: words.unavailable,
};

const ofEnding = (ending: Ending): string =>
  typeof ending === 'string' ? endings[ending] : words.declined(ending.reason);

const joined = (...parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false).join(', ');

function ofCard({ ending, afterMs, disputedAfterMs, renews }: CardScenario): string {
  return joined(
    ofEnding(ending),
    afterMs > 0 && words.after(afterMs / 1000),
    disputedAfterMs !== undefined && words.disputed,
    renews === true && words.renews,
  );
}

function ofWallet({ ending, afterMs, callbacks }: WalletScenario): string {
  const isAsked = ending !== 'refused' && ending !== 'unavailable';
  return joined(
    ofEnding(ending),
    afterMs > 0 && words.after(afterMs / 1000),
    isAsked && callbacks === 0 && words.silent,
    callbacks === 3 && words.thrice,
  );
}

function ofPayout({ outcome, review, cash }: PayoutScenario): string {
  const { payout } = words;
  return joined(
    review !== undefined && payout[review.verdict],
    outcome !== undefined && payout[outcome.kind],
    cash === true && words.cashOnly,
  );
}
