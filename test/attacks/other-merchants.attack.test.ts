import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationFacts, type OperationId, operations } from '../../generated/operations.ts';
import type { CreatedMerchant } from '../../src/core/merchants/create-merchant.ts';
import { newId } from '../../src/platform/ids.ts';
import { aReading, registeredReader } from '../resources/terminals/counter.ts';
import { type Api, apiOf } from '../support/api.ts';
import { type App, startApp } from '../support/app.ts';
import { aCardCheckout, aWalletCheckout, openedCheckout, turnClock } from '../support/build.ts';
import { aLiveKey } from '../support/keys.ts';

type WithId = { readonly params: { readonly id: string } };

let app: App;
let owner: CreatedMerchant;
let other: Api;
/** What the owner has: a pending checkout, a paid one, its payment, a card reader. */
let ids: Readonly<Record<'pending' | 'paid' | 'payment' | 'reader', string>>;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  owner = await app.aMerchant();
  other = apiOf(app.baseUrl, (await app.aMerchant()).secretKey);
  ids = await someObjects(apiOf(app.baseUrl, owner.secretKey));
});
afterAll(() => app.stop());

async function someObjects(api: Api) {
  const paid = await openedCheckout(api, aWalletCheckout('0771111111'));
  await turnClock(api, 10);
  const pending = await openedCheckout(api, aWalletCheckout('0772222222'));
  const { data } = await api('getCheckoutStatus', { params: { id: paid.checkout_id } });
  return {
    pending: pending.checkout_id,
    paid: paid.checkout_id,
    payment: String(data.transaction_id),
    reader: await registeredReader(api),
  };
}

/** An id of the same kind that nothing has. */
function unknownLike(id: string): string {
  return id.slice(0, id.indexOf('_') + 1) + newId().replaceAll('-', '');
}

const facts = Object.entries<OperationFacts>(operations);
const withId = facts.filter(([, { path }]) => path.includes('{id}')).map(([id]) => id as OperationId);
/** Those that a gateway need not be asked for: in live there is none. */
const withoutGateway = withId.filter((id) => id !== 'refundTransaction');

/** All but the request's own id. */
async function answerOf(api: Api, operationId: OperationId, id: string) {
  const asking: WithId = { params: { id } };
  const { status, body } = await api(operationId, asking);
  const { request_id: _own, ...rest } = body;
  return { status, rest };
}

