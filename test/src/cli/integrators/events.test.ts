import { describe, expect, it } from 'vitest';
import { recipes } from '../../../../src/cli/integrators/events/trigger.ts';
import { assignPlatformPlan } from '../../../../src/domain/billing/platform-billing/set-plan.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { aReceiver } from '../../../support/receivers/receiver.ts';
import { apiOf } from '../../../support/service/api.ts';
import { jsonOf, mps, mpsHere } from '../mps.ts';
import { deskForFile } from './shop.ts';

const desk = deskForFile();
const real = Object.entries(recipes)
  .filter(([, recipe]) => recipe !== 'synthetic')
  .map(([type]) => type);

/** On the usual plan of the platform, so that it bills them. */
async function aBilledMerchant() {
  const merchant = await desk().app.aMerchant();
  const { platform } = desk().app.database.databases;
  const about = { merchantId: merchant.merchantId, by: 'test' };
  await assignPlatformPlan(platform, about, { plan: 'standard' });
  return merchant;
}

describe('mps trigger', () => {
  it.each(real)('%s makes real objects, and the event follows', async (type) => {
    const { secretKey } = await aBilledMerchant();

    const ended = await desk().mps(`trigger ${type} --json --key ${secretKey}`);

    expect(ended).toMatchObject({ exitCode: 0, words: expect.stringContaining('mps events show evt_') });
    const { event: id } = jsonOf(ended);
    const { data } = await apiOf(desk().app.baseUrl, secretKey)('getEvent', { params: { id: String(id) } });
    expect(data.type).toBe(type);
    expect(data).not.toHaveProperty('synthetic');
  });

  it.each([
    'billing.invoice.created',
    'billing.invoice.payment-failed',
    'invoicing.invoice.reminder-sent',
    'vault.payment-token.updated',
    'merchant.onboarding.completed',
    'capital.disbursed',
  ])('%s follows a second time too, from where the first one left the sandbox', async (type) => {
    const { secretKey } = await aBilledMerchant();
    const verb = `trigger ${type} --json --key ${secretKey}`;

    const first = await desk().mps(verb);
    const second = await desk().mps(verb);

    expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
    expect(jsonOf(second)['event']).not.toBe(jsonOf(first)['event']);
  });

  it('causes billing.invoice.payment-failed again once the merchant is billed no more', async () => {
    const { secretKey } = await aBilledMerchant();
    const api = apiOf(desk().app.baseUrl, secretKey);
    const verb = `trigger billing.invoice.payment-failed --json --key ${secretKey}`;
    await desk().mps(verb);
    await turnClock(api, 40 * 86_400);
    expect((await api('getPlatformSubscription')).data.status).toBe('restricted');

    expect(await desk().mps(verb)).toMatchObject({ exitCode: 0 });
  });

  it('sets fields of what is made first', async () => {
    const ended = await desk().mps(
      'trigger payment.capture.completed --set amount=25.00 --set customerName=Rudo --json',
    );
    const { data } = await desk().api('getEvent', { params: { id: String(jsonOf(ended)['event']) } });

    expect(data.data).toMatchObject({ amount: '25.0000' });
    expect(await desk().mps('trigger payment.capture.completed --set curency=USD')).toMatchObject({
      exitCode: 5,
      words: expect.stringContaining('UNKNOWN_FIELD'),
    });
  });

  it('makes an event up when asked to', async () => {
    const ended = await desk().mps('trigger compliance.process.failed --synthetic --json');
    const { data } = await desk().api('getEvent', { params: { id: String(jsonOf(ended)['event']) } });

    expect(data).toMatchObject({ type: 'compliance.process.failed', synthetic: true });
  });

  it('says how each event is triggered', async () => {
    const rows = JSON.parse((await desk().mps('trigger --list --json')).data) as {
      event: string;
      how: string;
      description: string;
    }[];

    expect(
      rows
        .filter(({ how }) => how === 'real')
        .map(({ event }) => event)
        .toSorted(),
    ).toEqual(real.toSorted());
    expect(real).toEqual(
      expect.arrayContaining(['billing.invoice.created', 'billing.invoice.payment-failed']),
    );
    expect(rows.filter(({ description }) => description.includes('\n'))).toEqual([]);
    expect(await desk().mps('trigger payment.capture.complete')).toMatchObject({
      exitCode: 2,
      words: expect.stringContaining('Did you mean payment.capture.completed'),
    });
    expect(await desk().mps('trigger merchant.settings.updated')).toMatchObject({
      exitCode: 5,
      words: expect.stringMatching(/No call of the API causes .* --synthetic/),
    });
  });
});

