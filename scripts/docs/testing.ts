import { noAnswerText, readerScenarios } from '../../src/domain/money/gateways/sandbox/reader-scenarios.ts';
import { cardScenarios, walletScenarios } from '../../src/domain/money/gateways/sandbox/scenarios.ts';
import { type Html, html } from '../../src/pages/html.ts';

type Row = {
  readonly number: string;
  readonly name: string;
  readonly afterMs: number;
  readonly ending: unknown;
};

/** The page of test numbers and their outcomes: the same rows as on the hosted page. */
export function testingPage(): { title: string; main: Html } {
  const phones = walletScenarios.map(({ phone, ...scenario }) => ({
    ...scenario,
    number: phone ?? 'every other number',
  }));
  const readers = [
    ...readerScenarios.map(({ text, ...scenario }) => ({ ...scenario, number: text, afterMs: 0 })),
    ...otherPayloads,
  ];
  const main = html`<p>No money moves in the sandbox. These numbers determine the outcome; everything else is as in a real payment: page, ledger, event. A card takes any name, any future expiry and any three digits. Every other card number is declined with <code>CARD_NOT_TEST_CARD</code>.</p>
${table('Cards', cardScenarios)}
${table('Phones', phones)}
${table('Card readers', readers, 'Payload')}
<p>The <code>ciphertext</code> of a reader's payload is this text in base64.</p>
${amounts()}
<p>Refunds, captures and releases of other amounts complete at once, payouts of other amounts after five minutes.</p>
<p>The phone numbers belong to <code>wallet_a</code> and may be written in any accepted form. Delays run on the merchant's sandbox clock, which <code>POST /v1/test/clock</code> moves.</p>`;
  return { title: 'Testing', main };
}

/** Other payloads of a reader and their outcomes. */
const otherPayloads = [
  {
    number: noAnswerText,
    name: 'reader_no_answer',
    afterMs: 30_000,
    ending: { reason: 'GATEWAY_TIMEOUT' },
  },
  {
    number: 'every other payload',
    name: 'reader_unknown',
    afterMs: 0,
    ending: { reason: 'CARD_NOT_TEST_CARD' },
  },
] as const;

/** Amounts whose last two decimals determine the outcome. */
const endings = [
  ['refund', '.11', '30 s', 'pending first, then completed'],
  ['refund', '.13', 'at once', 'REFUND_REJECTED'],
  ['capture', '.11', '30 s', 'capturing first, then captured'],
  ['capture', '.13', 'at once', 'CAPTURE_REJECTED'],
  ['release of a held amount', '.11', '30 s', 'voiding first, then voided'],
  ['payout', '.13', '5 minutes', 'DESTINATION_REJECTED'],
  ['payout', '.17', '5 minutes', 'completed; a day later PAYOUT_RETURNED'],
  ['payout', '.19', '1 minute', 'held; released at 10 minutes, completed 5 minutes later'],
  ['payout', '.21', '1 minute', 'held; at 10 minutes COMPLIANCE_BLOCKED'],
  ['payout in cash', '.23', '72 hours', 'PAYOUT_UNCLAIMED, unless an agent hands it out before'],
] as const;

function amounts(): Html {
  return html`<table><caption>Amounts of refunds, captures and payouts</caption>
<thead><tr><th scope="col">What</th><th scope="col">Ends in</th><th scope="col">After</th><th scope="col">Outcome</th></tr></thead>
<tbody>${endings.map(([what, ending, after, outcome]) => html`<tr><td>${what}</td><td class="number">${ending}</td><td>${after}</td><td>${outcome}</td></tr>`)}</tbody>
</table>`;
}

function table(caption: string, rows: readonly Row[], what = 'Number'): Html {
  return html`<table><caption>${caption}</caption>
<thead><tr><th scope="col">${what}</th><th scope="col">Scenario</th><th scope="col">After</th><th scope="col">Outcome</th></tr></thead>
<tbody>${rows.map((row) => html`<tr><td class="number">${row.number}</td><td><code>${row.name}</code></td><td class="number">${row.afterMs === 0 ? 'at once' : `${row.afterMs / 1000} s`}</td><td>${outcomeOf(row.ending)}</td></tr>`)}</tbody>
</table>`;
}

function outcomeOf(ending: unknown): string {
  if (ending === 'challenge') return 'a challenge page: Authorise completes, Fail is CARD_DECLINED';
  if (typeof ending === 'string') return ending === 'approved' ? 'completed' : ending.replaceAll('_', ' ');
  const reason: unknown =
    typeof ending === 'object' && ending !== null ? Reflect.get(ending, 'reason') : undefined;
  return typeof reason === 'string' ? reason : '';
}