describe("another merchant's object", () => {
  it('is asked for by every operation that takes an id', () => {
    expect(withId.toSorted()).toEqual([
      'abortCheckout',
      'deactivateTerminal',
      'getCheckoutStatus',
      'getMobileStatus',
      'getTransaction',
      'refundTransaction',
    ]);
  });

  it.each(withId)('is as unknown as one that does not exist: %s', async (operationId) => {
    for (const foreign of Object.values(ids)) {
      const answered = await answerOf(other, operationId, foreign);

      expect(answered).toEqual(await answerOf(other, operationId, unknownLike(foreign)));
      expect(answered).toMatchObject({ status: 404, rest: { code: 'NOT_FOUND' } });
    }
  });

  it.each(withId)('and one of another kind, or a malformed id, likewise: %s', async (operationId) => {
    const own = apiOf(app.baseUrl, owner.secretKey);
    const kind = operationId.includes('Checkout') ? ids.payment : ids.pending.replace('chk_', 'mer_');

    const answers = await Promise.all(
      [kind, 'x', `chk_${'z'.repeat(32)}`].map((id) => answerOf(own, operationId, id)),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('stays as it was', async () => {
    await other('abortCheckout', { params: { id: ids.pending } });

    const { data } = await apiOf(app.baseUrl, owner.secretKey)('getCheckoutStatus', {
      params: { id: ids.pending },
    });
    expect(data.status).toBe('pending');
  });

  it('is in no list, no search and no balance', async () => {
    const [all, searched, balance] = await Promise.all([
      other('listTransactions'),
      other('listTransactions', { query: { search: ids.payment } }),
      other('getBalance'),
    ]);

    expect([all.data.items, searched.data.items, balance.data.available.USD]).toEqual([[], [], '0.00']);
  });

  it('is not reached by his cursor', async () => {
    const cursor = ids.payment.replace('txn_', 'cur_');

    expect((await other('listTransactions', { query: { cursor } })).data).toMatchObject({
      items: [],
      has_more: false,
    });
  });

  it('takes nobody’s reference', async () => {
    const own = apiOf(app.baseUrl, owner.secretKey);
    const { data } = await own('getCheckoutStatus', { params: { id: ids.pending } });

    const opened = await other('createCheckout', {
      body: aCardCheckout({ merchantTransactionId: data.merchantTransactionId }),
    });

    expect(opened.status).toBe(201);
  });
});

describe('the same merchant in the other mode', () => {
  let twofold: CreatedMerchant;
  let live: Api;
  let moved: typeof ids;
  beforeAll(async () => {
    twofold = await app.aMerchant();
    live = apiOf(app.baseUrl, await aLiveKey(app, twofold));
    await app.database.asOwner(
      "UPDATE platform.api_apps SET features = '{refunds,payouts}' WHERE mode = 'live'",
    );
    moved = await someObjects(apiOf(app.baseUrl, twofold.secretKey));
    await toLive(twofold);
  });

  const idFor = (operationId: OperationId, of: typeof ids) => {
    if (operationId.includes('Terminal')) return of.reader;
    if (operationId.includes('Transaction')) return of.payment;
    return operationId === 'abortCheckout' ? of.pending : of.paid;
  };

  it.each(withId)('%s finds with a test key nothing of live', async (operationId) => {
    const test = apiOf(app.baseUrl, twofold.secretKey);
    const id = idFor(operationId, moved);

    const answer = await answerOf(test, operationId, id);

    expect(answer.status).toBe(404);
    expect(answer).toEqual(await answerOf(test, operationId, unknownLike(id)));
  });

  it.each(withoutGateway)('%s finds with a live key what is live', async (operationId) => {
    expect((await answerOf(live, operationId, idFor(operationId, moved))).status).toBe(200);
  });

  it.each(withId)(
    '%s finds with a test key what is of the sandbox, and with a live key nothing of it',
    async (operationId) => {
      const test = apiOf(app.baseUrl, twofold.secretKey);
      const id = idFor(operationId, await someObjects(test));

      const answers = [await answerOf(live, operationId, id), await answerOf(test, operationId, id)];

      expect(answers.map(({ status }) => status)).toEqual([404, operations[operationId].status]);
    },
  );

  it('pays out to no saved account of the other', async () => {
    const test = apiOf(app.baseUrl, twofold.secretKey);
    const wallet = { mobile_money_provider: 'wallet_a', mobile_money_number: '0771111111' };
    const { data } = await test('createBankAccount', { body: { type: 'mobile_money', ...wallet } });
    const { bank_account_id } = data;
    const body = { amount: '1.00', currency: 'USD', method: 'mobile_money', bank_account_id };

    const answers = [
      await live('requestPayout', { body }),
      await other('requestPayout', { body }),
      await test('requestPayout', { body }),
    ];

    expect(answers.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND', '']);
    const lists = [await live('listBankAccounts'), await live('listPayouts'), await other('listPayouts')];
    expect(lists.map(({ data: page }) => page.items)).toEqual([[], [], []]);
  });

  it('charges no card on a reader of the other', async () => {
    const test = apiOf(app.baseUrl, twofold.secretKey);
    const body = aReading(await registeredReader(test));

    const answers = [
      await live('processTerminalPayment', { body }),
      await other('processTerminalPayment', { body }),
      await test('processTerminalPayment', { body }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
    const lists = [await live('listTerminals'), await other('listTerminals')];
    const shown = lists.flatMap(({ data }) => data.terminals.map(({ terminal_id }) => terminal_id));
    expect(shown).not.toContain(body.terminal_id);
  });

  it('lists, searches and counts its own only', async () => {
    const test = apiOf(app.baseUrl, twofold.secretKey);
    await someObjects(test);

    const pages = [await test('listTransactions'), await live('listTransactions')];
    const [ofTest = [], ofLive = []] = pages.map(({ data }) => data.items);

    expect(ofLive.map(({ id }) => id)).toContain(moved.payment);
    expect(ofTest.map(({ id }) => id)).not.toContain(moved.payment);
    expect([ofTest, ofLive].map((items) => [...new Set(items.map(({ livemode }) => livemode))])).toEqual([
      [false],
      [true],
    ]);
    expect((await test('listTransactions', { query: { search: moved.payment } })).data.items).toEqual([]);
  });

  it('replays no answer of the other', async () => {
    const test = apiOf(app.baseUrl, twofold.secretKey);
    const request = { body: aCardCheckout(), headers: { 'idempotency-key': 'both' } };
    await test('createCheckout', request);

    const refused = await live('createCheckout', request);

    expect([refused.code, refused.headers.has('idempotent-replayed')]).toEqual([
      'GATEWAY_NOT_CONFIGURED',
      false,
    ]);
  });

  it('shows its pages at its own addresses only', async () => {
    const statuses = await Promise.all(
      [`/c/${moved.paid}`, `/test/c/${moved.paid}`].map(
        async (path) => (await fetch(app.baseUrl + path)).status,
      ),
    );

    expect(statuses).toEqual([200, 404]);
  });
});

/** What a live gateway would have left behind, had one been configured. */
async function toLive({ merchantId }: CreatedMerchant): Promise<void> {
  const tables = ['checkouts', 'merchant_references', 'transactions', 'terminals'];
  const copies = tables.map(
    (t) => `INSERT INTO live.${t} SELECT * FROM sandbox.${t} WHERE merchant_id = '${merchantId}';`,
  );
  const gone = tables
    .toReversed()
    .map((t) => `DELETE FROM sandbox.${t} WHERE merchant_id = '${merchantId}';`);
  await app.database.asOwner(`BEGIN; ${copies.join(' ')} ${gone.join(' ')} COMMIT`);
}
