import { readAmount } from './document.ts';
import type { GroupNotice, Notice, Notices, Says } from './notices.ts';
import { type Element, find, findAll, textAt } from './xml.ts';

/** What a status means. One that is not here changes nothing, such as PDNG, RCVD and PART. */
const meanings: Readonly<Record<string, Says>> = {
  ACTC: 'accepted',
  ACCP: 'accepted',
  ACWC: 'accepted',
  ACSP: 'accepted',
  ACSC: 'settled',
  ACCC: 'settled',
  RJCT: 'rejected',
  CANC: 'rejected',
};

/** Reasons for which a bank refuses what it has already: a message, its part, a transaction or one of its ids. */
const duplicates: ReadonlySet<string> = new Set(['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05']);

/**
 * The statuses of a payment status report. What it says of a transfer itself counts; else what it says of the transfer's part of
 * the file; else what it says of the whole file.
 */
export function readPain002(body: Element): Notices {
  const group = find(body, 'OrgnlGrpInfAndSts');
  const parts = findAll(body, 'OrgnlPmtInfAndSts');
  const rows = parts.flatMap(rowsOf);
  const single = parts.flatMap((part) => rowsOf(part).flatMap((row) => noticeOf(row, [part, group])));
  const file = textAt(group, 'OrgnlMsgId');
  if (file === null) return { single, groups: [] };
  const about: AboutFile = {
    file,
    // Also those whose status means nothing: they do not have that of the file.
    named: rows.flatMap((row) => idOf(row) ?? []),
    report: [group, ...parts, ...rows],
  };
  const ofFile = groupOf(group, 'GrpSts', about);
  // A file of ours has one part.
  const ofParts = parts.map((part) => groupOf(part, 'PmtInfSts', about));
  const groups = ofParts.some((part) => part !== undefined) ? ofParts : [ofFile];
  const told = groups.filter((notice) => notice !== undefined);
  return { single, groups: told.filter(({ says }) => !rows.some((row) => isExcept(row, says))) };
}

/** What the ids of our transfers begin with. */
const ours = /^PO[0-9A-F]/;

/**
 * Whether something else is said of a transfer that no id of ours names. Nobody can tell it from the others, so what is said of all would
 * be taken for what is said of it. A duplicate moves nothing.
 */
function isExcept(row: Element, says: Says): boolean {
  const own = textAt(row, 'TxSts');
  return says !== 'duplicate' && own !== null && !ours.test(idOf(row) ?? '') && meanings[own] !== says;
}

const rowsOf = (part: Element) => findAll(part, 'TxInfAndSts');

type Elements = readonly (Element | undefined)[];

type AboutFile = {
  readonly file: string;
  readonly named: readonly string[];
  /** All elements of the report that may state a reason. */
  readonly report: Elements;
};

/** A rejection of many is one of duplicates if any reason of its report says so: the others may be duplicates as well. */
function groupOf(
  element: Element | undefined,
  status: string,
  { file: fileMessageId, named, report }: AboutFile,
): GroupNotice | undefined {
  const said = saidBy(element, status, report);
  return said && { ...said, fileMessageId, covers: [], total: null, butFor: named, bankReference: null };
}

/** `above`: the part and the file of the transfer. If they name a duplicate, the transfer may be one. */
function noticeOf(row: Element, above: Elements): Notice[] {
  const said = saidBy(row, 'TxSts', above);
  if (said === undefined) return [];
  const bankReference = textAt(row, 'AcctSvcrRef');
  return [{ ...said, ...repeatedIn(row), endToEndId: idOf(row), bankReference }];
}

/** The amount that the bank was asked for, as it repeats it: if that is another than ours, its status is about something else. */
function repeatedIn(row: Element): Pick<Notice, 'amount' | 'currency'> {
  const asked = find(row, 'OrgnlTxRef', 'Amt', 'InstdAmt');
  return { amount: asked ? readAmount(asked.text) : null, currency: asked?.attributes['Ccy'] ?? null };
}

/** `others`: where a reason may stand that makes a rejection of this element one of a duplicate. */
function saidBy(
  element: Element | undefined,
  status: string,
  others: Elements,
): Pick<Notice, 'says' | 'reason'> | undefined {
  const says = meanings[textAt(element, status) ?? ''];
  if (says === undefined) return undefined;
  const [reason = null] = reasonsOf(element);
  if (says !== 'rejected') return { says, reason };
  const duplicate = [element, ...others].flatMap(reasonsOf).find((code) => duplicates.has(code));
  return duplicate === undefined ? { says, reason } : { says: 'duplicate', reason: duplicate };
}

/** The instruction id of our transfers is the end-to-end id. */
function idOf(row: Element): string | null {
  const id = textAt(row, 'OrgnlEndToEndId');
  return id === null || id === 'NOTPROVIDED' ? textAt(row, 'OrgnlInstrId') : id;
}

function reasonsOf(element: Element | undefined): readonly string[] {
  return findAll(element, 'StsRsnInf').flatMap(
    (said) => textAt(said, 'Rsn', 'Cd') ?? textAt(said, 'Rsn', 'Prtry') ?? [],
  );
}
