import type { Client } from 'pg';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { untilDelivered } from '../../load/backlog.ts';
import { refund } from '../../load/calls.ts';
import { type LoadRequest, rateOf } from '../../load/load.ts';
import { payAndDeliver, withPayments } from '../../load/paying.ts';
import { ratioFigure } from '../../measure/figures.ts';
import { interleaved, type Scenario } from '../../measure/scenario.ts';
import { someMerchants } from '../../testbed/testbed.ts';

const connections = 16;

export const refunds: Scenario = {
  name: 'refunds',
  about: 'refund payments in whole, each once; baseline: the full payments by card that are refunded',
  run: (shared) =>
    withPayments(shared, async (bench, paid) => {
      const { client, service } = paid;
      const merchants = await someMerchants(bench.testbed, connections);
      // In the order of the rounds: what was paid in a round is refunded in it.
      const [payments, refunded] = await interleaved(bench, 'refunds', [
        ['full payments', () => payAndDeliver(bench, paid, { merchants, method: 'card', connections })],
        ['refunds', async () => await refundAll(client, { url: service.baseUrl, merchants })],
      ]);
      const what = `full refund, ${connections} at a time, against a full payment`;
      const unlike = 'A payment counts when its webhook is recorded, a refund when it is answered.';
      return [ratioFigure({ id: 'refunds', what, unlike }, [refunded, payments])];
    }),
};

/** Refunds per second, of every payment that is not refunded yet. */
async function refundAll(
  client: Client,
  { url, merchants }: { url: string; merchants: readonly CreatedMerchant[] },
): Promise<number> {
  const requests = await requestsFor(client, merchants);
  const rate = await rateOf({ url, connections, amount: requests.length, requests });
  await untilDelivered(client);
  const left = await requestsFor(client, merchants);
  if (left.length > 0) throw new Error(`${left.length} payments were not refunded`);
  return rate;
}

/** Merchants take turns, so that those refunded at the same time are of different ones. */
async function requestsFor(
  client: Client,
  merchants: readonly CreatedMerchant[],
): Promise<readonly LoadRequest[]> {
  const { rows } = await client.query<{ merchant: string; id: string }>(
    `SELECT merchant_id AS merchant, 'txn_' || replace(id::text, '-', '') AS id FROM sandbox.transactions
    WHERE type = 'payment' AND status = 'completed' AND refunded = 0 ORDER BY row_number() OVER (PARTITION BY merchant_id ORDER BY id)`,
  );
  const keys = new Map(merchants.map((merchant) => [String(merchant.merchantId), merchant]));
  return rows.flatMap(({ merchant, id }) => {
    const of = keys.get(merchant);
    return of === undefined ? [] : [refund(of, id)];
  });
}
