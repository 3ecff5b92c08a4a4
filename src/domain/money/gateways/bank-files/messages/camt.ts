import type { Statement, StatementLine } from '../../statement.ts';
import { readAmount, readDay, readLastDay, readMessage } from './document.ts';
import { comesIn, type Movement, movementsIn, yes } from './entries.ts';
import type { GroupNotice, Notices } from './notices.ts';
import { type Element, find, findAll, textAt, Unreadable } from './xml.ts';

/** What a notification says of our transfers: debits settle them, credits that are returns bring them back. */
export function readCamt054(body: Element): Notices {
  const movements = findAll(body, 'Ntfctn').flatMap(movementsIn);
  const told = movements.flatMap((movement) => {
    const says = saysOf(movement);
    return says ? [{ movement, says }] : [];
  });
  const single = told.flatMap(
    ({ movement: { endToEndId, reason, amount, currency, bankReference }, says }) =>
      endToEndId === null ? [] : [{ says, endToEndId, reason, amount, currency, bankReference }],
  );
  return { single, groups: told.flatMap(({ movement, says }) => groupOf(movement, says) ?? []) };
}

function groupOf(movement: Movement, says: GroupNotice['says']): GroupNotice | undefined {
  const { endToEndId, fileMessageId, reason, amount, currency, bankReference, covers, isSum } = movement;
  if (endToEndId !== null || (fileMessageId === null && !isSum)) return undefined;
  return { says, fileMessageId, covers, reason, total: { amount, currency }, butFor: [], bankReference };
}

/** Other money comes in too: it is no notice. */
function saysOf({ isCredit, isReturn }: Movement): 'debited' | 'returned' | undefined {
  if (!isCredit) return 'debited';
  return isReturn ? 'returned' : undefined;
}

/**
 * The statements of a file of a bank, one for each account and period.
 *
 * @throws Unreadable
 */
export async function readCamt053(bytes: Uint8Array): Promise<readonly Statement[]> {
  const { name, body } = await readMessage(bytes);
  if (name !== 'camt.053.001.08')
    throw new Unreadable(`it is ${name}, and not a statement (camt.053.001.08)`);
  return findAll(body, 'Stmt').map((one) => statementOf(one, null));
}

/**
 * The notifications of a file of a bank, each read as the statement of its day: of banks that send no statements.
 *
 * @throws Unreadable
 */
export async function notificationsAsStatements(bytes: Uint8Array): Promise<readonly Statement[]> {
  const { name, body } = await readMessage(bytes);
  if (name !== 'camt.054.001.08')
    throw new Unreadable(`it is ${name}, and not a notification (camt.054.001.08)`);
  const made = readDay(find(body, 'GrpHdr', 'CreDtTm'));
  return findAll(body, 'Ntfctn').map((one) => statementOf(one, made));
}

/** `messageMade`: the day of the message, for what says no day of its own. */
function statementOf(element: Element, messageMade: string | null): Statement {
  const [id, currency] = [idOf(element), currencyOf(element)];
  const made = readDay(find(element, 'CreDtTm')) ?? messageMade;
  const from = readDay(find(element, 'FrToDt', 'FrDtTm')) ?? made;
  const to = readLastDay(find(element, 'FrToDt', 'ToDtTm'), from) ?? made;
  if (id === null || currency === null || from === null || to === null)
    throw new Unreadable('it has a statement without an id, a currency or a period');
  const lines = movementsIn(element).map((movement) => lineOf(movement, to));
  return {
    id,
    currency,
    from,
    to,
    opening: balanceOf(element, 'OPBD') ?? balanceOf(element, 'PRCD'),
    closing: closingOf(element),
    lines: withOwnIds(lines),
  };
}

/** The pages of a statement share its id, which the first one keeps. */
function idOf(element: Element): string | null {
  const id = textAt(element, 'Id');
  const { number } = pageOf(element);
  return id === null || number === 1 ? id : `${id}/${number}`;
}

/** Null for a page: it may have the balances of the whole statement, to which its own lines do not lead. */
function closingOf(element: Element): bigint | null {
  const { number, isLast } = pageOf(element);
  return number === 1 && isLast ? balanceOf(element, 'CLBD') : null;
}

function pageOf(element: Element): { readonly number: number; readonly isLast: boolean } {
  const page = find(element, 'StmtPgntn') ?? find(element, 'NtfctnPgntn');
  if (page === undefined) return { number: 1, isLast: true };
  return { number: Number(textAt(page, 'PgNb')), isLast: yes.test(textAt(page, 'LastPgInd') ?? '') };
}

function currencyOf(element: Element): string | null {
  const amounts = [find(element, 'Bal', 'Amt'), find(element, 'Ntry', 'Amt')];
  const ofAmounts = amounts.flatMap((amount) => amount?.attributes['Ccy'] ?? []);
  return textAt(element, 'Acct', 'Ccy') ?? ofAmounts[0] ?? null;
}

function balanceOf(element: Element, code: string): bigint | null {
  const balance = findAll(element, 'Bal').find((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code);
  const amount = textAt(balance, 'Amt');
  if (amount === null) return null;
  return comesIn(textAt(balance, 'CdtDbtInd')) ? readAmount(amount) : -readAmount(amount);
}

/** The end-to-end id of a transfer, or the message id of a file. */
const ours = /^(PO|M)[0-9A-F]{32}$/;

function lineOf(movement: Movement, statementDay: string): StatementLine {
  const { endToEndId, fileMessageId, bankReference, amount, currency, isCredit, bookedOn, covers } = movement;
  return {
    line: bankReference ?? '',
    reference: endToEndId ?? (ours.test(fileMessageId ?? '') ? fileMessageId : null),
    gatewayReference: bankReference,
    kind: kindOf(movement),
    amount: isCredit ? amount : -amount,
    currency,
    bookedOn: bookedOn ?? statementDay,
    ...(covers.length > 0 && { covers }),
  };
}

function kindOf(movement: Movement): StatementLine['kind'] {
  const { isCredit, isReturn, isFee, endToEndId, fileMessageId, covers } = movement;
  if (isFee) return 'fee';
  if (isCredit) return isReturn ? 'return' : 'other';
  return [endToEndId, fileMessageId, ...covers].some((id) => ours.test(id ?? '')) ? 'payout' : 'other';
}

/** The transactions of one entry share its reference, and some entries have none: the place in the statement tells them apart. */
function withOwnIds(lines: readonly StatementLine[]): readonly StatementLine[] {
  const times = new Map<string, number>();
  for (const { line } of lines) times.set(line, (times.get(line) ?? 0) + 1);
  return lines.map((line, at) =>
    line.line !== '' && times.get(line.line) === 1 ? line : { ...line, line: `${line.line}#${at + 1}` },
  );
}
