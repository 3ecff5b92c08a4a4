import { currencies } from '../../amounts/currency.ts';
import type { WantedStatement } from '../rail.ts';
import type { Statement, StatementLine } from '../statement.ts';
import { stateOf } from './declines.ts';
import type { Asking, MobileMoneyClient } from './wire/client.ts';
import { readStatementEntry, type StatementEntry } from './wire/messages.ts';
import type { OwnAccount } from './wire/settings.ts';

const perPage = 50;
/** More than a day of the busiest account has. */
const mostPages = 4000;

/**
 * Reads the completed movements on the account of one currency, page by page. The API gives no balance of a past day, so the
 * statement has none.
 *
 * @throws Error in words if the operator does not give all of it: a statement is whole or there is none
 */
export async function readStatementEntries(
  client: MobileMoneyClient,
  wanted: WantedStatement,
): Promise<Statement> {
  const { currency, from, to } = wanted;
  const known = currencies.find((each) => each === currency);
  const account = known && client.settings.accounts[known];
  if (!account) throw new Error(`there is no account for ${currency} at this operator`);
  const entries = await readAll(client, account, wanted);
  const lines = entries
    .filter((entry) => entry.currency === currency && hasMoved(entry))
    .map((entry) => lineOf(entry, account));
  return {
    id: `${account.id}/${currency}/${from}/${to}`,
    currency,
    from,
    to,
    opening: null,
    closing: null,
    lines: withOwnIds(lines),
  };
}

/** Entries of one transaction, as of a payment and its fee, share its reference. */
function withOwnIds(lines: readonly StatementLine[]): readonly StatementLine[] {
  const times = new Map<string, number>();
  return lines.map((line) => {
    const nth = (times.get(line.line) ?? 0) + 1;
    times.set(line.line, nth);
    return nth === 1 ? line : { ...line, line: `${line.line}#${nth}` };
  });
}

async function readAll(
  client: MobileMoneyClient,
  account: OwnAccount,
  wanted: WantedStatement,
): Promise<StatementEntry[]> {
  const found = new Map<string, StatementEntry>();
  for (let page = 0, read = 0; page < mostPages; page += 1) {
    // A time limit for each page: the number of pages has none.
    const { entries, available } = await readPage(client.ask(), account, wanted, read);
    // A movement that is booked while we read moves the others to later pages, so that one may come twice.
    for (const entry of entries) found.set(movementOf(entry), entry);
    read += entries.length;
    const isLast = available === undefined ? entries.length < perPage : read >= available;
    if (isLast) return [...found.values()];
    if (entries.length === 0)
      throw new Error(`the operator gave ${read} of ${available ?? read} statement entries`);
  }
  throw new Error(`the statement has more than ${mostPages * perPage} entries: ask for fewer days`);
}

/** What is the same of a movement that is stated twice. Its state may have changed meanwhile. */
function movementOf({ transaction, shown, type, amount, debitParty, creditParty }: StatementEntry): string {
  return JSON.stringify([transaction, shown, type, String(amount), debitParty, creditParty]);
}

async function readPage(asking: Asking, account: OwnAccount, { from, to }: WantedStatement, offset: number) {
  const asked = new URLSearchParams({
    limit: String(perPage),
    offset: String(offset),
    fromDateTime: `${from}T00:00:00Z`,
    toDateTime: `${to}T23:59:59.999Z`,
  });
  const path = `/accounts/${account.type}/${encodeURIComponent(account.id)}/statemententries?${asked.toString()}`;
  const answer = await asking.get(path);
  if (answer.kind === 'silent') throw new Error(`the operator gives no statement: ${answer.code}`);
  if (answer.kind === 'refused') throw new Error(`the operator refuses a statement: ${answer.fault.raw}`);
  if (!Array.isArray(answer.body)) throw new Error('the operator’s statement cannot be read');
  const entries = answer.body.map((each: unknown) => {
    const entry = readStatementEntry(each);
    if (!entry) throw new Error('an entry of the operator’s statement cannot be read');
    return entry;
  });
  return { entries, available: countIn(answer.headers['x-records-available-count']) };
}

function countIn(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^[0-9]{1,9}$/.test(header) ? Number(header) : undefined;
}

/** A payment that was reversed came in, and its reversal is an entry of its own. A word that we do not know may be money too. */
function hasMoved({ status }: StatementEntry): boolean {
  const state = stateOf(status);
  return state === 'completed' || state === undefined || status.toLowerCase() === 'reversed';
}

function lineOf(entry: StatementEntry, account: OwnAccount): StatementLine {
  const isIn = comesIn(entry, account);
  return {
    line: entry.transaction,
    reference: entry.reference ?? null,
    gatewayReference: entry.transaction,
    kind: kindOf(entry, isIn),
    amount: isIn ? entry.amount : 0n - entry.amount,
    currency: entry.currency,
    bookedOn: entry.bookedOn,
  };
}

/** By the parties; an operator that names the account otherwise must say what kind of movement it is. */
function comesIn(entry: StatementEntry, account: OwnAccount): boolean {
  const isOurs = ({ value }: { readonly value: string }) => value === account.id;
  const [credited, debited] = [entry.creditParty.some(isOurs), entry.debitParty.some(isOurs)];
  if (credited !== debited) return credited;
  const kind = kinds[wordOf(entry)];
  if (kind === undefined)
    throw new Error(`statement entry ${entry.transaction} does not name the account of the service`);
  return kind === 'payment';
}

const kinds: Readonly<Record<string, StatementLine['kind']>> = {
  merchantpay: 'payment',
  disbursement: 'payout',
  reversal: 'refund',
  adjustment: 'refund',
  fee: 'fee',
};

/** `displayType` is for people and free text. Where it says nothing, the direction does. */
function kindOf(entry: StatementEntry, isIn: boolean): StatementLine['kind'] {
  const kind = kinds[wordOf(entry)];
  if (kind === undefined) return isIn ? 'payment' : 'other';
  // A payout that the operator reversed comes back.
  return isIn && kind !== 'payment' ? 'return' : kind;
}

function wordOf({ shown, type }: StatementEntry): string {
  return kinds[shown] === undefined ? type : shown;
}
