import type { Client } from 'pg';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { beginAttempt } from '../../src/domain/notices/deliveries/attempt.ts';
import {
  type Attempt,
  claimDeliveriesAcrossMerchants,
  recordAttemptsAcrossMerchants,
} from '../../src/domain/notices/deliveries/queries.ts';
import { randomUuid } from '../../src/platform/ids.ts';
import { payByCard } from '../../test/support/page.ts';
import { call, createCheckout, type Opened } from './calls.ts';
import type { Place } from './place.ts';
import { type Shape, shapeOf } from './shape.ts';
import { type Recorder, type Statement, startRecorder } from './statements.ts';
import { asOwner } from './transactions.ts';

const firstLane = '00000000-0000-0000-0000-000000000000';
/** As many as a worker takes at most. */
const claimedAtOnce = 64;

export type PaymentShapes = {
  /** A checkout is opened, its page is shown, its form is sent, the receipt is shown. */
  readonly payment: Shape;
  /** Whatever is due is claimed and recorded as delivered. */
  readonly deliver: Shape;
  /** Of each merchant, what the payment names as its own. */
  readonly owns: readonly (readonly string[])[];
};

/** Taken from the product at work, so that they cannot drift from it. */
export async function shapesOfPayments(
  place: Place,
  merchants: readonly CreatedMerchant[],
  hook: string,
): Promise<PaymentShapes> {
  const recorder = await startRecorder(place);
  try {
    // A merchant's lane is made by his first payment.
    for (const merchant of merchants) {
      await payOnce(recorder, { merchant, hook }, `first-${merchant.merchantId}`);
      await deliverOnce(place);
    }
    const owns = await asOwner(place, (client) => ownsOf(client, merchants));
    const [merchant] = merchants;
    if (!merchant) throw new Error('there is a merchant');
    return { ...(await shapesOf(place, recorder, { merchant, hook, own: owns[0] ?? [] })), owns };
  } finally {
    await recorder.stop();
  }
}

type Told = { readonly merchant: CreatedMerchant; readonly hook: string };

async function shapesOf(place: Place, recorder: Recorder, told: Told & { own: readonly string[] }) {
  let reference = '';
  const { trips, result: delivered } = await recorder.record(async () => {
    reference = `recorded-${performance.now()}`;
    await payOnce(recorder, told, reference);
    return await deliverOnce(place);
  });
  const from = trips.findIndex((trip) => trip.some(({ text }) => text.includes('claim_deliveries')));
  const about = { known: [firstLane], own: told.own, reference, url: place.bothUrl };
  // The bell is rung from a connection of its own, once for many payments.
  const paid = trips.slice(0, from).filter((trip) => !trip.some(({ text }) => text.startsWith('NOTIFY')));
  const batch = trips.slice(from).map((trip) => trip.map((one) => ofAllClaimed(one, delivered)));
  return { payment: await shapeOf(paid, about), deliver: await shapeOf(batch, about) };
}

async function payOnce({ baseUrl }: Recorder, { merchant, hook }: Told, reference: string): Promise<void> {
  const checkout = await call<Opened>(baseUrl, createCheckout(merchant, hook), reference);
  const page = await payByCard(checkout.payment_url, '4242424242424242');
  if (page.name !== 'receipt') throw new Error(`a good card led to the page ${page.name}`);
}

/** What a worker writes of a delivery, without the POST. */
async function deliverOnce({ databases }: Place): Promise<Attempt> {
  const token = randomUuid();
  const wanted = { free: claimedAtOnce, token, afterLane: firstLane };
  const [claimed] = await claimDeliveriesAcrossMerchants(databases.sandbox, wanted);
  if (!claimed) throw new Error('a payment has its delivery');
  const said = { status: 204, address: '127.0.0.1', responseHeaders: 'Connection: close', responseStart: '' };
  const attempt: Attempt = { ...beginAttempt(claimed, token), ...said, failure: null, durationMs: 1 };
  await recordAttemptsAcrossMerchants(databases.sandbox, [attempt]);
  return attempt;
}

/** What was recorded of one delivery, for all that the claim took: its columns are read from there. */
function ofAllClaimed({ text, values }: Statement, delivered: Attempt): Statement {
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

/** Merchant, app, and the app's one lane to its receiver. */
async function ownsOf(client: Client, merchants: readonly CreatedMerchant[]): Promise<readonly string[][]> {
  const text = 'SELECT merchant_id, lane_id FROM sandbox.webhook_lanes';
  const { rows } = await client.query<{ merchant_id: string; lane_id: string }>(text);
  const lanes = new Map(rows.map((row) => [row.merchant_id, row.lane_id]));
  return merchants.map(({ merchantId, appId }) => [merchantId, appId, lanes.get(merchantId) ?? '']);
}
