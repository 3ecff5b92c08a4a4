import { randomUUID } from 'node:crypto';

/** Messages as a bank writes them, for tests that say what a bank says. */

const document = (name: string, inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">${inner}</Document>`;

const header = () =>
  `<GrpHdr><MsgId>${randomUUID().replaceAll('-', '')}</MsgId><CreDtTm>${usualDay}T09:00:00Z</CreDtTm></GrpHdr>`;

const optional = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<${name}>${text}</${name}>`;

const reasons = (code: string | undefined) =>
  code === undefined ? '' : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;

type Status = { readonly id: string; readonly status: string; readonly reason?: string };

type Report = {
  readonly file?: string;
  readonly group?: string;
  readonly part?: string;
  /** Of the part. */
  readonly partReason?: string;
  readonly reason?: string;
  readonly statuses?: readonly Status[];
};

/** pain.002.001.10 */
export function statusReport(report: Report): string {
  const { file = 'UNKNOWN', group, part, partReason, reason, statuses } = report;
  const rows = (statuses ?? []).map(
    (one) =>
      `<TxInfAndSts><OrgnlEndToEndId>${one.id}</OrgnlEndToEndId><TxSts>${one.status}</TxSts>${reasons(one.reason)}</TxInfAndSts>`,
  );
  const ofPart =
    statuses === undefined && part === undefined
      ? ''
      : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${file}-1</OrgnlPmtInfId>${optional('PmtInfSts', part)}${reasons(partReason)}${rows.join('')}</OrgnlPmtInfAndSts>`;
  return document(
    'pain.002.001.10',
    `<CstmrPmtStsRpt>${header()}<OrgnlGrpInfAndSts><OrgnlMsgId>${file}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${optional('GrpSts', group)}${reasons(reason)}</OrgnlGrpInfAndSts>${ofPart}</CstmrPmtStsRpt>`,
  );
}

export type Entry = {
  readonly id?: string | undefined;
  readonly amount: string;
  readonly side?: 'DBIT' | 'CRDT';
  readonly currency?: string;
  readonly status?: string;
  /** The reason for which a transfer comes back. */
  readonly returned?: string;
  /** Family and sub-family of the bank transaction code. */
  readonly code?: readonly [string, string];
  /** Whether the entry takes an earlier one back, as the bank writes it. */
  readonly reversal?: string;
  readonly reference?: string;
  /** The message id of a file that is booked as a whole. */
  readonly file?: string;
  /** The payment information of the file, which some banks state instead of its message. */
  readonly paymentInformation?: string;
  /** The transfers that are booked as one, if the bank names them without their amounts. */
  readonly covers?: readonly string[];
};

/** The day of what says no other. */
/**
 * A Thursday of the last days: what the service writes is dated by the real day, and compared with statements of about that day.
 * It is over, since a test that turns the service's clock ahead gives later tests of its process ids of a time to come.
 */
export const usualDay = (() => {
  const before = new Date(Date.now() - 2 * 86_400_000);
  const sinceThursday = (before.getUTCDay() + 3) % 7;
  return new Date(before.getTime() - sinceThursday * 86_400_000).toISOString().slice(0, 10);
})();

function entry(one: Entry, day: string): string {
  const { side = 'DBIT', currency = 'USD', status = 'BOOK', code = ['ICDT', 'DMCT'] } = one;
  const amount = `<Amt Ccy="${currency}">${one.amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>`;
  return `<Ntry>${amount}${optional('RvslInd', one.reversal)}<Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>${optional('AcctSvcrRef', one.reference)}<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${code[0]}</Cd><SubFmlyCd>${code[1]}</SubFmlyCd></Fmly></Domn></BkTxCd>${detailsOf(one, amount)}</Ntry>`;
}

function detailsOf({ id, returned, file, paymentInformation, covers = [] }: Entry, amount: string): string {
  const covered = covers.map((one) => `<TxDtls><Refs><EndToEndId>${one}</EndToEndId></Refs></TxDtls>`);
  const reason = returned === undefined ? '' : `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>`;
  const single = `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${amount}${reason}</TxDtls>`;
  const named = optional('MsgId', file) + optional('PmtInfId', paymentInformation);
  const details = (named && `<Btch>${named}</Btch>`) + (id === undefined ? covered.join('') : single);
  return details && `<NtryDtls>${details}</NtryDtls>`;
}

/** camt.054.001.08 */
export function notification(...entries: readonly Entry[]): string {
  return document(
    'camt.054.001.08',
    `<BkToCstmrDbtCdtNtfctn>${header()}<Ntfctn><Id>${randomUUID()}</Id><Acct><Id><Othr><Id>100200300</Id></Othr></Id></Acct>${entries.map((one) => entry(one, usualDay)).join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  );
}

const balance = (code: string, amount: string, side: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

/** camt.053.001.08. With entries, but without the balances that they lead to. */
export function unbalanced(id: string, ...entries: readonly Entry[]): string {
  return statement(id, ...entries).replaceAll(/<Bal>.*?<\/Bal>/g, '');
}

/** camt.053.001.08, of one day. The account had 1000.00 at its beginning. */
export function statementOf(
  {
    id,
    day,
    closing: [amount, side],
  }: { readonly id: string; readonly day: string; readonly closing: readonly [string, 'CRDT' | 'DBIT'] },
  ...entries: readonly Entry[]
): string {
  const [opened, closed] = [balance('OPBD', '1000.00', 'CRDT', day), balance('CLBD', amount, side, day)];
  const booked = entries.map((one) => entry(one, day)).join('');
  return document(
    'camt.053.001.08',
    `<BkToCstmrStmt>${header()}<Stmt><Id>${id}</Id><FrToDt><FrDtTm>${day}T00:00:00Z</FrDtTm><ToDtTm>${day}T23:59:59Z</ToDtTm></FrToDt><Acct><Id><Othr><Id>100200300</Id></Othr></Id><Ccy>USD</Ccy></Acct>${opened}${closed}${booked}</Stmt></BkToCstmrStmt>`,
  );
}

/** A statement of the usual day, after which the account is overdrawn by 12.50. */
export function statement(id: string, ...entries: readonly Entry[]): string {
  return statementOf({ id, day: usualDay, closing: ['12.50', 'DBIT'] }, ...entries);
}

export type Ordered = {
  readonly messageId: string;
  readonly total: string;
  readonly transfers: readonly { readonly id: string; readonly amount: string }[];
};

/** What a bank reads in a payment order, by patterns: not by the code that wrote it. */
export function readOrder(text: string): Ordered {
  const rows = [...text.matchAll(/<CdtTrfTxInf>.*?<\/CdtTrfTxInf>/gs)].map(([row]) => ({
    id: /<EndToEndId>(.*?)</.exec(row)?.[1] ?? '',
    amount: /<InstdAmt Ccy="[A-Z]{3}">(.*?)</.exec(row)?.[1] ?? '',
  }));
  return {
    messageId: /<MsgId>(.*?)</.exec(text)?.[1] ?? '',
    total: /<CtrlSum>(.*?)</.exec(text)?.[1] ?? '',
    transfers: rows,
  };
}
