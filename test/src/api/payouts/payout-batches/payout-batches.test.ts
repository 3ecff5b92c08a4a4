import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesIn } from '../../../../../src/domain/payouts/batches/csv.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { eventsAbout } from '../../../../support/builders/inside.ts';
import { aSplit, balanceOf } from '../../../../support/builders/partners.ts';
import { aPayout, booksOf, fiveMinutes, openPaidShop } from '../../../../support/builders/payouts.ts';
import { totpNow, wrongTotp } from '../../../../support/builders/totp.ts';
import { payByCard } from '../../../../support/service/page.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const wallet = (amount: string) => aPayout('mobile_money', { amount });
const to = (method: string, bank_account_id: string) => ({
  amount: '5.00',
  currency: 'USD',
  method,
  bank_account_id,
});

async function requested(shop: Shop, body: Record<string, unknown>): Promise<string> {
  const made = await shop.api('createPayoutBatch', { body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.data.id;
}

const read = async (shop: Shop, id: string) => (await shop.api('getPayoutBatch', { params: { id } })).data;

/** The batch once each of its items has a result. */
async function judged(shop: Shop, id: string) {
  await expect
    .poll(async () => (await read(shop, id)).counts.waiting, { timeout: 60_000, interval: 50 })
    .toBe(0);
  return await read(shop, id);
}

async function itemsOf(shop: Shop, id: string, query: Record<string, string | number> = {}) {
  return (await shop.api('listPayoutBatchItems', { params: { id }, query })).data;
}

const typesOf = async (id: string) => (await eventsAbout(app, { id })).map(({ type }) => type);

describe('a batch of payouts', () => {
  it('makes a payout of each item, and ends with the last of them', async () => {
    const shop = await openPaidShop(app);

    const id = await requested(shop, {
      items: [wallet('10.00'), aPayout('bank_transfer', { amount: '20.00' }), wallet('10.13')],
    });
    const made = await judged(shop, id);
    const waiting = await itemsOf(shop, id);
    const books = await booksOf(app, shop);
    await turnClock(shop.api, fiveMinutes);
    const ended = await read(shop, id);

    const counts = { total: 3, waiting: 0, processing: 3, completed: 0, failed: 0, refused: 0 };
    expect(made).toMatchObject({ status: 'processing', counts, completed_at: null });
    expect(waiting.items.map(({ position, status, amount }) => [position, status, amount])).toEqual([
      [1, 'processing', '10.00'],
      [2, 'processing', '20.00'],
      [3, 'processing', '10.13'],
    ]);
    expect(books).toMatchObject({ available: '51.37', payout_in_transit: '40.13' });
    expect(ended).toMatchObject({ status: 'completed', counts: { completed: 2, failed: 1, processing: 0 } });
    expect(ended.completed_at).not.toBeNull();
    const statuses = (await itemsOf(shop, id)).items.map(({ status }) => status);
    expect(statuses).toEqual(['completed', 'completed', 'failed']);
    expect(await typesOf(id)).toEqual(['payment.payout-batch.processing', 'payment.payout-batch.success']);
    const { data } = await shop.api('listPayouts');
    expect(data.items.map(({ payout_id }) => payout_id)).toEqual(
      waiting.items.map(({ payout_id }) => payout_id).toReversed(),
    );
  });

  it('ends by its own payouts, whatever becomes of another batch, and is listed newest first', async () => {
    const shop = await openPaidShop(app);
    const held = await requested(shop, { items: [wallet('10.19')] });
    const blocked = await requested(shop, { items: [wallet('10.21')] });
    const failing = await requested(shop, { items: [wallet('10.13')] });
    const plain = await requested(shop, { items: [wallet('10.00')] });
    const all = [held, blocked, failing, plain];
    for (const id of all) await judged(shop, id);

    await turnClock(shop.api, fiveMinutes);

    const now = await Promise.all(all.map((id) => read(shop, id)));
    expect(now.map(({ status, counts }) => [status, counts.completed, counts.failed])).toEqual([
      ['processing', 0, 0],
      ['processing', 0, 0],
      ['completed', 0, 1],
      ['completed', 1, 0],
    ]);
    const first = (await shop.api('listPayoutBatches', { query: { limit: 2 } })).data;
    const rest = (await shop.api('listPayoutBatches', { query: { cursor: first.next_cursor ?? '' } })).data;
    expect([first, rest].map(({ items }) => items.map(({ id }) => id))).toEqual([
      [plain, failing],
      [blocked, held],
    ]);
    await turnClock(shop.api, fiveMinutes);
    expect(await read(shop, blocked)).toMatchObject({ status: 'completed', counts: { failed: 1 } });
  });

  it('goes on while one of its payouts is held, and counts one that is blocked, or comes back, as failed', async () => {
    const shop = await openPaidShop(app);
    const comesBack = aPayout('bank_transfer', { amount: '10.17' });
    const items = [wallet('10.00'), wallet('10.19'), wallet('10.21'), comesBack];
    const id = await requested(shop, { items });
    await judged(shop, id);

    await turnClock(shop.api, fiveMinutes);
    const during = await read(shop, id);
    await turnClock(shop.api, 2 * fiveMinutes);
    const ended = await read(shop, id);
    await turnClock(shop.api, 24 * 60 * 60);
    const after = await read(shop, id);

    expect(during).toMatchObject({ status: 'processing', counts: { processing: 2, completed: 2 } });
    expect(ended).toMatchObject({ status: 'completed', counts: { processing: 0, completed: 3, failed: 1 } });
    expect(after).toMatchObject({ status: 'completed', counts: { completed: 2, failed: 2 } });
    expect(await typesOf(id)).toEqual(['payment.payout-batch.processing', 'payment.payout-batch.success']);
  });

  it('gives each refused item its code, and pays the others out', async () => {
    const [shop, other] = [await openPaidShop(app), await openShop(app)];
    const bank = {
      bank_name: 'First Bank',
      bank_account_number: '1002003004',
      bank_account_name: 'Corner Shop',
      bank_branch_code: '01101',
    };
    const { data: theirs } = await other.api('createBankAccount', { body: bank });
    const { data: mine } = await shop.api('createBankAccount', { body: bank });

    const id = await requested(shop, {
      items: [
        to('bank_transfer', mine.bank_account_id),
        to('bank_transfer', theirs.bank_account_id),
        to('mobile_money', mine.bank_account_id),
        wallet('0.50'),
        {
          amount: '5.00',
          currency: 'USD',
          method: 'mobile_money',
          mobile_money_provider: 'wallet_b',
          mobile_money_number: '0881111111',
        },
      ],
    });
    await judged(shop, id);

    const { items } = await itemsOf(shop, id);
    expect(items.map(({ status, refusal }) => refusal?.code ?? status)).toEqual([
      'processing',
      'NOT_FOUND',
      'BANK_ACCOUNT_MISMATCH',
      'AMOUNT_TOO_SMALL',
      'WALLET_NOT_AVAILABLE',
    ]);
    await turnClock(shop.api, fiveMinutes);
    expect(await read(shop, id)).toMatchObject({ status: 'completed', counts: { completed: 1, refused: 4 } });
  });

  it('pays an item from the subaccount that it names, in JSON and in CSV', async () => {
    const shop = await openPaidShop(app);
    const { id: splitId, partners } = await aSplit(shop.api, ['40.00']);
    const [subaccount_id = ''] = partners;
    await payByCard((await shop.card({ amount: '100.00', splitId })).payment_url, '4242424242424242');
    const left = async () => [await shop.available(), await balanceOf(shop.api, subaccount_id)].map(Number);
    const [own = 0, theirs = 0] = await left();

    const theirItem = (amount: string) => ({ ...wallet(amount), subaccount_id });
    // Together more than the shop's own balance, which the items of the subaccount leave alone.
    const items = await requested(shop, {
      items: [wallet('5.00'), theirItem('10.00'), theirItem('90.00'), theirItem('90.00')],
    });
    await judged(shop, items);
    const csv = await requested(shop, {
      csv: `amount,currency,method,mobile_money_provider,mobile_money_number,subaccount_id\n2.00,USD,mobile_money,wallet_a,0771111111,${subaccount_id}`,
    });
    await judged(shop, csv);

    const results = [...(await itemsOf(shop, items)).items, ...(await itemsOf(shop, csv)).items];
    expect(results.map(({ status, refusal }) => refusal?.code ?? status)).toEqual([
      'processing',
      'processing',
      'INSUFFICIENT_BALANCE',
      'INSUFFICIENT_BALANCE',
      'processing',
    ]);
    const [ownNow = 0, theirsNow = 0] = await left();
    expect([(own - ownNow).toFixed(2), (theirs - theirsNow).toFixed(2)]).toEqual(['5.00', '12.00']);
  });

  it.each([
    ['', 201],
    ['\uFEFF', 201],
    ['\uFEFF\uFEFF', 400],
    [' ', 400],
  ])('takes CSV as spreadsheets write it, with or without a byte order mark: %j', async (before, status) => {
    const shop = await openPaidShop(app);
    const header = 'amount,currency,method,mobile_money_provider,mobile_money_number';
    const csv = `${before}${header}\r\n2.00,USD,mobile_money,wallet_a,0771111111\r\n`;
    const answer = await shop.api('createPayoutBatch', { body: { csv } });

    expect(answer.status).toBe(status);
    if (status !== 201) return;
    await judged(shop, answer.data.id);
    expect(await itemsOf(shop, answer.data.id)).toMatchObject({
      items: [{ status: 'processing', amount: '2.00' }],
    });
  });

  it('of which no item becomes a payout is denied', async () => {
    const shop = await openPaidShop(app);

    const id = await requested(shop, { items: [wallet('0.50'), wallet('0.01')] });
    const batch = await judged(shop, id);

    expect(batch).toMatchObject({ status: 'denied', counts: { total: 2, refused: 2 } });
    expect(await typesOf(id)).toEqual(['payment.payout-batch.processing', 'payment.payout-batch.denied']);
    expect(await shop.available()).toBe('91.50');
  });

  it('that the balance cannot pay is refused as a whole', async () => {
    const shop = await openPaidShop(app);

    const refused = await shop.api('createPayoutBatch', {
      body: { items: [wallet('50.00'), wallet('41.51')] },
    });
    const id = await requested(shop, { items: [wallet('50.00'), wallet('41.50')] });
    await judged(shop, id);

    expect([refused.status, refused.code, refused.body['details']]).toEqual([
      409,
      'INSUFFICIENT_BALANCE',
      { available: '91.50', required: '91.51' },
    ]);
    expect(await shop.available()).toBe('0.00');
    expect((await shop.api('listPayoutBatches')).data.items).toHaveLength(1);
  });

  it('with an item that the contract refuses is refused as a whole, and the item is named', async () => {
    const shop = await openPaidShop(app);
    const tried = async (body: Record<string, unknown>) => await shop.api('createPayoutBatch', { body });

    const answers = [
      await tried({ items: [wallet('5.00'), wallet('-5.00')] }),
      await tried({ items: [aPayout('agent_cash')] }),
      await tried({ items: [] }),
      await tried({ items: [wallet('5.00')], csv: 'amount,currency,method,bank_name\n1' }),
      await tried({}),
      await tried({ csv: 'currency,amount,method,bank_name\nUSD,1.00,bank_transfer,' }),
    ];

    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [400, 'INVALID_AMOUNT'],
      ...[1, 2, 3, 4, 5].map(() => [400, 'VALIDATION_ERROR']),
    ]);
    expect(answers[0]?.body['errors']).toMatchObject([{ instancePath: '/items/1/amount' }]);
  });

  it('takes 1,000 items and no more, with long names, and lists them in their order', async () => {
    const shop = await openPaidShop(app);
    const named = { bank_name: 'B'.repeat(120), bank_account_name: 'A'.repeat(120) };
    const item = aPayout('bank_transfer', { amount: '0.01', ...named });
    const items = Array.from({ length: 1000 }, () => item);

    const tooMany = await shop.api('createPayoutBatch', { body: { items: [...items, item] } });
    const id = await requested(shop, { items });
    const first = await itemsOf(shop, id, { limit: 3 });
    const next = await itemsOf(shop, id, { limit: 3, cursor: first.next_cursor ?? '' });

    expect([tooMany.status, tooMany.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect([...first.items, ...next.items].map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await judged(shop, id)).toMatchObject({
      status: 'denied',
      counts: { total: 1000, refused: 1000 },
    });
  });

  it('of too many items is refused for that alone: to judge each of them would stop all other calls', async () => {
    const shop = await openShop(app);
    const items = [...Array.from({ length: 1000 }, () => wallet('5.00')), ...Array<number>(12_000).fill(1)];

    const refused = await shop.api('createPayoutBatch', { body: { items } });

    expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(refused.body['errors']).toMatchObject([{ instancePath: '/items', keyword: 'maxItems' }]);
  });

  it('of more than a mebibyte is refused', async () => {
    const shop = await openShop(app);
    const csv = `amount,currency,method,bank_name\n${'1.00,USD,bank_transfer,\n'.repeat(50_000)}`;

    const refused = await shop.api('createPayoutBatch', { body: { csv } });

    expect([refused.status, refused.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('of another merchant is not found', async () => {
    const [shop, other] = [await openPaidShop(app), await openShop(app)];
    const params = { id: await requested(shop, { items: [wallet('5.00')] }) };

    const answers = [
      await other.api('getPayoutBatch', { params }),
      await other.api('listPayoutBatchItems', { params }),
    ];

    const details = { resource: 'payout_batch' };
    expect(answers.map(({ code, body }) => [code, body['details']])).toEqual(
      answers.map(() => ['NOT_FOUND', details]),
    );
    expect((await other.api('listPayoutBatches')).data.items).toEqual([]);
    await judged(shop, params.id);
  });

  it('keeps no account number in plain text, and none at all once the payouts are made', async () => {
    const shop = await openPaidShop(app);
    const id = await requested(shop, { items: [aPayout('bank_transfer', { amount: '5.00' })] });
    await judged(shop, id);

    const rows = await app.database.asOwner(
      'SELECT i::text AS row, request_sealed FROM sandbox.payout_batch_items i WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );

    expect(rows).toHaveLength(1);
    expect(rows[0]?.['request_sealed']).toBeNull();
    expect(String(rows[0]?.['row'])).not.toContain('1002003004');
  });
});

describe('a batch as CSV', () => {
  it('makes the payouts of its lines, and gives a wrong line its code', async () => {
    const shop = await openPaidShop(app);
    const csv = [
      'amount,currency,method,bank_name,bank_account_number,bank_account_name,bank_branch_code,mobile_money_provider,mobile_money_number,amount',
      '10.00,USD,bank_transfer,"First, Bank",1002003004,"The ""Corner"" Shop",01101,,,',
      '11.00,"USD","mobile_money","",,,"",wallet_a,"0771111111",""',
      '12,USD,mobile_money,,,,,wallet_a,0771111111,',
      '12.00,EUR,mobile_money,,,,,wallet_a,0771111111,',
      '12.00,USD,mobile_money,,,,,wallet_a,0711111111,',
      '12.00,USD,mobile_money,First Bank,,,,wallet_a,0771111111,',
      '12.00,USD,bank_transfer,First Bank,1002003004,Corner Shop,,,,',
      '12.00,USD,agent_cash,,,,,,,',
      '12.00,USD,mobile_money,,,,,wallet_a,0771111111,,more',
      '12.00,USD,mobile_money,,,,,wallet_a,0771111111,13.00',
      '12.00,USD,bank_transfer,Settlement Bank,1002003004,"Corner\nShop",,,,',
      '12.00,USD,bank_transfer,Settlement Bank,1002003004,Caf\uFFFD,,,,',
      '12.00,USD,mobile_money,,,,,wallet_a,0771111111',
      '12.00,USD,mobile_money,,,,,wallet_a,"0771111111"1,',
      '12.00,USD,bank_transfer,Settlement Bank,1002003004,"Corner Shop,,,,',
      '12.00,USD,mobile_money,,,,,wallet_a,0771111111,',
    ].join('\r\n');

    const id = await requested(shop, { csv: `${csv}\r\n` });
    await judged(shop, id);

    const { items } = await itemsOf(shop, id);
    const found = items.map(({ status, refusal }) => {
      const [error] = refusal?.errors ?? [];
      return [refusal?.code ?? status, ...(error ? [error.instancePath, error.message] : [])].join(' ');
    });
    expect(found).toEqual([
      'processing',
      'processing',
      expect.stringMatching(/^INVALID_AMOUNT \/amount ./),
      expect.stringMatching(/^CURRENCY_NOT_SUPPORTED \/currency ./),
      expect.stringMatching(/^PHONE_WALLET_MISMATCH \/mobile_money_number ./),
      expect.stringMatching(/^CONFLICTING_DESTINATION  ./),
      expect.stringMatching(/^BANK_BRANCH_REQUIRED  ./),
      expect.stringMatching(/^VALIDATION_ERROR \/method ./),
      expect.stringMatching(/^UNKNOWN_FIELD  ./),
      expect.stringMatching(/^UNKNOWN_FIELD  ./),
      expect.stringMatching(/^VALIDATION_ERROR \/bank_account_name ./),
      'VALIDATION_ERROR /bank_account_name has lost a letter: save the file as CSV in UTF-8',
      'VALIDATION_ERROR  has 9 cells, fewer than the header',
      'VALIDATION_ERROR /mobile_money_number has a quote that is not closed, or text after it',
      'VALIDATION_ERROR /bank_account_name has a quote that is not closed, or text after it',
    ]);
    expect(items[2]).toMatchObject({
      position: 3,
      amount: null,
      method: null,
      currency: null,
      payout_id: null,
    });
    const { data } = await shop.api('getPayout', { params: { id: items[0]?.payout_id ?? '' } });
    expect(data.destination).toMatchObject({
      bank_name: 'First, Bank',
      account_name: 'The "Corner" Shop',
      account_last4: '3004',
    });
    expect(await shop.available()).toBe('70.50');
  });

  it('makes no payout of a line break in quotes, which belongs to a name', async () => {
    const shop = await openPaidShop(app);
    const csv = [
      'amount,currency,method,bank_name,bank_account_number,bank_account_name,bank_branch_code,mobile_money_provider,mobile_money_number',
      '10.00,USD,bank_transfer,First Bank,1002003004,"An ""A""',
      '50.00,USD,mobile_money,,,,,wallet_a,0771111111',
      'and more",01101,,',
      '11.00,USD,bank_transfer,First Bank,1002003004,A 6" pipe,01101,,',
      '12.00,USD,mobile_money,,,,,wallet_a,0771111111',
    ].join('\n');

    const id = await requested(shop, { csv });
    await judged(shop, id);

    const { items } = await itemsOf(shop, id);
    expect(items.map(({ amount, refusal }) => refusal?.code ?? amount)).toEqual([
      'VALIDATION_ERROR',
      '11.00',
      '12.00',
    ]);
  });
});

describe('a line of CSV', () => {
  it('has no more values than tell that it is wrong: to name each of them would stop all other calls', () => {
    const [line] = linesIn(`amount,currency,method,bank_name\n${',a'.repeat(50_000)}`);

    const values = line && 'values' in line ? Object.keys(line.values) : [];
    expect([values.length, values.at(-1)]).toEqual([40, 'column 41']);
  });
});

describe('the second factor', () => {
  it('is asked for once for the whole batch, last of all', async () => {
    const shop = await openPaidShop(app, { totp: true });
    const { totpSecret } = shop.merchant;
    const ask = (code: string | undefined, amount = '5.00') =>
      shop.api('createPayoutBatch', {
        body: { items: [wallet(amount), wallet(amount)] },
        ...(code !== undefined && { headers: { 'x-totp-code': code } }),
      });
    const code = totpNow(totpSecret);

    const answers = [
      await ask(undefined),
      await ask(wrongTotp(totpSecret)),
      await ask(code, '80.00'),
      await ask(code),
      await ask(code),
    ];

    expect(answers.map((answer) => answer.code || answer.status)).toEqual([
      'TOTP_REQUIRED',
      'TOTP_INVALID',
      'INSUFFICIENT_BALANCE',
      201,
      'TOTP_INVALID',
    ]);
    const batch = await judged(shop, answers[3]?.data.id ?? '');
    expect(batch.counts).toMatchObject({ total: 2, processing: 2 });
  });
});
