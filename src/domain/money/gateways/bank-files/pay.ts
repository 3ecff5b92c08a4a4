import { inTransaction } from '../../../../platform/db/database.ts';
import type { PayoutOutcome, PayoutRequest } from '../payout-port.ts';
import { isReached } from './messages/parties.ts';
import type { Transfer } from './moves.ts';
import { accountPurpose, type BankRail, refusalOf, unsendable } from './parts.ts';
import { findTransfer, insertTransfer } from './transfer-queries.ts';

/** What a payout is told of its transfer. A transfer that came back was paid before. */
const outcomes: Readonly<Record<Transfer['state'], PayoutOutcome>> = {
  waiting: { kind: 'pending' },
  filed: { kind: 'pending' },
  accepted: { kind: 'pending' },
  settled: { kind: 'completed' },
  rejected: { kind: 'rejected' },
  returned: { kind: 'completed', returnedAfterMs: 0 },
};

/** Writes the transfer of a payout once, and says how it stands. */
export async function pay(rail: BankRail, request: PayoutRequest): Promise<PayoutOutcome> {
  const { merchantId, reference } = request;
  const known = await findTransfer(rail.db, merchantId, reference);
  const transfer = known ?? (await write(rail, request));
  return outcomes[transfer.state];
}

async function write(rail: BankRail, request: PayoutRequest): Promise<Transfer> {
  const { merchantId, reference, net, currency, destination } = request;
  if (destination.type !== 'bank') throw new Error('a bank pays to bank accounts only');
  const { bankName, accountName, accountNumber, branchCode } = destination;
  const hasAccount = rail.settings.debtor.accounts[currency] !== undefined;
  const hasBank = isReached(rail.bankOf(bankName), accountNumber);
  const refusal = refusalOf({ hasBank, hasAccount });
  if (refusal !== null) rail.log.warn({ payout: reference, bank: bankName, currency, refusal }, unsendable);
  return await inTransaction(rail.db, merchantId, async (tx) => {
    await insertTransfer(tx, merchantId, {
      payout_id: reference,
      gateway: rail.name,
      amount: net,
      currency,
      bank_name: bankName,
      branch_code: branchCode,
      account_name: accountName,
      account_sealed: rail.secrets.seal(accountNumber, accountPurpose),
      end_to_end_id: endToEndIdOf(reference),
      state: refusal === null ? 'waiting' : 'rejected',
      reason: refusal,
      created_at: rail.now(),
    });
    const written = await findTransfer(tx, merchantId, reference);
    if (written === undefined) throw new Error('a transfer was written and is not there');
    return written;
  });
}

/** It follows from the payout's id, 34 of the 35 characters, so that asking again can never make another one. */
function endToEndIdOf(payoutId: string): string {
  return `PO${payoutId.replaceAll('-', '').toUpperCase()}`;
}
