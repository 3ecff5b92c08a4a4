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

/**
 * The statuses of a payment status report. What it says of a transfer itself counts; else what it says of the transfer's part of
 * the file; else what it says of the whole file.
 */
export function readPain002(body: Element): Notices {
  const group = find(body, 'OrgnlGrpInfAndSts');
  const parts = findAll(body, 'OrgnlPmtInfAndSts');
  const rows = parts.flatMap((part) => findAll(part, 'TxInfAndSts'));
  const single = rows.flatMap(noticeOf);
  // Also those whose status means nothing: they do not have that of the file.
  const named = rows.flatMap((row) => idOf(row) ?? []);
  const file = textAt(group, 'OrgnlMsgId');
  if (file === null) return { single, groups: [] };
  const ofFile = groupOf(file, group, { status: 'GrpSts', named, reasons: group });
  // A file of ours has one part.
  const ofParts = parts.map((part) => groupOf(file, part, { status: 'PmtInfSts', named, reasons: part }));
  const groups = ofParts.some((part) => part !== undefined) ? ofParts : [ofFile];
  return { single, groups: groups.filter((notice) => notice !== undefined) };
}

function groupOf(
  fileMessageId: string,
  element: Element | undefined,
  about: {
    readonly status: string;
    readonly named: readonly string[];
    readonly reasons: Element | undefined;
  },
): GroupNotice | undefined {
  const says = meanings[textAt(element, about.status) ?? ''];
  if (says === undefined) return undefined;
  const reason = reasonOf(about.reasons);
  return { says, fileMessageId, covers: [], reason, total: null, butFor: about.named, bankReference: null };
}

function noticeOf(row: Element): Notice[] {
  const says = meanings[textAt(row, 'TxSts') ?? ''];
  if (says === undefined) return [];
  return [
    {
      says,
      endToEndId: idOf(row),
      reason: reasonOf(row),
      amount: null,
      currency: null,
      bankReference: textAt(row, 'AcctSvcrRef'),
    },
  ];
}

/** The instruction id of our transfers is the end-to-end id. */
function idOf(row: Element): string | null {
  return textAt(row, 'OrgnlEndToEndId') ?? textAt(row, 'OrgnlInstrId');
}

function reasonOf(element: Element | undefined): string | null {
  const reason = find(element, 'StsRsnInf', 'Rsn');
  return textAt(reason, 'Cd') ?? textAt(reason, 'Prtry');
}
