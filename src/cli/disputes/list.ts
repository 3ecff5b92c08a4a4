import { values } from '../../../generated/values.ts';
import { formatMoney2 } from '../../domain/money/amounts/amount.ts';
import { type Dispute, findDisputes } from '../../domain/payments/disputes/queries.ts';
import { showId } from '../../platform/ids.ts';
import { actAs } from '../support/acting.ts';
import { onDatabases } from '../support/operator.ts';
import {
  knownMerchant,
  merchantOf,
  modeOf,
  mostListed,
  numberIn,
  type OfMerchant,
  type OfMode,
  sayRest,
} from '../support/options.ts';
import { cell, Failure, printJson, printTable } from '../support/print.ts';

type Options = OfMerchant & OfMode & { readonly json?: true };

/** `mps dispute list`. */
export async function listVerb(
  options: Options & { readonly status?: string; readonly limit: string },
): Promise<void> {
  const limit = numberIn(options.limit, '--limit', { least: 1, most: mostListed });
  const status = values.DisputeStatus.find((one) => one === options.status);
  if (options.status !== undefined && !status)
    throw new Failure('usage', `--status is one of: ${values.DisputeStatus.join(', ')}.`);
  const page = { after: undefined, rows: limit + 1 };
  const found = await onDatabases(async (operator) => {
    const merchantId = await knownMerchant(operator, merchantOf(operator, options));
    const whose = { mode: modeOf(options), merchantId };
    return await actAs(operator, whose, ({ tx, merchant }) =>
      findDisputes(tx, merchant.id, { status, paymentId: undefined }, page),
    );
  });
  const disputes = found.slice(0, limit).map(shown);
  if (options.json) printJson({ disputes, more: found.length > limit });
  else
    printTable(
      disputes.map((one) =>
        Object.fromEntries(Object.entries(one).map(([name, value]) => [name, cell(value)])),
      ),
    );
  sayRest(found, limit, 'There is no such dispute.');
}

/** A dispute, as both commands print it. */
export function shown(one: Dispute) {
  return {
    dispute_id: showId('dsp', one.id),
    payment_id: showId('txn', one.transaction_id),
    reference: one.gateway_reference,
    amount: formatMoney2(one.amount),
    currency: one.currency,
    status: one.status,
    reason: one.reason,
    evidence: one.evidence,
    evidence_due_at: one.evidence_due_at.toISOString(),
    resolution: one.resolution,
    reinstated_at: one.reinstated_at?.toISOString() ?? null,
  };
}
