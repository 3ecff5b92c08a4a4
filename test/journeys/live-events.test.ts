import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '../../scripts/generate/bundle.ts';
import { closed, closedDefinitions } from '../../scripts/generate/rewrite.ts';
import { decideAsOperator, submitAsOperator } from '../../src/domain/merchants/onboarding/as-operator.ts';
import { showId } from '../../src/platform/ids.ts';
import { jsonOf, mpsHere } from '../src/cli/mps.ts';
import { turnClock, turnToPlatformInvoice } from '../support/builders/build.ts';
import { aSubmission } from '../support/builders/onboarding.ts';
import { aSplit } from '../support/builders/partners.ts';
import { aPayout, fiveMinutes } from '../support/builders/payouts.ts';
import { soon } from '../support/checks/soon.ts';
import { liveEvents } from '../support/checks/specification.ts';
import { aReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { payByCard } from '../support/service/page.ts';
import { eventIn, openService, openShop, type Place, type Shop } from './shop.ts';

/** The events that the specification marks as live, in its order. */
const live = [...liveEvents().keys()];

let place: Place;
let receiver: Receiver;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
  receiver = await aReceiver();
  shop = await openShop(place, { kycTier: 0, webhookUrl: `${receiver.url}/hook`, eventTypes: ['*'] });
});
afterAll(async () => {
  await place.stop();
  await receiver.close();
});

/** What an operator does on the command line. */
async function operator(verb: string): Promise<Record<string, unknown>> {
  const env = {
    DATABASE_URL: place.database.url,
    SECRET_KEY: place.database.secretKey,
    DATA_DIR: '/nowhere',
  };
  const ended = await mpsHere(`${verb} --merchant ${showId('mer', shop.merchant.merchantId)} --json`, env);
  if (ended.exitCode !== 0) throw new Error(ended.words);
  return jsonOf(ended);
}

/** What was done for an event, and what the event must say of it. */
type Expected = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An operator verifies the merchant, puts them on a plan that costs something, and offers them an advance, which they accept. */
async function becomesAMerchant(): Promise<Expected> {
  const of = { merchantId: shop.merchant.merchantId, by: 'operator' };
  const ctx = place.service.contexts.sandbox;
  const submitted = await submitAsOperator(ctx, of, aSubmission(1));
  if (submitted.kind !== 'submitted') throw new Error(submitted.kind);
  await decideAsOperator(ctx, submitted.submission, { action: 'kyc.approved', by: 'operator' });
  await operator('platform-plan assign standard --tax 15.00');
  const { offer_id: offer } = await operator('capital offer --amount 50.00 --fee 5.00 --holdback 50.00');
  const { data: advance } = await shop.api('acceptCapitalOffer', { params: { id: String(offer) } });
  const id = showId('mer', shop.merchant.merchantId);
  return {
    'merchant.onboarding.submitted': { id, status: 'submitted', tier: 1 },
    'merchant.onboarding.kyc-approved': { id, status: 'approved', tier: 1 },
    'capital.offer_created': { id: offer, amount: '50.0000', fee: '5.0000', holdback_rate: '50.00' },
    'capital.disbursed': {
      id: advance.id,
      status: 'outstanding',
      amount: '50.0000',
      amount_remaining: '55.0000',
    },
  };
}

/** Somebody opens the page of a checkout and pays by card. */
async function paid(card: string, about: Record<string, unknown> = {}): Promise<string> {
  const checkout = await shop.card({ amount: '100.00', ...about });
  await payByCard(checkout.payment_url, card);
  return String((await shop.statusOf(checkout)).transaction_id);
}

/** Two payments, shared with a partner, of which the advance is repaid: half of 73.20, then the rest. */
async function sells(): Promise<Expected> {
  const { id: split, partners } = await aSplit(shop.api, ['20.00']);
  const first = await paid('4242424242424242', { splitId: split });
  const second = await paid('4242424242424242', { splitId: split });
  const { data } = await shop.api('listCapitalAdvances');
  const advance = data.items[0]?.id;
  return {
    'payment.capture.completed': { id: first, amount: '100.0000', fee: '3.5000', net: '96.5000' },
    'split.settled': { id: split, subaccount_id: partners[0], transaction_id: first, net: '18.3000' },
    'capital.repayment': {
      id: advance,
      transaction_id: first,
      amount: '36.6000',
      amount_remaining: '18.4000',
    },
    'capital.repaid': { id: advance, amount_repaid: '55.0000', amount_remaining: '0.0000' },
    ...(await givesBack(second)),
  };
}