describe('mps events', () => {
  it('lists on where a search stopped before the page was full', async () => {
    const receiver = await aReceiver();
    receiver.answer(204);
    const merchant = await desk().app.aMerchant({ webhookUrl: receiver.url, eventTypes: ['*'] });
    const typed = (verb: string) => desk().mps(`${verb} --json --key ${merchant.secretKey}`);
    const id = String(jsonOf(await typed('trigger billing.plan.created'))['event']);
    await receiver.sees(1);
    await desk().app.database.asOwner(
      `INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
       SELECT merchant_id, uuidv7(), type, gen_random_uuid(), 1, data, now()
       FROM sandbox.events CROSS JOIN generate_series(1, 45000) WHERE event_id = $1`,
      [id.slice(4)],
    );
    const listed = () => typed('events list --status delivered');

    await expect.poll(async () => JSON.parse((await listed()).data)).toMatchObject([{ id }]);
    await receiver.close();
  });

  it('lists, shows, resends and replays', async () => {
    const receiver = await aReceiver();
    receiver.answer(500);
    const merchant = await desk().app.aMerchant({ webhookUrl: receiver.url, eventTypes: ['*'] });
    const typed = (verb: string) => desk().mps(`${verb} --key ${merchant.secretKey}`);
    const made = jsonOf(await typed('trigger billing.plan.created --json'));
    const id = String(made['event']);
    await receiver.sees(1);

    const listed = JSON.parse(
      (await typed('events list --type billing.plan.created --since 1h --json')).data,
    ) as { id: string }[];
    const shown = jsonOf(await typed(`events show ${id} --json`));
    receiver.answer(204);
    const resent = await typed(`events resend ${id}`);
    const [, again] = await receiver.sees(2);
    const replayed = jsonOf(await typed('events replay --failed --since 1h --json'));
    await receiver.close();

    expect(listed.map((each) => each.id)).toEqual([id]);
    expect(shown).toMatchObject({ event: { id }, deliveries: [{ url: `${receiver.url}/` }] });
    expect(resent.data).toContain('whd_');
    expect(again?.body).toContain(id);
    expect(replayed).toEqual({ replayed: 0 });
    expect(await typed('events show evt_00000000000000000000000000000000')).toMatchObject({
      exitCode: 4,
      data: '',
    });
    expect(await typed('events replay --since 1h')).toMatchObject({ exitCode: 2, data: '' });
  });
});

describe('mps events --since', () => {
  it('refuses a time before all time as wrong usage', async () => {
    const ended = await desk().mps('events list --since 999999999d');

    expect(ended).toMatchObject({
      exitCode: 2,
      data: '',
      words: expect.stringMatching(/^--since [^\n]+\n$/),
    });
  });

  it('counts from the clock of the sandbox', async () => {
    const { secretKey } = await aBilledMerchant();
    const typed = (verb: string) => desk().mps(`${verb} --json --key ${secretKey}`);
    await typed('trigger billing.plan.created');
    await typed('sandbox advance 3h');
    const { event: id } = jsonOf(await typed('trigger billing.plan.created'));

    const listed = await typed('events list --since 1h --type billing.plan.created');

    expect((JSON.parse(listed.data) as { id: string }[]).map((each) => each.id)).toEqual([id]);
  });

  it('replays what happened by the clock of the sandbox', async () => {
    const service = await aReceiver();
    service.answer(({ path }) => {
      const data = path.includes('/test/clock') ? { now: '2030-01-02T00:00:00.000Z' } : { replayed: 1 };
      return { status: 200, body: JSON.stringify({ success: true, data }) };
    });

    await desk().mps('events replay --failed --since 1d', { MPS_BASE_URL: service.url });
    await service.close();

    expect(JSON.parse(service.received.at(-1)?.body ?? '')).toEqual({
      from_date: '2030-01-01T00:00:00.000Z',
    });
  });

  it('counts from the real time for a key that may not read the clock', async () => {
    const service = await aReceiver();
    const refused = { success: false, code: 'INSUFFICIENT_PERMISSIONS', message: 'No permission.' };
    service.answer(({ path }) =>
      path.includes('/test/clock')
        ? { status: 403, body: JSON.stringify(refused) }
        : { status: 200, body: JSON.stringify({ success: true, data: { items: [], next_cursor: null } }) },
    );

    const ended = await desk().mps('events list --since 1h', { MPS_BASE_URL: service.url });
    await service.close();

    expect(ended).toMatchObject({ exitCode: 0, words: expect.stringContaining('from the real time') });
    const asked = new URL(service.received.at(-1)?.path ?? '', service.url).searchParams.get('from_date');
    expect(Date.now() - Date.parse(String(asked))).toBeGreaterThan(3_500_000);
  });
});

