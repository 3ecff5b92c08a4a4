import {
  noAnswerText,
  readerScenarios,
} from '../../../src/domain/money/gateways/sandbox/reader-scenarios.ts';
import { cardScenarios, walletScenarios } from '../../../src/domain/money/gateways/sandbox/scenarios.ts';
import { code, paragraphs, type SitePage, table } from './page.ts';

type Row = {
  readonly number: string;
  readonly name: string;
  readonly afterMs: number;
  readonly ending: unknown;
};

/** The page of test numbers and their outcomes: the same rows as on the hosted page. */
export function numbersPage(): SitePage {
  const phones = walletScenarios.map(({ phone, ...scenario }) => ({
    ...scenario,
    number: phone ?? 'every other number',
  }));
  const readers = [
    ...readerScenarios.map(({ text, ...scenario }) => ({ ...scenario, number: text, afterMs: 0 })),
    ...otherPayloads,
  ];
  return {
    path: 'testing',
    title: 'Test numbers',
    description: 'The cards, phones, reader payloads and amounts of the sandbox, and what each leads to.',
    markdown: paragraphs(
      'No money moves in the sandbox. These numbers determine the outcome; everything else is as in a real payment: page, ledger, event. A card takes any name, any future expiry and any three digits. Every other card number is declined with `CARD_NOT_TEST_CARD`.',
      '## Cards',
      rowsOf(cardScenarios, 'Card number'),
      '## Phones',
      rowsOf(phones, 'Phone number'),
      'The phone numbers belong to `wallet_a` and may be written in any accepted form. Delays run on the sandbox clock of the merchant, which `POST /v1/test/clock` moves.',
      '## Card readers',
      rowsOf(readers, 'Payload'),
      "The `ciphertext` of a reader's payload is this text in base64.",
      '## Amounts',
      table(['What', 'Ends in', 'After', 'Outcome'], endings),
      'Refunds, captures and releases of other amounts complete at once, payouts of other amounts after five minutes.',
    ),
  };
}

/** Other payloads of a reader and their outcomes. */
const otherPayloads = [
  { number: noAnswerText, name: 'reader_no_answer', afterMs: 30_000, ending: { reason: 'GATEWAY_TIMEOUT' } },
  {
    number: 'every other payload',
    name: 'reader_unknown',
    afterMs: 0,
    ending: { reason: 'CARD_NOT_TEST_CARD' },
  },
] as const;

/** Amounts whose last two decimals determine the outcome. */
const endings = [
  ['refund', '`.11`', '30 s', 'pending first, then completed'],
  ['refund', '`.13`', 'at once', '`REFUND_REJECTED`'],
  ['capture', '`.11`', '30 s', 'capturing first, then captured'],
  ['capture', '`.13`', 'at once', '`CAPTURE_REJECTED`'],
  ['release of a held amount', '`.11`', '30 s', 'voiding first, then voided'],
  ['payout', '`.13`', '5 minutes', '`DESTINATION_REJECTED`'],
  ['payout', '`.17`', '5 minutes', 'completed; a day later `PAYOUT_RETURNED`'],
  ['payout', '`.19`', '1 minute', 'held; released at 10 minutes, completed 5 minutes later'],
  ['payout', '`.21`', '1 minute', 'held; at 10 minutes `COMPLIANCE_BLOCKED`'],
  ['payout in cash', '`.23`', '72 hours', '`PAYOUT_UNCLAIMED`, unless an agent hands it out before'],
] as const;

function rowsOf(rows: readonly Row[], what: string): string {
  return table(
    [what, 'Scenario', 'After', 'Outcome'],
    rows.map(({ number, name, afterMs, ending }) => [
      number.startsWith('every') ? number : code(number),
      code(name),
      afterMs === 0 ? 'at once' : `${afterMs / 1000} s`,
      outcomeOf(ending),
    ]),
  );
}

function outcomeOf(ending: unknown): string {
  if (ending === 'challenge') return 'a challenge page: Authorise completes, Fail is `CARD_DECLINED`';
  if (typeof ending === 'string') return ending === 'approved' ? 'completed' : ending.replaceAll('_', ' ');
  const reason: unknown =
    typeof ending === 'object' && ending !== null ? Reflect.get(ending, 'reason') : undefined;
  return typeof reason === 'string' ? code(reason) : '';
}
