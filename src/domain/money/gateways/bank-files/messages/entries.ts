import { readAmount, readDay } from './document.ts';
import { type Element, find, findAll, textAt, Unreadable } from './xml.ts';

/** A movement of an account: one transaction of an entry, or an entry that has no transactions. */
export type Movement = {
  readonly endToEndId: string | null;
  /** Unsigned. */
  readonly amount: bigint;
  readonly currency: string;
  readonly isCredit: boolean;
  /** The money of an earlier movement goes back. */
  readonly isReturn: boolean;
  readonly isFee: boolean;
  readonly reason: string | null;
  readonly bankReference: string | null;
  readonly bookedOn: string | null;
  /** Of an entry that stands for a whole file: the file's message id. */
  readonly fileMessageId: string | null;
};

/** The booked movements of a statement or a notification. Entries that are only announced are left out. */
export function movementsIn(account: Element): readonly Movement[] {
  return findAll(account, 'Ntry')
    .filter((entry) => (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) === 'BOOK')
    .flatMap(movementsOf);
}

function movementsOf(entry: Element): readonly Movement[] {
  const details = findAll(entry, 'NtryDtls');
  const rows = details.flatMap((part) => findAll(part, 'TxDtls'));
  if (rows.length === 0) return [movementOf(entry, undefined, details[0])];
  if (rows.length > 1 && rows.some((row) => amountOf(row) === undefined))
    throw new Unreadable('it has an entry of several transactions that do not say their amounts');
  return rows.map((row) => movementOf(entry, row, undefined));
}

function movementOf(entry: Element, row: Element | undefined, details: Element | undefined): Movement {
  const amount = amountOf(row) ?? amountOf(entry);
  if (amount === undefined) throw new Unreadable('it has an entry without an amount');
  const endToEndId = textAt(row, 'Refs', 'EndToEndId');
  const code = codeOf(row) ?? codeOf(entry) ?? [];
  return {
    endToEndId: endToEndId === 'NOTPROVIDED' ? null : endToEndId,
    ...amount,
    isCredit: either(row, entry, 'CdtDbtInd') === 'CRDT',
    isReturn: isReturn(entry, row, code),
    isFee: code.some((part) => fees.has(part)),
    reason: reasonOf(row),
    bankReference: textAt(row, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef'),
    bookedOn: readDay(find(entry, 'BookgDt')),
    fileMessageId: textAt(details, 'Btch', 'MsgId'),
  };
}

/** A transaction may leave to its entry what all transactions of the entry share. */
function either(row: Element | undefined, entry: Element, name: string): string | null {
  return textAt(row, name) ?? textAt(entry, name);
}

function reasonOf(row: Element | undefined): string | null {
  const reason = find(row, 'RtrInf', 'Rsn');
  return textAt(reason, 'Cd') ?? textAt(reason, 'Prtry');
}

/** Transfers that come back have a reason, or a code: RRTN (returned) and RPCR (reversed for a cancellation). */
function isReturn(entry: Element, row: Element | undefined, code: Code): boolean {
  return (
    find(row, 'RtrInf') !== undefined ||
    textAt(entry, 'RvslInd') === 'true' ||
    code.some((part) => part === 'RRTN' || part === 'RPCR')
  );
}

type Stated = Pick<Movement, 'amount' | 'currency'>;

function amountOf(element: Element | undefined): Stated | undefined {
  const amount = find(element, 'Amt') ?? find(element, 'AmtDtls', 'TxAmt', 'Amt');
  const currency = amount?.attributes['Ccy'];
  return amount && currency !== undefined ? { amount: readAmount(amount.text), currency } : undefined;
}

/** Families and sub-families of bank transaction codes that are charges. */
const fees = new Set(['CHRG', 'FEES', 'COMM', 'COME', 'COMI', 'COMT']);

type Code = readonly string[];

/** Family and sub-family of a movement; undefined if it has no code. */
function codeOf(element: Element | undefined): Code | undefined {
  const family = find(element, 'BkTxCd', 'Domn', 'Fmly');
  return family && [textAt(family, 'Cd') ?? '', textAt(family, 'SubFmlyCd') ?? ''];
}
