import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unconnected } from '../../../../../../src/app/gateways.ts';
import { receiveReport } from '../../../../../../src/domain/payments/disputes/receive-report.ts';
import { newId, showId, uuidIn } from '../../../../../../src/platform/ids.ts';
import { aPayment, openShop, type Shop } from '../../../../../journeys/shop.ts';
import { asMerchant, capturedLive } from '../../../../../support/builders/act.ts';
import { stayInTheDay, turnClock } from '../../../../../support/builders/build.ts';
import { heldCheckout } from '../../../../../support/builders/holds.ts';
import { anAdvance, aSplit } from '../../../../../support/builders/partners.ts';
import { soon } from '../../../../../support/checks/soon.ts';
import { aScriptedGateway, liveWith } from '../../../../../support/faults/scripted-gateways.ts';
import { apiOf } from '../../../../../support/service/api.ts';
import { payByCard } from '../../../../../support/service/page.ts';
import { type Client, noticesIn, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let shop: Shop;

beforeAll(async () => {
  const { gateway } = aScriptedGateway('acquirer');
  office = await openOffice({ connectGateways: liveWith([{ takes: 'card', gateway }], unconnected) });
  const { merchant, app } = office;
  const notificationUrl = `${app.baseUrl}/nowhere`;
  // The shop of the office's merchant: its people see what it takes.
  shop = await openShop({ ...app, aMerchant: async () => merchant, notificationUrl });
});
afterAll(() => office.stop());

const base = '/dashboard/test/payments';
const api = () => apiOf(office.app.baseUrl, office.merchant.secretKey);
const paid = (amount?: string) => aPayment(shop, amount);
const stored = async (id: string) => (await api()('getTransaction', { params: { id } })).data;

async function auditOf(object: string): Promise<readonly Record<string, unknown>[]> {
  return await office.app.database.asOwner(
    'SELECT action, user_email, details FROM sandbox.audit_log WHERE object = $1 ORDER BY id',
    [object],
  );
}

async function aHeldPayment(): Promise<string> {
  const checkout = await heldCheckout(api());
  return String((await shop.statusOf(checkout)).transaction_id);
}

/** A viewer in a browser of their own, with a time zone of their own. */
async function aViewer({ merchantId = office.merchant.merchantId, timeZone = 'UTC' } = {}): Promise<Client> {
  const { userId, email, password } = await office.aPerson({ role: 'viewer', merchantId });
  await office.app.database.asOwner('UPDATE platform.users SET time_zone = $2 WHERE id = $1', [
    userId,
    timeZone,
  ]);
  const client = office.aBrowser();
  await client.signIn(email, password);
  return client;
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A payment of a day in UTC, half an hour before its end. */
async function paidLate(day: string): Promise<string> {
  const [row] = await office.app.database.asOwner(
    `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
      VALUES ($1, uuidv7($2::timestamptz - now()), 'payment', 'failed', 10000, 'USD', 'sandbox_card', 'late', 'checkout', gen_random_uuid(), $2)
      RETURNING id`,
    [office.merchant.merchantId, `${day}T23:30:00Z`],
  );
  return showId('txn', String(row?.['id']));
}

/** What a filter replaces. */
const regionOf = ({ text }: Shown): string => text.slice(text.indexOf('<div id="list">'));

/** RFC 4180. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const downloaded = async (client: Client, query: string) =>
  cellsOf((await client.open(`/dashboard/test/payments.csv?${query}`)).text);

it('shows what partners and the lender got of a payment, and of no other, in its ledger', async () => {
  const other = await openShop({ ...office.app, notificationUrl: `${office.app.baseUrl}/nowhere` });
  const { id: splitId } = await aSplit(other.api, ['10.00']);
  await anAdvance(other.api);
  const pay = async () => {
    const checkout = await other.card({ amount: '100.00', splitId });
    await payByCard(checkout.payment_url, '4242424242424242');
    return String((await other.statusOf(checkout)).transaction_id);
  };
  const id = await pay();
  const { data } = await other.api('listLedgerEntries', { query: { limit: 100 } });
  const posted = data.items.filter(({ transaction_id }) => transaction_id === id).map(({ type }) => type);
  const viewer = await aViewer({ merchantId: other.merchant.merchantId });
  const repayments = async () =>
    (await viewer.open(`${base}/${id}`)).text.split('capital.repayment').length - 1;

  const { text } = await viewer.open(`${base}/${id}`);
  const before = await repayments();
  await pay();

  expect(posted).toEqual(expect.arrayContaining(['payment.settled', 'split.settled', 'capital.repayment']));
  expect(posted.filter((type) => !text.includes(type))).toEqual([]);
  expect(await repayments()).toBe(before);
});

describe('the list of payments', () => {
  it('shows payments newest first, with a link to each', async () => {
    const [first, second] = [await paid('11.00'), await paid('12.00')];

    const { text, status } = await (await office.as('viewer')).open(base);

    expect(status).toBe(200);
    expect(text.indexOf(`${base}/${second}`)).toBeLessThan(text.indexOf(`${base}/${first}`));
    expect(text).toContain('US$12.00');
  });

  it('filters by status, gateway, currency, day and text', async () => {
    const checkout = await shop.card({ amount: '13.00', customerName: 'Rudo Findable' });
    await payByCard(checkout.payment_url, '4242424242424242');
    const { transaction_id: id } = await shop.statusOf(checkout);
    const client = await office.as('viewer');
    const has = async (query: string) =>
      (await client.open(`${base}?${query}`)).text.includes(`${base}/${id}`);
    const today = new Date().toISOString().slice(0, 10);

    expect(await has('search=findable')).toBe(true);
    expect(await has(`search=${id}`)).toBe(true);
    expect(await has('search=somebody+else')).toBe(false);
    expect(await has('status=completed&gateway=sandbox_card&currency=USD&from=2026-01-01')).toBe(true);
    expect(await has('status=failed')).toBe(false);
    expect(await has('gateway=sandbox_wallet_a')).toBe(false);
    expect(await has('currency=ZWG')).toBe(false);
    expect(await has('to=2026-01-01')).toBe(false);
    expect(await has(`to=${today}x&from=2026-99-99&status=lost&search=%00`)).toBe(true);
  });

  it('filters by the days of the reader, with the last day included', async () => {
    const [day, next] = [daysAgo(3), daysAgo(2)];
    const id = await paidLate(day);
    const finds = async (client: Client, on: string) =>
      (await client.open(`${base}?from=${on}&to=${on}`)).text.includes(`${base}/${id}`);
    const inUtc = await office.as('viewer');
    const inHarare = await aViewer({ timeZone: 'Africa/Harare' });

    expect([await finds(inUtc, day), await finds(inUtc, next)]).toEqual([true, false]);
    expect([await finds(inHarare, day), await finds(inHarare, next)]).toEqual([false, true]);
  });

  it('filters by the gateways of its mode', async () => {
    const [own, other] = await office.app.database.asOwner(
      `INSERT INTO live.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
        SELECT $1, uuidv7(), 'payment', 'failed', 10000, 'USD', gateway, 'live', 'checkout', gen_random_uuid(), now()
        FROM unnest($2::text[]) AS gateway RETURNING id`,
      [office.merchant.merchantId, ['acquirer', 'another']],
    );
    const live = '/dashboard/live/payments';
    const client = await office.as('viewer');
    const { text } = await client.open(`${live}?gateway=acquirer`);

    expect(text).toContain('<option value="acquirer" selected>');
    expect(text).not.toContain('sandbox_card');
    expect(text).toContain(`${live}/${showId('txn', String(own?.['id']))}`);
    expect(text).not.toContain(`${live}/${showId('txn', String(other?.['id']))}`);
    expect((await client.open(base)).text).not.toContain('acquirer');
  });

  it('goes on with older payments on the next page, without repeating one', async () => {
    const { merchantId } = office.merchant;
    await office.app.database.asOwner(
      `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
        SELECT $1, uuidv7(n * interval '1 second' - interval '1 day'), 'payment', 'failed', 10000, 'USD', 'sandbox_terminal', 'paged', 'checkout', gen_random_uuid(), now()
        FROM generate_series(1, 60) n`,
      [merchantId],
    );
    const client = await office.as('viewer');
    const seen: string[] = [];
    for (let path: string | undefined = `${base}?gateway=sandbox_terminal`; path !== undefined; ) {
      const { text }: { text: string } = await client.open(path);
      seen.push(...[...text.matchAll(/payments\/(txn_[0-9a-f]{32})"/g)].map(([, id = '']) => id));
      path = /<a href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }

    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
    expect(seen).toEqual(seen.toSorted().toReversed());
  });
});

describe('the download of the list', () => {
  const hostile = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tTAB',
    '\rCR',
    '=cmd|/c calc!A0',
    '=HYPERLINK("https://evil.example","x")',
    '+cmd|/c calc!A0',
    '-2+3+cmd|/c calc!A0',
    '@import',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '="a,b"',
    '-"quoted"',
    '=A1\r\n=B1',
    '@a\nb',
    '\n=1',
  ];

  it('defuses every text that a spreadsheet would run', async () => {
    await office.app.database.asOwner(
      `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, description, created_at)
        SELECT $1, uuidv7(), 'payment', 'failed', 10000, 'USD', 'sandbox_domestic_switch', 'hostile', 'checkout', gen_random_uuid(), text, now()
        FROM unnest($2::text[]) AS text`,
      [office.merchant.merchantId, hostile],
    );

    const answer = await fetch(
      `${office.app.baseUrl}/dashboard/test/payments.csv?gateway=sandbox_domestic_switch`,
      { headers: { cookie: (await office.as('viewer')).cookie() } },
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    const [head = [], ...rows] = cellsOf(bytes.subarray(3).toString());

    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="payments-sandbox-[\d-]{10}\.csv"$/,
    );
    expect(rows).toHaveLength(hostile.length);
    const at = head.indexOf('description');
    expect(new Set(rows.map((row) => row[at]))).toEqual(new Set(hostile.map((text) => `'${text}`)));
  });

  it('has a link inside the part that a filter replaces, with the filters', async () => {
    const client = await office.as('viewer');
    for (const list of [base, `${base}/refunds`]) {
      const shown = await client.open(`${list}?status=failed&search=tea&page=${'0'.repeat(32)}`);

      expect(regionOf(shown)).toContain(`href="${list}.csv?status=failed&amp;search=tea&amp;of=mer_`);
    }
  });

  it('goes on where a search has stopped', async () => {
    const { merchantId } = await office.app.aMerchant();
    // The index knows no text of two letters, so that the search reads row by row, 9,500 rows at most. It has no pending rows, which
    // makes them cheap to write.
    await office.app.database.asOwner(
      `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
        SELECT $1, uuidv7(n * interval '1 second' - interval '1 day'), 'payment', 'pending', 10000, 'USD', 'sandbox_card',
          CASE n WHEN 1 THEN 'zq' ELSE 'other' END, 'checkout', gen_random_uuid(), now()
        FROM generate_series(1, 9600) n`,
      [merchantId],
    );
    const [head = [], ...rows] = await downloaded(await aViewer({ merchantId }), 'search=zq');

    expect(rows.map((row) => row[head.indexOf('merchant_transaction_id')])).toEqual(['zq']);
  });

  it('has every row of the filtered list, and no row of another merchant', async () => {
    const { merchantId } = office.merchant;
    await office.app.database.asOwner(
      `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
        SELECT $1, uuidv7(n * interval '1 second' - interval '1 day'), 'payment', 'failed', 10000, 'ZWG', 'sandbox_card', 'r' || n, 'checkout', gen_random_uuid(), now()
        FROM generate_series(1, 2500) n`,
      [merchantId],
    );
    const rows = await downloaded(await office.as('viewer'), 'currency=ZWG');

    expect(rows).toHaveLength(2501);
    expect(new Set(rows.map((row) => row[0])).size).toBe(2501);
    expect(await downloaded(await office.stranger(), 'currency=ZWG')).toHaveLength(1);
  });
});

describe('a payment', () => {
  it('in an archive is said to be there, and only to its own merchant', async () => {
    const id = newId();
    await office.app.database.asOwner(
      'INSERT INTO sandbox.archived_resources (merchant_id, id, archive_id, place, length) VALUES ($1, $2, $3, 0, 1)',
      [office.merchant.merchantId, id, newId()],
    );
    const address = `${base}/${showId('txn', id)}`;

    const own = await (await office.as('viewer')).open(address);
    const others = await (await office.stranger()).open(address);

    expect([own.status, others.status]).toEqual([404, 404]);
    expect(own.text).toContain('This payment is in an archive');
    expect(others.text).toContain('There is nothing here');
    expect(others.text).not.toContain('archive');
  });

  it('shows its money, what happened, its ledger lines, its events and the integrator’s own texts', async () => {
    const checkout = await shop.card({ amount: '100.00', metadata: { Gateway: '<shop> 7' } });
    await payByCard(checkout.payment_url, '4242424242424242');
    const id = String((await shop.statusOf(checkout)).transaction_id);
    const { text } = await (await office.as('viewer')).open(`${base}/${id}`);

    for (const part of ['US$100.00', 'The money was captured.', 'payment.captured', 'gateway_clearing'])
      expect(text).toContain(part);
    for (const part of ['payment.capture.completed', 'payment.order.approved', id])
      expect(text).toContain(part);
    expect(text).toMatch(
      />Metadata<\/h2><\/div>\s*<dl class="facts"><div><dt>Gateway<\/dt><dd>&lt;shop&gt; 7</,
    );
    const { fee, net_amount: net } = await stored(id);
    expect(text).toContain(`-US$${fee}`);
    expect(text).toContain(`US$${net}`);
    expect(text).not.toContain('/refund"');
  });

  it('says when which part of its reserve is released', async () => {
    await stayInTheDay(api());
    const [part, whole] = [await paid('100.00'), await paid('100.00')];
    await api()('refundTransaction', { params: { id: part }, body: { amount: '40.00' } });
    await api()('refundTransaction', { params: { id: whole } });
    const client = await office.as('viewer');
    const ofReserve = async (id: string) =>
      [...(await client.open(`${base}/${id}`)).text.matchAll(/<li>([^<]*)<time datetime="([^"]*)"/g)]
        .map(([, text = '', at = '']) => `${text} ${at}`)
        .filter((line) => line.includes('reserve'));
    const { completed_at: now, reserve_release_at: end } = await stored(part);
    const midnight = new Date((Math.floor(Date.parse(String(now)) / 86_400_000) + 1) * 86_400_000);

    expect(await ofReserve(part)).toEqual([
      `US$2.00 of the reserve becomes available. ${midnight.toISOString()}`,
      `US$3.00 of the reserve becomes available. ${end}`,
    ]);
    await turnClock(api(), 86_400);
    const { items } = (await api()('listLedgerEntries', { query: { bucket: 'reserve', limit: 100 } })).data;
    const released = items.filter(({ type }) => type === 'reserve.released');
    expect(released.map(({ transaction_id: id, amount, created_at: at }) => ({ id, amount, at }))).toEqual(
      expect.arrayContaining([
        { id: part, amount: '-2.00', at: midnight.toISOString() },
        { id: whole, amount: '-5.00', at: midnight.toISOString() },
      ]),
    );
    expect(await ofReserve(whole)).toEqual([`The reserve became available. ${midnight.toISOString()}`]);
  });

  it('says how much of it is in the reserve, until that is released', async () => {
    const id = await paid('100.00');
    await stayInTheDay(api());
    await api()('refundTransaction', { params: { id }, body: { amount: '40.00' } });
    const client = await office.as('viewer');
    const held = async () =>
      /<dt>Of it in reserve<\/dt><dd>([^<]*)/.exec((await client.open(`${base}/${id}`)).text)?.[1];

    expect(await held()).toBe('US$5.00');
    await turnClock(api(), 86_400);
    expect(await held()).toBe('US$3.00');
    await turnClock(api(), 90 * 86_400);
    expect(await held()).toBeUndefined();
  });

  it('of live mode says what of it still waits to be settled, once a part was disputed', async () => {
    const { app, merchant } = office;
    const at = new Date();
    const aLivePayment = () => capturedLive(app, merchant, { method: 'card', at });
    const dispute = async (paymentId: string, amount: string) => {
      const report = { kind: 'opened', reason: 'not_received', amount } as const;
      const reported = { paymentId, gatewayReference: paymentId, report };
      await asMerchant(app, merchant, (act) => receiveReport(act, reported), { mode: 'live', at });
    };
    const client = await office.as('viewer');
    const waits = async (id: string) => {
      const { text } = await client.open(`/dashboard/live/payments/${showId('txn', id)}`);
      return /<li>(The (?:money|rest of it) becomes available\.)/.exec(text)?.[1];
    };
    const [none, part, whole] = [await aLivePayment(), await aLivePayment(), await aLivePayment()];
    await dispute(part, '400000');
    await dispute(whole, '1000000');

    expect(await waits(none)).toBe('The money becomes available.');
    expect(await waits(part)).toBe('The rest of it becomes available.');
    expect(await waits(whole)).toBeUndefined();
  });

  it('of another merchant, another mode or another kind is not found', async () => {
    const id = await paid();
    const stranger = await office.stranger();
    const owner = await office.as('owner');

    expect((await stranger.open(`${base}/${id}`)).status).toBe(404);
    expect((await owner.open(`/dashboard/live/payments/${id}`)).status).toBe(404);
    expect((await owner.open(`${base}/${id.replace('txn_', 'chk_')}`)).status).toBe(404);
    for (const action of ['refund', 'capture', 'release'])
      expect((await stranger.open(`${base}/${id}/${action}`)).status).toBe(404);
  });
});

describe('a refund', () => {
  it('of a part gives it back, and says who did it', async () => {
    const id = await paid('50.00');
    const client = await office.as('finance');
    const form = await client.open(`${base}/${id}/refund`);

    const shown = await client.submit(form, '/refund', { amount: '20', reason: 'Damaged' });

    expect(shown.text).toContain('The refund was completed.');
    expect(await stored(id)).toMatchObject({ amount_refunded: '20.00', status: 'completed' });
    const [entry] = await auditOf(id);
    expect(entry).toMatchObject({
      action: 'payment.refunded',
      details: { amount: '20.00', currency: 'USD', reason: 'Damaged' },
    });
    const { details } = entry as { details: { refund: string } };
    const refund = await client.open(`${base}/refunds/${details.refund}`);
    expect(refund.text).toContain('Damaged');
    expect(refund.text).toContain('refund.requested');
    expect((await client.open(`${base}/refunds`)).text).toContain(details.refund);
    expect((await (await office.stranger()).open(`${base}/refunds/${details.refund}`)).status).toBe(404);
  });

  it('is told as it stands now, and what the gateway refused is told as a failure', async () => {
    const id = await paid('30.00');
    const client = await office.as('owner');
    const give = async (amount: string) =>
      await client.submit(await client.open(`${base}/${id}/refund`), '/refund', { amount });
    const [refused, begun] = [await give('5.13'), await give('5.11')];
    await turnClock(api(), 60);

    expect(noticesIn(refused)).toEqual([
      'bad: The gateway refused the refund. The money is available again.',
    ]);
    expect(noticesIn(begun)).toEqual([
      'plain: The refund is on its way. The gateway has not confirmed it yet.',
    ]);
    await soon(async () =>
      expect(noticesIn(await client.open(begun.path))).toEqual(['good: The refund was completed.']),
    );
  });

  it('is not offered while a part of the payment is disputed, and again when that is decided', async () => {
    const id = await paid('50.00');
    const client = await office.as('finance');
    const form = await client.open(`${base}/${id}/refund`);
    const body = { transaction_id: id, amount: '20.00' };
    const dispute = (await api()('openTestDispute', { body })).data;
    const shown = await client.open(`${base}/${id}`);
    const refund = await client.open(`${base}/${id}/refund`);
    const late = await client.submit(form, '/refund', { amount: '5.00' });

    expect(shown.text).not.toContain(`/${id}/refund"`);
    expect(shown.text).toContain('Can be refunded</dt><dd>US$0.00<');
    expect(refund.text).not.toContain('<form method="post" action="/dashboard/test/payments');
    expect(refund.text).toContain('Nothing of it can be refunded until that is decided.');
    expect(refund.text).toContain(`href="/dashboard/test/disputes/${dispute.id}"`);
    expect(late.status).toBe(409);
    expect(late.text).toContain('The transaction is disputed.');
    await api()('acceptDispute', { params: { id: dispute.id } });
    const decided = await client.open(`${base}/${id}`);
    expect(decided.text).toContain(`/${id}/refund"`);
    expect(decided.text).toContain('Can be refunded</dt><dd>US$30.00<');
    expect((await client.open(`${base}/${id}/refund`)).text).toContain('value="30.00"');
  });

  it('of the whole reverses the payment; the form offers what is left', async () => {
    const id = await paid('30.00');
    const client = await office.as('owner');
    const form = await client.open(`${base}/${id}/refund`);

    expect(form.text).toMatch(/name="amount"[^>]* value="30\.00"/);
    await client.submit(form, '/refund');

    expect(await stored(id)).toMatchObject({ amount_refunded: '30.00', status: 'reversed' });
  });

  it('has its effect once, however often the form is sent', async () => {
    const id = await paid('30.00');
    const client = await office.as('owner');
    const form = await client.open(`${base}/${id}/refund`);
    await client.submit(form, '/refund', { amount: '5.00' });

    const again = await client.submit(form, '/refund', { amount: '5.00' });

    expect(again.status).toBe(409);
    expect(again.text).toContain('This form was sent before');
    expect(await stored(id)).toMatchObject({ amount_refunded: '5.00' });
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('is called done if it was, though less than its amount is left now', async () => {
    const id = await paid('100.00');
    const client = await office.as('owner');
    const form = await client.open(`${base}/${id}/refund`);
    await client.submit(form, '/refund', { amount: '60.00' });

    const again = await client.submit(form, '/refund', { amount: '60.00' });

    expect(again.status).toBe(409);
    expect(again.text).toContain('This form was sent before');
    expect(again.text).not.toContain('Only US$40.00 can be refunded.');
    expect(await stored(id)).toMatchObject({ amount_refunded: '60.00' });
  });

  it('is not called done to somebody else who sends the same form', async () => {
    const id = await paid('100.00');
    const client = await office.as('owner');
    const form = await client.open(`${base}/${id}/refund`);
    const once = /name="once" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
    await client.submit(form, '/refund', { amount: '60.00' });
    const other = await office.as('finance');
    const fields = { amount: '60.00', once };
    const told = await other.submit(await other.open(`${base}/${id}/refund`), '/refund', fields);

    expect(once).not.toBe('');
    expect(told.text).not.toContain('This form was sent before');
    expect(told.text).toContain('Only US$40.00 can be refunded.');
  });

  it('of too much, or with a wrong field, is refused with what to do, and keeps what was typed', async () => {
    const id = await paid('30.00');
    const client = await office.as('owner');
    const form = await client.open(`${base}/${id}/refund`);
    const wrong = [
      [{ amount: '30.01', reason: 'kept words' }, 'Only US$30.00 can be refunded.'],
      [{ amount: '0', reason: 'kept words' }, 'Type an amount above zero'],
      [{ amount: '1.234', reason: 'kept words' }, 'Type an amount above zero'],
      [{ amount: '-1', reason: 'kept words' }, 'Type an amount above zero'],
      [{ amount: '1.00', reason: 'kept words 4242424242424242' }, 'Take the card number out'],
    ] as const;
    for (const [fields, words] of wrong) {
      const shown = await client.submit(form, '/refund', fields);

      expect(shown.status).toBe(422);
      expect(shown.text).toContain(words);
      expect(shown.text).toContain('kept words');
    }
    expect(await stored(id)).toMatchObject({ amount_refunded: '0.00' });
    expect(await auditOf(id)).toEqual([]);
  });

  it('is refused to roles without the right, and to other merchants', async () => {
    const id = await paid('30.00');
    const send = async (client: Client) => {
      const { text } = await client.open('/dashboard/test');
      const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
      return (await client.post(`${base}/${id}/refund`, { token, amount: '1.00' })).status;
    };

    expect(await send(await office.as('developer'))).toBe(403);
    expect(await send(await office.as('viewer'))).toBe(403);
    expect(await send(await office.stranger())).toBe(404);
    expect(await stored(id)).toMatchObject({ amount_refunded: '0.00' });
  });

  it('is refused where the app has refunds switched off', async () => {
    const id = await paid('30.00');
    const client = await office.as('owner');
    const form = await client.open(`${base}/${id}/refund`);
    const { appId } = office.merchant;
    const set = (features: string) =>
      office.app.database.asOwner(`UPDATE platform.api_apps SET features = ${features} WHERE id = $1`, [
        appId,
      ]);
    await set(`array_remove(features, 'refunds')`);
    try {
      const shown = await client.submit(form, '/refund');

      expect(shown.status).toBe(409);
      expect(shown.text).toContain('Refunds are switched off');
    } finally {
      await set(`features || 'refunds'::text`);
    }
    expect(await stored(id)).toMatchObject({ amount_refunded: '0.00' });
  });
});

describe('a held amount', () => {
  it('is captured in part', async () => {
    const id = await aHeldPayment();
    const client = await office.as('finance');
    expect((await client.open(`${base}/${id}`)).text).toContain(`${base}/${id}/capture`);

    const form = await client.open(`${base}/${id}/capture`);
    const tooMuch = await client.submit(form, '/capture', { amount: '100.01' });
    const shown = await client.submit(form, '/capture', { amount: '60' });

    expect(tooMuch.text).toContain('Only US$100.00 is held.');
    expect(shown.text).toContain('The amount was captured.');
    expect(await stored(id)).toMatchObject({ status: 'completed', amount: '60.00' });
    expect(await auditOf(id)).toMatchObject([
      { action: 'payment.captured', details: { amount: '60.00', currency: 'USD' } },
    ]);
  });

  it('that was captured or released is called so if the form is sent again', async () => {
    const client = await office.as('finance');
    for (const action of ['capture', 'release']) {
      const form = await client.open(`${base}/${await aHeldPayment()}/${action}`);
      await client.submit(form, `/${action}`);
      const again = await client.submit(form, `/${action}`);

      expect(again.status).toBe(409);
      expect(again.text).toContain('This form was sent before');
      expect(again.text).not.toContain('This was not done');
    }
  });

  it('that the bank no longer holds is told as a failure', async () => {
    const id = await aHeldPayment();
    const client = await office.as('finance');
    const form = await client.open(`${base}/${id}/capture`);

    expect(noticesIn(await client.submit(form, '/capture', { amount: '60.13' }))).toEqual([
      'bad: The bank no longer holds the amount. No money was taken.',
    ]);
  });

  it('is held until a moment in the time zone of the reader', async () => {
    const id = await aHeldPayment();
    const [row] = await office.app.database.asOwner(
      `SELECT to_char(expires_at AT TIME ZONE 'Africa/Harare', 'HH24:MI:SS') AS ends FROM sandbox.authorizations WHERE id = $1`,
      [uuidIn(id)],
    );
    const { text } = await (await aViewer({ timeZone: 'Africa/Harare' })).open(`${base}/${id}`);

    expect(text).toMatch(new RegExp(`The bank holds the amount until [^<]*, ${String(row?.['ends'])}\\.`));
  });

  it('is released, and then cannot be captured', async () => {
    const id = await aHeldPayment();
    const client = await office.as('owner');
    const capture = await client.open(`${base}/${id}/capture`);

    const shown = await client.submit(await client.open(`${base}/${id}/release`), '/release');
    const late = await client.submit(capture, '/capture');

    expect(shown.text).toContain('The amount was released.');
    expect(late.status).toBe(409);
    expect(late.text).toContain('No amount of this payment is held any longer.');
    expect(await stored(id)).toMatchObject({ status: 'voided' });
    expect(await auditOf(id)).toMatchObject([{ action: 'payment.released' }]);
  });

  it('is refused to roles without the right', async () => {
    const id = await aHeldPayment();
    const client = await office.as('developer');

    for (const action of ['capture', 'release'])
      expect((await client.open(`${base}/${id}/${action}`)).status).toBe(403);
    expect(await stored(id)).toMatchObject({ status: 'authorized' });
  });
});