describe('mps events show', () => {
  it('shows all deliveries of an event, also those of later pages', async () => {
    const service = await aReceiver();
    service.answer(({ path }) => {
      const data = path.includes('/deliveries') ? pageOfDeliveries(path) : { id: 'evt_1' };
      return { status: 200, body: JSON.stringify({ success: true, data }) };
    });

    const shown = await desk().mps('events show evt_1 --json', { MPS_BASE_URL: service.url });
    await service.close();

    expect(jsonOf(shown)).toEqual({
      event: { id: 'evt_1' },
      deliveries: [{ delivery_id: 'whd_1' }, { delivery_id: 'whd_2' }],
    });
  });
});

function pageOfDeliveries(path: string) {
  return path.includes('cursor=second')
    ? { items: [{ delivery_id: 'whd_2' }], next_cursor: null }
    : { items: [{ delivery_id: 'whd_1' }], next_cursor: 'second' };
}

/** A message of the stream about an event with this name in its text. */
function messageOf(id: string, name: string, replay?: string): string {
  const body = JSON.stringify({ resource_id: 'plan_1', name });
  const event = { id, type: 'billing.plan.created', replay, headers: {}, body };
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}

describe('mps listen at an address of something else', () => {
  it('says so, tries again, and goes on when the service is there', async () => {
    const other = await aReceiver();
    const event = {
      id: 'evt_1',
      type: 'billing.plan.updated',
      headers: {},
      body: '{"resource_id":"plan_1"}',
    };
    const stream = { 'content-type': 'text/event-stream' };
    other.answer(() =>
      other.received.length === 1
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' }
        : { status: 200, headers: stream, body: `id: 1\ndata: ${JSON.stringify(event)}\n\n` },
    );

    const ended = await desk().mps('listen --once 1 --since 7d', { MPS_BASE_URL: other.url });
    await other.close();

    expect(ended).toMatchObject({ exitCode: 0, data: expect.stringContaining('evt_1') });
    // The service refuses more than seven days, also to someone who had to wait for it.
    expect(new Set(other.received.map(({ path }) => path))).toEqual(new Set(['/listen/events?since=604800']));
    expect(ended.words).toContain('not the service: 200, text/html');
  });
});

