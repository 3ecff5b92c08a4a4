import type { Client } from 'pg';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { beginAttempt } from '../../../src/domain/notices/deliveries/attempt.ts';
import {
  type Attempt,
  claimDeliveriesAcrossMerchants,
  recordAttemptsAcrossMerchants,
} from '../../../src/domain/notices/deliveries/queries.ts';
import { randomUuid } from '../../../src/platform/ids.ts';
import { createCheckout, payOnce } from '../load/calls.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { asOwner } from '../testbed/transactions.ts';
import { type Recorder, type Statement, startRecorder } from './recorder.ts';
import { type Template, templateOf } from './template.ts';

const firstLane = '00000000-0000-0000-0000-000000000000';
/** The most that a worker claims at once. */
const claimedAtOnce = 64;

export type PaymentTemplates = {
  /** Opens a checkout, shows its page, takes its form, shows the receipt. */
  readonly payment: Template;
  /** Claims what is due and records it as delivered. */
  readonly deliver: Template;
  /** For each merchant, the ids of its own that a payment uses. */
  readonly owns: readonly (readonly string[])[];
};

/** Recorded from the running service, so that they cannot drift from it. */
export async function templatesOfPayments(
  testbed: Testbed,
  merchants: readonly CreatedMerchant[],
  hook: string,
): Promise<PaymentTemplates> {
  const recorder = await startRecorder(testbed);
  try {
    // The first payment of a merchant inserts its lane; the recorded one must not.
    for (const merchant of merchants) {
      await payOnce(recorder.baseUrl, createCheckout(merchant, hook), `first-${merchant.merchantId}`);
      await deliverOnce(testbed);
    }
    const owns = await asOwner(testbed, (client) => ownsOf(client, merchants));
    const [merchant] = merchants;
    if (!merchant) throw new Error('no merchant is given');
    return { ...(await templatesOf(testbed, recorder, { merchant, hook, own: owns[0] ?? [] })), owns };
  } finally {
    await recorder.stop();
  }
}

async function templatesOf(
  testbed: Testbed,
  recorder: Recorder,
  { merchant, hook, own }: { merchant: CreatedMerchant; hook: string; own: readonly string[] },
) {
  let reference = '';
  const { trips, result: delivered } = await recorder.record(async () => {
    reference = `recorded-${performance.now()}`;
    await payOnce(recorder.baseUrl, createCheckout(merchant, hook), reference);
    return await deliverOnce(testbed);
  });
  const from = trips.findIndex((trip) => trip.some(({ text }) => text.includes('claim_due')));
  const about = { known: [firstLane], own, reference, url: testbed.bothUrl };
  // NOTIFY is sent on a connection of its own, once for many payments.
  const paid = trips.slice(0, from).filter((trip) => !trip.some(({ text }) => text.startsWith('NOTIFY')));
  const batch = trips.slice(from).map((trip) => trip.map((one) => forWholeClaim(one, delivered)));
  return { payment: await templateOf(paid, about), deliver: await templateOf(batch, about) };
}

/** Claims a delivery and records it as a worker does, without the POST. */
async function deliverOnce({ databases }: Testbed): Promise<Attempt> {
  const token = randomUuid();
  const wanted = { free: claimedAtOnce, token, afterLane: firstLane };
  const [claimed] = await claimDeliveriesAcrossMerchants(databases.sandbox, wanted);
  if (!claimed) throw new Error('the payment queued no delivery');
  const response = {
    status: 204,
    address: '127.0.0.1',
    responseHeaders: 'Connection: close',
    responseStart: '',
  };
  const attempt: Attempt = { ...beginAttempt(claimed, token), ...response, failure: null, durationMs: 1 };
  await recordAttemptsAcrossMerchants(databases.sandbox, [attempt]);
  return attempt;
}

/** Turns the statement that recorded one delivery into one that records all that the claim took, read from their rows. */
function forWholeClaim({ text, values }: Statement, delivered: Attempt): Statement {
  if (!text.includes('webhook_attempts')) return { text, values };
  const columns = new Map<unknown, string>([
    [delivered.merchantId, 'merchant_id'],
    [delivered.deliveryId, 'delivery_id'],
    [delivered.token, 'lease_token'],
    [delivered.attemptId, 'uuidv7()'],
  ]);
  const kept: unknown[] = [delivered.token];
  const all = text.replaceAll(/\$(\d+)::(\w+)\[\]/g, (_found, place: string, type: string) => {
    const given = values[Number(place) - 1];
    const value: unknown = Array.isArray(given) ? given[0] : given;
    const column = columns.get(value) ?? `$${kept.push(value)}::${type}`;
    return `(SELECT array_agg(${column} ORDER BY delivery_id) FROM webhook_deliveries WHERE state = 'sending' AND lease_token = $1::uuid)`;
  });
  return { text: all, values: kept };
}

/** The ids of the merchant, its app, and the app's only lane. */
async function ownsOf(client: Client, merchants: readonly CreatedMerchant[]): Promise<readonly string[][]> {
  const text = 'SELECT merchant_id, lane_id FROM sandbox.webhook_lanes';
  const { rows } = await client.query<{ merchant_id: string; lane_id: string }>(text);
  const lanes = new Map(rows.map((row) => [row.merchant_id, row.lane_id]));
  return merchants.map(({ merchantId, appId }) => [merchantId, appId, lanes.get(merchantId) ?? '']);
}
