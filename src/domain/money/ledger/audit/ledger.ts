import type { Tx } from '../../../../platform/db/database.ts';
import type { Finding } from './findings.ts';
import {
  type Account,
  type Balance,
  brokenChainsAcrossMerchants,
  countJournalsAcrossMerchants,
  endOfJournalsAcrossMerchants,
  heldAcrossMerchants,
  isJournalOfAcrossMerchants,
  type Journals,
  summaryAcrossMerchants,
  type Total,
  totalsAcrossMerchants,
  unbalancedJournalsAcrossMerchants,
} from './ledger-queries.ts';
import {
  onTheirWayAcrossMerchants,
  owedAcrossMerchants,
  wrongSharesAcrossMerchants,
} from './owed-queries.ts';
import { lostSourcesAcrossMerchants } from './source-queries.ts';

/** What the journals of a merchant came to, up to one number. */
export type Walked = {
  readonly merchant: string;
  readonly number: bigint;
  readonly count: bigint;
  /** The transaction that wrote the journal of that number. */
  readonly xact: string | null;
  readonly totals: readonly Total[];
};

/** `again`: the sandbox was reset since the batch before, so the walk has to begin again. */
type Step =
  | { readonly walked: Walked; readonly findings: readonly Finding[]; readonly end: boolean }
  | 'again';

const last = 9_223_372_036_854_775_807n;
const holdsAtOnce = 100_000;

/** Accounts whose balances follow from holds. */
const held = /^(reserve|pending)$/;
/** Accounts of money on its way, and of the cash that agents have. */
const onTheirWay = /^(refund_in_transit|payout_in_transit|dispute_hold|agent_float:.+)$/;
/** Accounts of what is owed to partners and by the merchant. */
const owed = /^(subaccount:.+|advance_receivable)$/;

export function startOf(merchant: string): Walked {
  return { merchant, number: -1n, count: 0n, xact: null, totals: [] };
}

/**
 * Audits the next journals of a merchant, in one snapshot. Journals commit in the order of their numbers and never change, so
 * batches of different snapshots add up. The last batch compares the totals with the balances and the head of its own snapshot:
 * payments that go on meanwhile are in both or in neither.
 */
export async function walkJournals(tx: Tx, before: Walked, size: number): Promise<Step> {
  const { merchant, number: after, xact } = before;
  if (xact !== null && !(await isJournalOfAcrossMerchants(tx, { merchant, number: after, xact })))
    return 'again';
  const upTo = await endOfJournalsAcrossMerchants(tx, { merchant, after, size });
  const journals: Journals = { merchant, after, upTo: upTo ?? last };
  const findings = [
    ...named('A1', merchant, await unbalancedJournalsAcrossMerchants(tx, journals)),
    ...named('A3', merchant, await brokenChainsAcrossMerchants(tx, journals, before.totals)),
    ...named('A11', merchant, await lostSourcesAcrossMerchants(tx, journals)),
  ];
  const walked = await added(tx, before, journals);
  if (upTo !== undefined) return { walked, findings, end: false };
  return { walked, findings: [...findings, ...(await compared(tx, walked))], end: true };
}

async function added(tx: Tx, before: Walked, journals: Journals): Promise<Walked> {
  const { count, last: number, xact } = await countJournalsAcrossMerchants(tx, journals);
  const totals = new Map(before.totals.map((total) => [keyOf(total), total]));
  for (const total of await totalsAcrossMerchants(tx, journals)) {
    const sum = (totals.get(keyOf(total))?.sum ?? 0n) + total.sum;
    totals.set(keyOf(total), { ...total, sum });
  }
  return {
    merchant: before.merchant,
    number: number ?? before.number,
    count: before.count + count,
    xact: xact ?? before.xact,
    totals: [...totals.values()],
  };
}

async function compared(tx: Tx, walked: Walked): Promise<readonly Finding[]> {
  const { merchant, totals } = walked;
  const { head, balances } = await summaryAcrossMerchants(tx, merchant);
  const sums = new Map(totals.map((total) => [keyOf(total), total.sum]));
  const known = new Set(balances.map(keyOf));
  const wrongBalances = balances
    .filter((account) => account.balance !== (sums.get(keyOf(account)) ?? 0n))
    .map((account) => `${wordsOf(account)}, its entries sum to ${sums.get(keyOf(account)) ?? 0n}`);
  const goneBalances = totals
    .filter((account) => !known.has(keyOf(account)))
    .map((account) => `the balance of ${keyOf(account)} is gone, its entries sum to ${account.sum}`);
  return [
    ...named('A2', merchant, [...wrongBalances, ...goneBalances]),
    ...named('A4', merchant, wrongHead(walked, head)),
    ...named('A5', merchant, differing(balances, held, await heldBy(tx, merchant), 'held are')),
    ...named(
      'A7',
      merchant,
      differing(balances, onTheirWay, await onTheirWayAcrossMerchants(tx, merchant), 'on their way are'),
    ),
    ...named(
      'A7',
      merchant,
      differing(balances, owed, await owedAcrossMerchants(tx, merchant), 'its rows come to'),
    ),
    ...named('A7', merchant, await wrongSharesAcrossMerchants(tx, merchant)),
  ];
}

function wrongHead({ count, number }: Walked, head: bigint | undefined): readonly string[] {
  const isRight = head === undefined ? count === 0n : head === count && head === number;
  const upTo = number < 0n ? 0n : number;
  return isRight ? [] : [`${count} journals up to ${upTo}, the head says ${head ?? 0n}`];
}

async function heldBy(tx: Tx, merchant: string): Promise<readonly Balance[]> {
  const sums = new Map<string, Balance>();
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after !== undefined) {
    const batch = await heldAcrossMerchants(tx, { merchant, after, size: holdsAtOnce });
    for (const sum of batch.held) {
      const balance = (sums.get(keyOf(sum))?.balance ?? 0n) + sum.balance;
      sums.set(keyOf(sum), { ...sum, balance });
    }
    after = batch.last;
  }
  return [...sums.values()];
}

/** The accounts with a code of this form whose balance is not what their rows come to. */
function differing(
  balances: readonly Balance[],
  codes: RegExp,
  rows: readonly Balance[],
  are: string,
): readonly string[] {
  const ofRows = new Map(rows.map((row) => [keyOf(row), row]));
  const ofLedger = new Map(
    balances.filter(({ code }) => codes.test(code)).map((account) => [keyOf(account), account]),
  );
  return [...new Map([...ofRows, ...ofLedger]).values()].flatMap(({ code, currency }) => {
    const key = keyOf({ code, currency });
    const balance = ofLedger.get(key)?.balance ?? 0n;
    const sum = ofRows.get(key)?.balance ?? 0n;
    return balance === sum ? [] : [`${wordsOf({ code, currency, balance })}, ${are} ${sum}`];
  });
}

function named(
  audit: string,
  merchantId: string,
  wrong: readonly (string | { readonly about: string })[],
): readonly Finding[] {
  return wrong.map((one) => ({ audit, merchantId, about: typeof one === 'string' ? one : one.about }));
}

const keyOf = ({ code, currency }: Account) => `${code} ${currency}`;
const wordsOf = ({ code, currency, balance }: Balance) => `${code} ${currency} is ${balance}`;