describe('mps listen', () => {
  it.each([
    ['--events', ''],
    ['--events', 'payment.capture.completed,'],
    ['--forward-to', 'ftp://localhost/hook'],
  ])('refuses what it cannot mean, before it connects: %s "%s"', async (option, value) => {
    const other = await aReceiver();
    other.answer(401);
    const verb = `listen --once 1 ${option}=${value} --base-url ${other.url}`;

    const ended = await mpsHere(verb, desk().env);
    await other.close();

    expect([ended.exitCode, ended.data, other.received.length]).toEqual([2, '', 0]);
    expect(ended.words).toContain(`${option} takes`);
  });

  it('takes types with white space after their commas', async () => {
    const other = await aReceiver();
    other.answer(401);

    await desk().mps('listen --events=a.b,\tc.d', { MPS_BASE_URL: other.url });
    await other.close();

    expect(other.received.map(({ path }) => path)).toEqual(['/listen/events?events=a.b%2Cc.d']);
  });

  it('prints what came and what the local server answered, and ends after --once', async () => {
    const local = await aReceiver();
    local.answer(500);
    const merchant = await desk().app.aMerchant();
    const { env } = desk();
    const own = { ...env, MPS_API_KEY: merchant.secretKey };
    const { data } = await apiOf(desk().app.baseUrl, merchant.secretKey)('triggerTestEvent', {
      body: { type: 'billing.plan.updated' },
    });

    const shown = await mpsHere(`listen --since 10m --once 1 --forward-to ${local.url}/hook`, own);
    const json = await mpsHere(`listen --since 10m --once 1 --json --forward-to http://127.0.0.1:1`, own);
    const [received] = local.received;
    await local.close();

    expect(shown).toMatchObject({
      exitCode: 0,
      words: expect.stringContaining('Listening for events of the sandbox'),
    });
    expect(shown.data).toMatch(/^\d\d:\d\d:\d\d  billing\.plan\.updated +plan_\w+ +evt_\w+  500  \d+ ms\n$/);
    expect(jsonOf(json)).toMatchObject({ id: data.event_id, answer: { status: null, failure: 'connect' } });
    expect(received).toMatchObject({
      path: '/hook',
      headers: { 'service-signature': expect.stringMatching(/^t=\d+,v1=/), 'service-attempt': '1' },
    });
    expect(await mpsHere('listen --once 0', own)).toMatchObject({ exitCode: 2 });
    expect(await mpsHere('listen --events payment.captured', own)).toMatchObject({
      exitCode: 5,
      words: expect.stringContaining('There is no event'),
    });
    expect(await mpsHere(`listen --key sk_test_wrong`, own)).toMatchObject({ exitCode: 3 });
    expect(await mpsHere(`listen --key ${merchant.publicKey}`, own)).toMatchObject({ exitCode: 5 });
  });

  it('reads an event whose text holds line separators of Unicode', async () => {
    const service = await aReceiver();
    const name = 'Tea\u2028club\u2029';
    service.answer(({ headers }) => {
      const isFirst = headers['last-event-id'] === undefined;
      return { status: 200, body: isFirst ? messageOf('evt_1', name) : messageOf('evt_2', 'Next') };
    });

    const heard = await mpsHere('listen --once 1 --json', { ...desk().env, MPS_BASE_URL: service.url });
    await service.close();

    expect(jsonOf(heard)).toMatchObject({ id: 'evt_1', event: { name } });
  });

  it('waits longer and longer if each connection ends after the greeting, and does not say that it is connected', async () => {
    const service = await aReceiver();
    service.answer(() => {
      // Too many streams of the app: another one may end soon.
      if (service.received.length === 2) return 429;
      return {
        status: 200,
        body: service.received.length < 4 ? 'retry: 1000\n\n' : messageOf('evt_1', 'Tea'),
      };
    });
    const startedAt = performance.now();

    const heard = await mpsHere('listen --once 1 --json', { ...desk().env, MPS_BASE_URL: service.url });
    await service.close();

    // Without growing, three pauses would be less than 750 ms.
    expect(performance.now() - startedAt).toBeGreaterThan(800);
    expect(heard.words.split('Connected again.')).toHaveLength(2);
    // No position has come: what happened while it waited comes by time.
    const [begun, ...later] = service.received.map(({ path }) => path);
    expect(begun).toBe('/listen/events?');
    for (const path of later) expect(path).toMatch(/since=[1-9]\d*$/);
  });

  it('says that the service is away, also if its last connection ended in order', async () => {
    const service = await aReceiver();
    service.answer(() => {
      if (service.received.length === 2) return 503;
      const replay = service.received.length === 3 ? messageOf('evt_1', 'Tea', 'whd_1') : '';
      return { status: 200, body: messageOf('evt_1', 'Tea') + replay };
    });

    const heard = await mpsHere('listen --once 2 --json', { ...desk().env, MPS_BASE_URL: service.url });
    await service.close();

    expect(heard.words.split('The connection broke')).toHaveLength(2);
    expect(heard.words.split('Connected again.')).toHaveLength(2);
    // What came before is left out; that it was sent again is not.
    const lines = heard.data.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { replay?: string }).replay)).toEqual([
      undefined,
      'whd_1',
    ]);
  });

  it('goes on after the last event that it could read', async () => {
    const service = await aReceiver();
    service.answer(({ headers }) => {
      const isFirst = headers['last-event-id'] === undefined;
      const cut = `${messageOf('evt_1', 'Tea')}id: evt_2\ndata: {"id":\n\n`;
      return { status: 200, body: isFirst ? cut : messageOf('evt_2', 'Coffee') };
    });

    const heard = await mpsHere('listen --once 2 --json', { ...desk().env, MPS_BASE_URL: service.url });
    await service.close();

    const ids = heard.data
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toEqual(['evt_1', 'evt_2']);
    expect(service.received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'evt_1']);
  });
});

describe('mps logs tail', () => {
  it('prints the calls of the own app, and only those that are wanted', async () => {
    const { merchant, app } = desk();
    const other = await app.aMerchant();
    const tail = mps('logs tail --status 4xx --method get --path /v1/transactions --once 2 --json', {
      MPS_API_KEY: merchant.secretKey,
      MPS_BASE_URL: app.baseUrl,
      DATA_DIR: String(desk().env['DATA_DIR']),
      XDG_CONFIG_HOME: String(desk().env['XDG_CONFIG_HOME']),
    });
    let isOver = false;
    void tail.then(() => (isOver = true));
    const params = { id: 'txn_00000000000000000000000000000000' };
    await expect
      .poll(
        async () => {
          await apiOf(app.baseUrl, other.secretKey)('getTransaction', { params });
          await desk().api('getTransaction', { params });
          await desk().api('listTransactions');
          return isOver;
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    const ended = await tail;

    const lines = ended.data
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(ended.exitCode).toBe(0);
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(line).toMatchObject({
        method: 'GET',
        path: '/v1/transactions/{id}',
        operation: 'getTransaction',
        status: 404,
        code: 'NOT_FOUND',
        key: expect.stringContaining(merchant.secretKey.slice(-4)),
        request_id: expect.stringMatching(/^req_/),
      });
    expect(await mpsHere('logs tail --status 9xx', desk().env)).toMatchObject({ exitCode: 2, data: '' });
  });

  it.each(['0', '-1', 'two'])('is refused with --once %s', async (count) => {
    const ended = await mpsHere(`logs tail --once ${count}`, desk().env);

    expect(ended).toMatchObject({ exitCode: 2, words: '--once takes a number of calls, from 1.\n' });
  });
});
