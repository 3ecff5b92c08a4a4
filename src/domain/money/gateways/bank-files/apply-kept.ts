import { inTransactionAcrossMerchants } from '../../../../platform/db/database.ts';
import { findKeptSumsAcrossMerchants, type KeptSum, writeAppliedAcrossMerchants } from './answer-queries.ts';
import { expand } from './expand.ts';
import type { GroupNotice, Notices } from './messages/notices.ts';
import { moveTransfers } from './move-transfers.ts';
import type { BankRail } from './parts.ts';

/**
 * Compares the sums again that were kept about the files of which an answer speaks. A bank may book the rest of a file before it says
 * which transfers it rejects; without this, payouts that end by the debit would wait for ever. A sum that still fits nothing stays.
 *
 * Decision 0118.
 */
export async function applyKept(
  rail: BankRail,
  { single, groups }: Notices,
): Promise<{ readonly moved: number }> {
  const kept = await findKeptSumsAcrossMerchants(rail.db, {
    gateway: rail.name,
    files: groups.flatMap(({ fileMessageId }) => fileMessageId ?? []),
    ids: [...single.flatMap(({ endToEndId }) => endToEndId ?? []), ...groups.flatMap(({ covers }) => covers)],
  });
  let moved = 0;
  for (const sum of kept) moved += await applyOne(rail, sum);
  return { moved };
}

async function applyOne(rail: BankRail, sum: KeptSum): Promise<number> {
  const { about } = await expand(rail, groupOf(sum));
  if (about === undefined) return 0;
  const { moved, unmatched } = await moveTransfers(
    rail,
    about.map(({ place: position, notice }) => ({ position, notice })),
  );
  // Another answer has contradicted it meanwhile: the sum is not that of these transfers.
  if (unmatched.length > 0) return moved;
  const { hash, position, end_to_end_id: file } = sum;
  await inTransactionAcrossMerchants(rail.db, (tx) =>
    writeAppliedAcrossMerchants(tx, { gateway: rail.name, hash, position }),
  );
  rail.log.info(
    { file, moved },
    'a sum that the bank stated before fits the transfers that it did not reject',
  );
  return moved;
}

function groupOf(sum: KeptSum): GroupNotice {
  const { says, reason, amount, stated_in: currency, bank_reference: bankReference, covers } = sum;
  const total = { amount, currency };
  return {
    says,
    reason,
    total,
    bankReference,
    fileMessageId: sum.end_to_end_id,
    covers: covers ?? [],
    butFor: [],
  };
}
