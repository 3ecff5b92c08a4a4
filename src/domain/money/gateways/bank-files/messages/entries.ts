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
  /** Of an entry that names the transfers that it stands for, and states only their sum: their end-to-end ids. */
  readonly covers: readonly string[];
  /** It stands for several transactions that do not say their amounts, whether it names them or not. */
  readonly isSum: boolean;
};

/**
 * The booked movements of a statement or a notification. Entries that are only announced are left out.
 *
 * @throws Unreadable also if an entry does not say whether it is booked, or which way its money went
 */
export function movementsIn(account: Element): readonly Movement[] {
  return findAll(account, 'Ntry').filter(isBooked).flatMap(movementsOf);
}

/** Pending, informed of, and to come. */
const announced = new Set(['PDNG', 'INFO', 'FUTR']);

function isBooked(entry: Element): boolean {
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts');
  if (status === 'BOOK') return true;
  if (status === null || !announced.has(status))
    throw new Unreadable('it has an entry that does not say whether it is booked');
  return false;
}

function movementsOf(entry: Element): readonly Movement[] {
  const details = findAll(entry, 'NtryDtls');
  const rows = details.flatMap((part) => findAll(part, 'TxDtls'));
  const [first] = rows;
  const file = fileOf(details[0], first);
  if (rows.length < 2) return [movementOf(entry, first, endToEndIdOf(first) === null ? file : null)];
  const silent = rows.filter((row) => amountOf(row) === undefined);
  if (silent.length === 0) return rows.map((row) => movementOf(entry, row, null));
  if (silent.length < rows.length)
    throw new Unreadable('it has an entry of several transactions of which some do not say their amounts');
  const covers = rows.flatMap((row) => endToEndIdOf(row) ?? []);
  return [{ ...movementOf(entry, undefined, file), covers, isSum: true }];
}

/** Ids of our files, and of the payment information in them, which some banks state instead. */
const oursOfFile = /^(M[0-9A-F]{32})(-1)?$/;

/** The message id of the file that an entry stands for, if it stands for one. */
function fileOf(details: Element | undefined, row: Element | undefined): string | null {
  const [batch, refs] = [find(details, 'Btch'), find(row, 'Refs')];
  const named = [batch, refs].flatMap((part) => [textAt(part, 'MsgId'), textAt(part, 'PmtInfId')]);
  const [own] = named.flatMap((id) => oursOfFile.exec(id ?? '')?.[1] ?? []);
  return own ?? textAt(batch, 'MsgId');
}

const oursOfTransfer = /^PO[0-9A-F]{32}$/;

/** The instruction id of our transfers is the end-to-end id, and some banks repeat only that one. */
function endToEndIdOf(row: Element | undefined): string | null {
  const id = textAt(row, 'Refs', 'EndToEndId');
  if (id !== null && id !== 'NOTPROVIDED') return id;
  const instruction = textAt(row, 'Refs', 'InstrId');
  return oursOfTransfer.test(instruction ?? '') ? instruction : null;
}

function movementOf(entry: Element, row: Element | undefined, fileMessageId: string | null): Movement {
  const amount = amountOf(row) ?? amountOf(entry);
  if (amount === undefined) throw new Unreadable('it has an entry without an amount');
  const code = codeOf(row) ?? codeOf(entry) ?? [];
  return {
    endToEndId: endToEndIdOf(row),
    ...amount,
    isCredit: comesIn(either(row, entry, 'CdtDbtInd')),
    isReturn: isReturn(entry, row, code),
    isFee: code.some((part) => fees.has(part)),
    reason: reasonOf(row),
    bankReference: textAt(row, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef'),
    bookedOn: readDay(find(entry, 'BookgDt')),
    fileMessageId,
    covers: [],
    isSum: false,
  };
}

/** Whatever is neither must not pass for a debit: that would complete a payout. @throws Unreadable */
export function comesIn(side: string | null): boolean {
  if (side !== 'CRDT' && side !== 'DBIT')
    throw new Unreadable('it has an amount that is neither a credit (CRDT) nor a debit (DBIT)');
  return side === 'CRDT';
}

/** A transaction may leave to its entry what all transactions of the entry share. */
function either(row: Element | undefined, entry: Element, name: string): string | null {
  return textAt(row, name) ?? textAt(entry, name);
}

function reasonOf(row: Element | undefined): string | null {
  const reason = find(row, 'RtrInf', 'Rsn');
  return textAt(reason, 'Cd') ?? textAt(reason, 'Prtry');
}

/** A truth of XML Schema has two spellings. */
export const yes = /^(true|1)$/;

/** Transfers that come back have a reason, a mark, or a code: RRTN (returned) and RPCR (reversed for a cancellation). */
function isReturn(entry: Element, row: Element | undefined, code: Code): boolean {
  return (
    find(row, 'RtrInf') !== undefined ||
    yes.test(textAt(entry, 'RvslInd') ?? '') ||
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