/** The bank takes its time for a refund of this amount. */
async function givesBack(id: string): Promise<Expected> {
  const { data } = await shop.api('refundTransaction', { params: { id }, body: { amount: '40.11' } });
  await turnClock(shop.api, 3600);
  const refund = { id: data.refund_id, transaction_id: id, amount: '40.1100' };
  return {
    'payment.refund.pending': { ...refund, status: 'pending' },
    'payment.refund.completed': { ...refund, status: 'completed' },
  };
}

async function paysOut(): Promise<Expected> {
  const { data } = await shop.api('requestPayout', { body: aPayout('bank_transfer', { amount: '30.00' }) });
  await turnClock(shop.api, fiveMinutes);
  const succeeded = { id: data.payout_id, method: 'bank_transfer', amount: '30.0000', status: 'completed' };
  return { 'payment.payout-item.succeeded': succeeded };
}

/** The owner of this card disputes what they paid. */
async function isDisputed(): Promise<Expected> {
  const transaction_id = await paid('4000000000000259');
  await turnClock(shop.api, 3600);
  const { data } = await shop.api('listDisputes', { query: { transaction_id } });
  const opened = { id: data.items[0]?.id, transaction_id, amount: '100.0000', status: 'needs_response' };
  return { 'customer.dispute.created': opened };
}

async function isBilled(): Promise<Expected> {
  await turnToPlatformInvoice(shop.api);
  const { data } = await shop.api('listPlatformInvoices');
  const invoice = { id: data.items[0]?.id, amount: '11.5000', currency: 'USD', paid_at: null };
  return { 'billing.invoice.created': invoice };
}

/** Judges of the types in webhooks.yaml, compiled here from its bundle. They refuse fields and values that it does not name. */
function judges(): ReadonlyMap<string, ValidateFunction> {
  const bundle = new URL('../../generated/webhooks.json', import.meta.url);
  const { components, webhooks = {} }: Document = JSON.parse(readFileSync(bundle, 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'c', $defs: closedDefinitions(components.schemas) });
  return new Map(
    live.map((type) => {
      const schema = webhooks[type]?.post.requestBody?.content['application/json']?.schema;
      if (!schema) throw new Error(`webhooks.yaml does not know ${type}`);
      return [type, ajv.compile(closed(schema, components.schemas))];
    }),
  );
}

const typeOf = ({ body }: { readonly body: string }): string =>
  (JSON.parse(body) as { readonly type: string }).type;

/** The live events that the receiver was sent, signed and in the form that the merchant was promised. */
async function told() {
  const { webhookSecret } = shop.merchant;
  const events = await Promise.all(receiver.received.map((request) => eventIn(request, webhookSecret)));
  return events.filter(({ type }) => live.includes(type));
}

describe('the events that the specification marks as live', () => {
  it('come to one merchant, each by its own cause, signed, and as webhooks.yaml has them', async () => {
    const expected = {
      ...(await becomesAMerchant()),
      ...(await sells()),
      ...(await paysOut()),
      ...(await isDisputed()),
      ...(await isBilled()),
    };

    await soon(() => {
      const types = new Set(receiver.received.map(typeOf));
      expect(live.filter((type) => !types.has(type))).toEqual([]);
    });

    expect(live).toHaveLength(13);
    expect(Object.keys(expected).toSorted()).toEqual(live.toSorted());
    const judge = judges();
    const events = await told();
    for (const event of events) {
      expect([event.type, judge.get(event.type)?.(event), judge.get(event.type)?.errors]).toEqual([
        event.type,
        true,
        null,
      ]);
      expect(event).toMatchObject({ object: 'event', livemode: false, resource_id: event.data['id'] });
      expect(event).not.toHaveProperty('synthetic');
    }
    for (const [type, data] of Object.entries(expected))
      expect(events.filter((event) => event.type === type).map((event) => event.data)).toContainEqual(
        expect.objectContaining(data),
      );
  });
});
