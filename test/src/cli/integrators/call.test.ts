import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { operationArguments } from '../../../../generated/arguments.ts';
import { fill, put, stepsOf } from '../../../../src/cli/integrators/calls/fields.ts';
import { secondsIn } from '../../../../src/cli/integrators/calls/words.ts';
import { aCardCheckout, openedCheckout } from '../../../support/builders/build.ts';
import { aLink } from '../../../support/builders/counter.ts';
import { aReceiver } from '../../../support/receivers/receiver.ts';
import { jsonOf } from '../mps.ts';
import { deskForFile } from './shop.ts';

const desk = deskForFile();

afterEach(() => {
  vi.useRealTimers();
});

describe('mps call', () => {
  it('puts fields into the path, the query and the body, as the contract says', async () => {
    const made = await desk().mps(
      'call createInvoice customer.name=Rudo customer.email=rudo@example.com currency=USD items[0].description=Tea items[0].quantity=2 items[0].unit_amount=3.50 due_date=2099-01-31',
    );
    const { id } = jsonOf(made);
    const read = await desk().mps(`call getInvoice ${String(id)}`);
    const listed = await desk().mps('call listInvoices status=draft limit=1');

    expect(made).toMatchObject({ exitCode: 0, words: '' });
    expect(jsonOf(read)).toMatchObject({
      id,
      total: '7.00',
      items: [{ quantity: 2 }],
      customer: { name: 'Rudo' },
    });
    expect(jsonOf(listed)).toMatchObject({ items: [{ id }] });
  });

  it('takes a body from a file, and adds fields to it', async () => {
    const file = join(String(desk().env['DATA_DIR']), 'checkout.json');
    writeFileSync(file, JSON.stringify(aCardCheckout({ amount: '1.00' })));

    const made = await desk().mps(`call createCheckout -d @${file} amount=25.00`);
    const { checkout_id: id } = jsonOf(made);

    expect(jsonOf(await desk().mps(`call getCheckoutStatus id=${String(id)}`))).toMatchObject({
      amount: '25.00',
    });
    // Its letters with accents would be lost.
    writeFileSync(file, Buffer.from('{"name":"Caf\u00e9"}', 'latin1'));
    expect(await desk().mps(`call createCustomer -d @${file}`)).toMatchObject({
      exitCode: 2,
      words: expect.stringContaining('is not UTF-8'),
    });
  });

  it('walks all pages of a list, an object a line', async () => {
    for (let made = 0; made < 3; made += 1)
      await desk().api('createCustomer', { body: { name: `Customer ${made}` } });

    const ended = await desk().mps('call listCustomers --all limit=1');

    const names = ended.data
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { name: string }).name);
    expect(names).toEqual(['Customer 2', 'Customer 1', 'Customer 0']);
    expect(ended.words).toBe('3 items.\n');
    expect(await desk().mps('call getBalance --all')).toMatchObject({ exitCode: 2 });
    expect(await desk().mps('call listCustomers constructor=1')).toMatchObject({ exitCode: 2 });
  });

  it('prints what could drive a terminal as escapes: of one thing, of a list and in sentences', async () => {
    const name = 'Rudo \u009B2J\u202E\u2066\u200F Ncube \u{1F60A}';
    const shown = 'Rudo \\u009b2J\\u202e\\u2066\\u200f Ncube \u{1F60A}';
    const { id } = (await desk().api('createCustomer', { body: { name } })).data;
    const service = await aReceiver();
    service.answer({
      status: 422,
      body: JSON.stringify({ code: 'VALIDATION_FAILED', message: `Not for ${name}.` }),
      headers: { 'content-type': 'application/json' },
    });

    const one = await desk().mps(`call getCustomer ${id}`);
    const list = await desk().mps('call listCustomers --all limit=50');
    const refused = await desk().mps('call getBalance', { MPS_BASE_URL: service.url });
    await service.close();

    expect(jsonOf(one)).toMatchObject({ name });
    expect([one.data, list.data, refused.words]).toEqual([
      expect.stringContaining(`"${shown}"`),
      expect.stringContaining(`"${shown}"`),
      expect.stringContaining(`Not for ${shown}. (VALIDATION_FAILED, `),
    ]);
  });

  it('waits a minute for the limit of calls while it walks a list', async () => {
    const service = await aReceiver();
    service.answer(() => {
      const isRefused = service.received.length === 2;
      return isRefused ? tooMany(60) : pageWith(service.received.length, 3);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    const ended = desk().mps('call listCustomers --all', { MPS_BASE_URL: service.url });
    await expect.poll(() => service.received.length).toBe(2);
    await expect.poll(() => (vi.advanceTimersByTime(20_000), service.received.length)).toBe(3);
    await service.close();

    expect(await ended).toMatchObject({ exitCode: 0, data: '{"id":"1"}\n{"id":"3"}\n', words: '2 items.\n' });
  });

  it.each(['getBalance', 'downloadReport rep_01990000000070008000000000000001'])(
    'takes no page of a proxy for an answer: %s',
    async (words) => {
      const proxy = await aReceiver();
      proxy.answer({ status: 200, body: '<h1>Sign in</h1>', headers: { 'content-type': 'text/html' } });

      const ended = await desk().mps(`call ${words}`, { MPS_BASE_URL: proxy.url });
      await proxy.close();

      expect(ended).toMatchObject({
        exitCode: 7,
        data: '',
        words: expect.stringContaining('not the service'),
      });
    },
  );

  it('says where an answer redirects, and does not follow', async () => {
    const proxy = await aReceiver();
    const location = 'https://pay.example.com/v1/customers';
    proxy.answer({ status: 301, headers: { location } });

    const ended = await desk().mps('call createCustomer name=Nomsa', { MPS_BASE_URL: proxy.url });
    const asked = proxy.received.length;
    await proxy.close();

    expect(ended).toMatchObject({
      exitCode: 5,
      words: expect.stringContaining(
        `It redirects to ${location}. Name the right one: --base-url, MPS_BASE_URL`,
      ),
    });
    expect(asked).toBe(1);
  });

  it.each([404, 503])('takes no refusal of a proxy for one of the service: %i', async (status) => {
    const proxy = await aReceiver();
    const headers = { 'content-type': 'text/html', 'retry-after': '0' };
    proxy.answer({ status, body: '<h1>Nobody is here</h1>', headers });

    const ended = await desk().mps('call getTransaction txn_01990000000070008000000000000001', {
      MPS_BASE_URL: proxy.url,
    });
    await proxy.close();

    expect(ended.exitCode).toBe(7);
    expect(ended.words).toContain(`not the service (${status}, text/html)`);
  });

  it.each(['whoami', 'call listCustomers --all', 'events list', 'login --key sk_test_another'])(
    'takes no empty answer for good news: %s',
    async (verb) => {
      const other = await aReceiver();
      const headers = { 'content-type': 'application/json' };
      other.answer({ status: 200, body: '{"success":true,"data":{}}', headers });

      const ended = await desk().mps(verb, { MPS_BASE_URL: other.url });
      await other.close();

      expect(ended).toMatchObject({
        exitCode: 7,
        data: '',
        words: expect.stringContaining('is not the service: its answer'),
      });
    },
  );

  it('says where to go on when a list breaks off', async () => {
    const service = await aReceiver();
    service.answer(() => (service.received.length === 2 ? tooMany(61) : pageWith(1, 2)));

    const ended = await desk().mps('call listCustomers --all', { MPS_BASE_URL: service.url });
    await service.close();

    expect(ended).toMatchObject({
      exitCode: 6,
      data: '{"id":"1"}\n',
      words: expect.stringContaining('after 1 item. Go on with: cursor=after-1'),
    });
  });

  it.each(['csv', 'jsonl'])('writes a download to a file: %s', async (format) => {
    await desk().mps('trigger payment.capture.completed');
    const report = await desk().mps(
      `call createReport type=fees format=${format} from_date=2020-01-01 to_date=2199-01-01`,
    );
    const { id } = jsonOf(report);
    await desk().mps('call advanceTestClock advance_seconds=5');
    await expect
      .poll(async () => jsonOf(await desk().mps(`call getReport ${String(id)}`))['status'], {
        timeout: 30_000,
      })
      .toBe('available');
    const file = join(String(desk().env['DATA_DIR']), `fees.${format}`);

    const ended = await desk().mps(`call downloadReport ${String(id)} -o ${file}`);

    expect(ended).toMatchObject({ exitCode: 0, data: '' });
    expect(readFileSync(file, 'utf8')).toContain(format === 'csv' ? 'journal,' : '"journal":');
  });

  it('refuses to write a file for an operation that answers no download, and makes no call', async () => {
    const file = join(String(desk().env['DATA_DIR']), 'nothing.json');

    expect(await desk().mps(`call createCustomer name=Nobody -o ${file}`)).toMatchObject({
      exitCode: 2,
      data: '',
      words: expect.stringContaining('createCustomer answers no download'),
    });
    expect((await desk().mps('call listCustomers --all')).data).not.toContain('Nobody');
    expect(existsSync(file)).toBe(false);
  });

  it('refuses a file in a folder that is not there, and makes no call', async () => {
    const service = await aReceiver();

    const ended = await desk().mps('call downloadReport rpt_1 -o /nonexistent/fees.csv', {
      MPS_BASE_URL: service.url,
    });
    await service.close();

    expect(ended).toMatchObject({ exitCode: 2, words: '/nonexistent/fees.csv cannot be written.\n' });
    expect(service.received).toEqual([]);
  });

  it('says that a folder cannot be written as a file', async () => {
    const service = await aReceiver();
    service.answer({ status: 200, headers: { 'content-type': 'text/csv' }, body: 'journal,\n' });
    const folder = String(desk().env['DATA_DIR']);

    const ended = await desk().mps(`call downloadReport rpt_1 -o ${folder}`, { MPS_BASE_URL: service.url });
    await service.close();

    expect(ended).toMatchObject({ exitCode: 2, words: `${folder} cannot be written.\n` });
  });

  it('gives a download longer than another call', async () => {
    const service = await aReceiver();
    service.answer({
      status: 200,
      headers: { 'content-type': 'text/csv' },
      body: 'journal,\n',
      afterMs: 120_000,
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    const ended = desk().mps('call downloadReport rpt_1', { MPS_BASE_URL: service.url });
    await expect.poll(() => service.received.length).toBe(1);
    vi.advanceTimersByTime(120_000);

    expect(await ended).toMatchObject({ exitCode: 0, data: 'journal,\n' });
    expect(service.received).toHaveLength(1);
    await service.close();
  });

  it.each([
    ['call createChekout', 2, 'Did you mean createCheckout'],
    ['call createCheckout curency=USD', 2, 'Did you mean currency'],
    ['call getTransaction', 2, 'It needs id=…'],
    ['call createCheckout -d {', 2, 'not JSON'],
    ['call createCheckout amount=10.00', 5, 'VALIDATION_ERROR'],
    ['call getTransaction txn_00000000000000000000000000000000', 4, 'mps call listTransactions'],
    [
      `call createSubscription plan_id=plan_${'0'.repeat(32)} customer.name=Rudo`,
      4,
      'call listSubscriptionPlans',
    ],
    [
      `call createPaymentLink amount=1.00 currency=USD title=Tea split_id=spl_${'0'.repeat(32)}`,
      4,
      'call listSplits',
    ],
    [`call getPayoutBatch pob_${'0'.repeat(32)}`, 4, 'call listPayoutBatches'],
    ['call getBalance --key sk_test_wrong', 3, 'mps login'],
    ['call getBalance --base-url http://127.0.0.1:1', 7, 'does not answer'],
    ['call getBalance --base-url ftp://x', 2, 'no address'],
  ])('%s ends with %i and says what to do', async (verb, exitCode, words) => {
    const ended = await desk().mps(verb);

    expect(ended).toMatchObject({ exitCode, data: '', words: expect.stringContaining(words) });
  });

  it.each([
    ['{"curency":"USD"}', 'curency'],
    ['{"customer":{"name":"Rudo","nmae":"Rudo"},"currency":"USD"}', 'customer.nmae'],
  ])('names a field that the contract does not know: %s', async (body, name) => {
    const ended = await desk().mps(`call createInvoice -d ${body}`);

    expect(ended).toMatchObject({ exitCode: 5, words: expect.stringContaining(`\n  ${name} `) });
  });

  it('says the request id of a refusal, and of every call with --verbose', async () => {
    expect((await desk().mps('call getTransaction txn_00000000000000000000000000000000')).words).toMatch(
      /\(NOT_FOUND, req_[0-9a-f]{32}\)/,
    );
    expect((await desk().mps('call getBalance --verbose')).words).toMatch(
      /^GET \/v1\/account\/balance 200 req_[0-9a-f]{32}\n$/,
    );
  });

  it('ends with 6 when the key calls too often', async () => {
    const { secretKey } = await desk().app.aMerchant({ rateLimit: 1 });
    await desk().mps(`call getBalance --key ${secretKey}`);

    expect(await desk().mps(`call getBalance --key ${secretKey}`)).toMatchObject({
      exitCode: 6,
      words: expect.stringContaining('Try again in'),
    });
  });

  it('lists operations, and the fields of one', async () => {
    const operations = JSON.parse((await desk().mps('call --json')).data) as { operation: string }[];
    const fields = JSON.parse((await desk().mps('call createCheckout --fields --json')).data) as {
      field: string;
      required: string;
    }[];

    expect(operations.map(({ operation }) => operation)).toEqual(Object.keys(operationArguments));
    expect(fields.filter(({ required }) => required === 'yes').map(({ field }) => field)).toContain(
      'merchantTransactionId',
    );
  });
});

function tooMany(seconds: number) {
  const body = JSON.stringify({ success: false, code: 'RATE_LIMITED', message: 'Too many calls.' });
  return { status: 429, headers: { 'retry-after': String(seconds) }, body };
}

/** A page with one item; the page `last` has no cursor. */
function pageWith(id: number, last: number) {
  const data = { items: [{ id: String(id) }], next_cursor: id === last ? null : `after-${id}` };
  return { status: 200, body: JSON.stringify({ success: true, data }) };
}

describe('fields', () => {
  it('are lists, things in things, and JSON', () => {
    const typed = [
      'items[].description=Tea',
      'items[0].quantity=2',
      'items[].description=Milk',
      'reminder_days:=[3,5]',
      'send=true',
    ];

    expect(fill(operationArguments.createInvoice, typed, undefined).body).toEqual({
      items: [{ description: 'Tea', quantity: 2 }, { description: 'Milk' }],
      reminder_days: [3, 5],
      send: true,
    });
    expect(put({ a: [1] }, stepsOf('a[]'), 2)).toEqual({ a: [1, 2] });
    expect(() => put({}, stepsOf('a[3]'), 1)).toThrow('no place 3');
  });

  it.each([
    ['90', 90],
    ['10m', 600],
    ['2h', 7200],
    ['1d', 86_400],
    ['PT5M', 300],
    ['P1DT1H', 90_000],
  ])('%s is %i seconds', (text, seconds) => {
    expect(secondsIn(text, '--since')).toBe(seconds);
  });

  it.each(['', 'P', 'PT', '1w', '-1', '1.5h'])('"%s" is no time', (text) => {
    expect(() => secondsIn(text, '--since')).toThrow('takes a time');
  });
});

describe('mps sandbox', () => {
  it('shows and turns the clock', async () => {
    const before = jsonOf(await desk().mps('sandbox status --json'));
    const turned = jsonOf(await desk().mps('sandbox advance PT5M --json'));
    const after = jsonOf(await desk().mps('sandbox status --json'));

    expect(turned).toMatchObject({ offset_seconds: Number(before['offset_seconds']) + 300 });
    expect(after['offset_seconds']).toBe(turned['offset_seconds']);
    expect(after['next_reset']).toMatch(/T00:00:00.000Z$/);
  });
});

describe('mps pay', () => {
  it.each([
    ['--card card_success', 'completed'],
    ['--card 4000000000000002', 'pending'],
    ['--card card_challenge', 'completed'],
    ['--card card_challenge --fail', 'pending'],
    ['--phone success', 'completed'],
  ])('pays a checkout on its page: %s', async (how, status) => {
    const { checkout_id: id, payment_url: url } = await openedCheckout(desk().api);

    const ended = await desk().mps(`pay ${id} ${how} --json`);

    expect(ended.exitCode).toBe(0);
    expect(jsonOf(ended)['page']).not.toBe('unknown');
    expect(url).toContain('/test/c/');
    await expect
      .poll(async () => (await desk().api('getCheckoutStatus', { params: { id } })).data.status, {
        timeout: 30_000,
      })
      .toBe(status);
  });

  it.each([
    ['pay chk_1', 2, 'Name one'],
    ['pay chk_1 --card card_sucess', 2, 'Did you mean card_success'],
    ['pay chk_00000000000000000000000000000000 --card card_success', 4, 'NOT_FOUND'],
    ['pay http://localhost:1/c/x --card card_success', 5, 'sandbox pages only'],
    ['pay httpfoo --card card_success', 2, 'neither the id of a checkout nor the address'],
  ])('%s ends with %i', async (verb, exitCode, words) => {
    expect(await desk().mps(verb)).toMatchObject({
      exitCode,
      data: '',
      words: expect.stringContaining(words),
    });
  });
});

describe('mps pay without an attempt', () => {
  it.each([
    ['a phone of another wallet', '--phone 0881234567', 'belongs to another wallet'],
    ['a phone without a wallet', '--phone 0777777777', 'no active wallet'],
  ])('is refused: %s', async (_how, option, words) => {
    const { checkout_id: id } = await openedCheckout(desk().api);

    expect(await desk().mps(`pay ${id} ${option} --quiet --json`)).toMatchObject({
      exitCode: 5,
      data: '',
      words: expect.stringContaining(words),
    });
    expect((await desk().api('listTransactions', { query: { search: id } })).data.items).toEqual([]);
  });
});

describe('mps pay with another page than that of a checkout', () => {
  it('opens a checkout of a payment link and pays it', async () => {
    const { data: link } = await desk().api('createPaymentLink', { body: aLink() });

    const ended = await desk().mps(`pay ${link.url} --card card_success --json`);

    expect(ended.exitCode).toBe(0);
    expect(jsonOf(ended)).toMatchObject({
      page: 'receipt',
      status: 'completed',
      transaction_id: expect.stringMatching(/^txn_/),
    });
  });
});

describe('a live key', () => {
  it.each([
    'trigger payment.capture.completed',
    'pay chk_1 --card card_success',
    'sandbox status',
    'sandbox reset',
    'sandbox advance 1m',
  ])('is refused by mps %s', async (verb) => {
    const { secretKey } = await desk().app.aMerchant({ mode: 'live' });

    expect(await desk().mps(`${verb} --key ${secretKey}`)).toMatchObject({
      exitCode: 5,
      data: '',
      words: expect.stringContaining('test keys only'),
    });
  });
});
