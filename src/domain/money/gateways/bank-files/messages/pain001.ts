import { formatMoney2 } from '../../../amounts/amount.ts';
import { type BankCode, type Debtor, isIban } from './parties.ts';
import { bankText } from './text.ts';
import { branch, leaf } from './xml.ts';

/** One transfer of an order. The account number is whole. */
export type OrderedTransfer = {
  readonly endToEndId: string;
  readonly amount: bigint;
  readonly account: string;
  readonly accountName: string;
  /** Absent: the IBAN leads to the bank. */
  readonly bank: BankCode | undefined;
  readonly branchCode: string | null;
};

export type Order = {
  readonly messageId: string;
  readonly madeAt: Date;
  /** `YYYY-MM-DD`. */
  readonly executionDay: string;
  readonly currency: string;
  readonly debtor: Debtor;
  readonly debtorAccount: string;
  readonly transfers: readonly OrderedTransfer[];
};

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const longestName = 140;

/** A payment order (pain.001.001.09): transfers of one currency from one account, to be made on one day. */
export function writePain001(order: Order): string {
  const initiation = branch('CstmrCdtTrfInitn', headerOf(order), paymentsOf(order));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${initiation}</Document>\n`;
}

function headerOf(order: Order): string {
  const { messageId, madeAt, debtor } = order;
  return branch(
    'GrpHdr',
    leaf('MsgId', messageId),
    leaf('CreDtTm', `${madeAt.toISOString().slice(0, 19)}Z`),
    ...sumsOf(order),
    branch('InitgPty', leaf('Nm', bankText(debtor.name, longestName))),
  );
}

function paymentsOf(order: Order): string {
  const { messageId, executionDay, currency, debtor, debtorAccount, transfers } = order;
  const { service_level: level } = debtor;
  return branch(
    'PmtInf',
    leaf('PmtInfId', `${messageId}-1`),
    leaf('PmtMtd', 'TRF'),
    ...sumsOf(order),
    level === undefined ? undefined : branch('PmtTpInf', branch('SvcLvl', leaf('Cd', level))),
    branch('ReqdExctnDt', leaf('Dt', executionDay)),
    branch('Dbtr', leaf('Nm', bankText(debtor.name, longestName))),
    branch('DbtrAcct', accountId(debtorAccount), leaf('Ccy', currency)),
    branch('DbtrAgt', agentOf(debtor, null)),
    leaf('ChrgBr', debtor.charges ?? 'SHAR'),
    ...transfers.map((transfer) => `\n${transferOf(transfer, currency)}`),
  );
}

function sumsOf({ transfers }: Order): readonly string[] {
  const total = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  return [leaf('NbOfTxs', String(transfers.length)), leaf('CtrlSum', formatMoney2(total))];
}

function transferOf(transfer: OrderedTransfer, currency: string): string {
  const { endToEndId, amount, account, accountName, bank, branchCode } = transfer;
  return branch(
    'CdtTrfTxInf',
    branch('PmtId', leaf('InstrId', endToEndId), leaf('EndToEndId', endToEndId)),
    branch('Amt', leaf('InstdAmt', formatMoney2(amount), { Ccy: currency })),
    bank && branch('CdtrAgt', agentOf(bank, branchCode)),
    branch('Cdtr', leaf('Nm', bankText(accountName, longestName))),
    branch('CdtrAcct', accountId(account)),
  );
}

function accountId(account: string): string {
  const iban = account.toUpperCase();
  return branch('Id', isIban(iban) ? leaf('IBAN', iban) : branch('Othr', leaf('Id', account)));
}

/** A bank by its BIC, with a branch beside it; or by its id in a clearing system, which may contain the branch. */
function agentOf({ bic, member }: BankCode, branchCode: string | null): string {
  if (bic !== undefined) {
    const office = branchCode === null ? '' : branch('BrnchId', leaf('Id', branchCode));
    return `${branch('FinInstnId', leaf('BICFI', bic))}${office}`;
  }
  if (member === undefined) return branch('FinInstnId', branch('Othr', leaf('Id', 'NOTPROVIDED')));
  const { system, id, with_branch: withBranch = false } = member;
  const name = leaf(system.length <= 5 ? 'Cd' : 'Prtry', system);
  const memberId = withBranch ? `${id}${branchCode ?? ''}` : id;
  return branch('FinInstnId', branch('ClrSysMmbId', branch('ClrSysId', name), leaf('MmbId', memberId)));
}
