import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { turnClock } from '../../../../../support/builders/build.ts';
import {
  anEvent,
  anotherApp,
  deliveriesOf,
  delivering,
  finishDeliveries,
  manyLost,
  soon,
} from '../../../../../support/receivers/events.ts';
import { aReceiver, type Receiver } from '../../../../../support/receivers/receiver.ts';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
import { aVisitor, openBrowser } from '../../../browser.ts';
import { type Client, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let receiver: Receiver;
let api: Api;
let developer: Client;
const base = '/dashboard/test/events';

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  const { app, merchant } = office;
  receiver = await aReceiver();
  api = apiOf(app.baseUrl, merchant.secretKey);
  developer = await office.as('developer');
});
afterAll(async () => {
  await receiver.close();
  await office.stop();
});
/** Each test begins with an empty log and one endpoint that is sent every event. */
beforeEach(async () => {
  const { app, merchant } = office;
  receiver.answer(204);
  await api('resetSandbox');
  await app.database.asOwner('UPDATE platform.webhook_endpoints SET url = NULL WHERE merchant_id = $1', [
    merchant.merchantId,
  ]);
  await app.database.asOwner(
    `UPDATE platform.webhook_endpoints SET url = $1, event_types = '{*}' WHERE app_id = $2`,
    [`${receiver.url}/hook`, merchant.appId],
  );
});

const unescaped = (text: string): string =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The rows of the list, as texts. */
function rowsOf({ text }: Shown): string[] {
  const [, body = ''] = /<tbody>([\s\S]*?)<\/tbody>/.exec(text) ?? [];
  return [...body.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

const auditOf = (action: string) =>
  office.app.database.asOwner(
    'SELECT user_email, object, details FROM sandbox.audit_log WHERE action = $1 ORDER BY id DESC',
    [action],
  );

/** Delivers until the first delivery of the event is in such a state. */
async function delivered(
  event: { readonly id: string },
  isSo: (status: string, attempts: number) => boolean,
) {
  await delivering(office.app, () =>
    soon(
      () => deliveriesOf(api, event),
      ([delivery]) => delivery !== undefined && isSo(delivery.status, delivery.attempts.length),
    ),
  );
}

describe('the log of events', () => {
  it('shows each event with its object, state and attempts', async () => {
    const event = await anEvent(api);
    await delivered(event, (status) => status === 'delivered');
    const [row = ''] = rowsOf(await (await office.as('viewer')).open(base));

    expect(row).toContain(event.type);
    expect(row).toContain(event.resource_id);
    expect(row).toMatch(/delivered 1$/);
  });

  it('says which attempt comes next of an event that is tried again', async () => {
    receiver.answer(500);
    const event = await anEvent(api);
    await delivered(event, (_, attempts) => attempts >= 1);
    const [row = ''] = rowsOf(await developer.open(base));

    expect(row).toMatch(/retrying [2-5]\/5 next (in \d+ s|now) [1-4]$/);
  });

  it('filters by type, state and object', async () => {
    const failed = await anEvent(api);
    await finishDeliveries(office.app, 'exhausted', office.merchant);
    const fine = await anEvent(api);
    await finishDeliveries(office.app, 'delivered', office.merchant);

    const exhausted = rowsOf(await developer.open(`${base}?state=exhausted`));
    expect(exhausted).toHaveLength(1);
    expect(exhausted[0]).toContain(failed.resource_id);
    expect(rowsOf(await developer.open(`${base}?object=${fine.resource_id}`))).toHaveLength(1);
    expect(rowsOf(await developer.open(`${base}?type=${fine.type}`))).toHaveLength(2);
    expect(rowsOf(await developer.open(`${base}?type=dispute.created`))).toEqual([]);
    expect(rowsOf(await developer.open(`${base}?to=2020-01-01`))).toEqual([]);
    const today = new Date(fine.created * 1000).toISOString().slice(0, 10);
    expect(
      rowsOf(await developer.open(`${base}?from=${today}&to=${today}&object=${fine.resource_id}`)),
    ).toHaveLength(1);
    expect(rowsOf(await developer.open(`${base}?object=%00${fine.resource_id}%00`))).toHaveLength(1);
    expect((await developer.open(`${base}?type=a%00b&object=%00`)).status).toBe(200);
  });

  it('says that it looked through a part of many events, and goes on there', async () => {
    const event = await anEvent(api);
    await finishDeliveries(office.app, 'delivered', office.merchant);
    await office.app.database.asOwner(
      `INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
       SELECT merchant_id, uuidv7(), type, gen_random_uuid(), 1, data, now()
       FROM sandbox.events CROSS JOIN generate_series(1, 45000) WHERE event_id = $1`,
      [event.id.slice(4)],
    );
    const first = await developer.open(`${base}?state=delivered`);
    const [, older = ''] = /href="([^"]+)" rel="next"/.exec(first.text) ?? [];
    const next = await developer.open(unescaped(older));

    expect(rowsOf(first)).toEqual([]);
    expect(plain(first)).toContain('“Older” goes on from there.');
    expect(plain(first)).not.toContain('No event fits these filters.');
    expect(rowsOf(next)).toHaveLength(1);
    expect(plain(next)).not.toContain('goes on from there');
  });

  it('shows nothing of another merchant', async () => {
    const event = await anEvent(api);
    const stranger = await office.stranger();

    expect(plain(await stranger.open(base))).toContain('No event yet.');
    expect((await stranger.open(`${base}/${event.id}`)).status).toBe(404);
  });

  it('counts what was delivered, retried and given up in a day', async () => {
    for (const state of ['delivered', 'exhausted'] as const) {
      await anEvent(api);
      await finishDeliveries(office.app, state, office.merchant);
    }
    const atOnce = await anEvent(api);
    await delivered(atOnce, (status) => status === 'delivered');
    await anEvent(api);
    await office.app.database.asOwner(
      `INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
       SELECT merchant_id, '01900000-0000-7000-8000-000000000000', type, gen_random_uuid(), 1, data, '2024-06-09'
       FROM sandbox.events WHERE event_id = $1`,
      [atOnce.id.slice(4)],
    );
    const text = plain(await developer.open(base));

    // finishDeliveries counts all five attempts.
    expect(text).toContain('Delivered 2 1 of them after a retry');
    expect(text).toContain('Given up 1 Show them');
    expect(text).toContain('Under way 1');
  });

  it('counts what an app gets at its new address as delivered, as the list and the overview do', async () => {
    const { app, merchant } = office;
    const event = await anEvent(api);
    await finishDeliveries(app, 'exhausted', merchant);
    const moved = receiver.url.replace('127.0.0.1', 'localhost');
    await app.database.asOwner('UPDATE platform.webhook_endpoints SET url = $1 WHERE app_id = $2', [
      `${moved}/hook`,
      merchant.appId,
    ]);
    await api('replayEvent', { params: { id: event.id } });
    await delivered(event, (status) => status === 'delivered');

    expect(rowsOf(await developer.open(`${base}?state=exhausted`))).toEqual([]);
    expect(plain(await developer.open(base))).toContain('Delivered 1 1 of them after a retry Given up 0');
    expect(plain(await developer.open('/dashboard/test'))).toContain('Webhook deliveries given up 0');
  });
});

describe('the log in a browser', () => {
  it('keeps the filter when it loads again', async () => {
    const browser = await openBrowser();
    const { baseUrl } = office.app;
    const { context, page, complaints } = await aVisitor(browser, { baseUrl, baseURL: baseUrl });
    try {
      const [name = '', value = ''] = developer.cookie().split('=');
      await context.addCookies([{ name, value, url: baseUrl }]);
      await page.goto(base);
      await page.evaluate("document.querySelector('details.fold').open = true");
      await page.locator('#filter-state').selectOption('exhausted');
      await page.waitForURL(/state=exhausted/);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.headers()['hx-request'] === 'true') asked.push(request.url());
      });
      await soon(
        () => page.evaluate("document.body.dispatchEvent(new Event('changed'))"),
        () => asked.length > 0,
      );

      expect(asked.filter((address) => !address.includes('state=exhausted'))).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

/** Reads a stream of the log, message by message. */
async function aStream(client: Client, lastId?: string) {
  const gone = new AbortController();
  const answer = await fetch(`${client.baseUrl}${base}/stream`, {
    signal: gone.signal,
    headers: { cookie: client.cookie(), ...(lastId !== undefined && { 'last-event-id': lastId }) },
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let kept = '';
  const next = async (): Promise<{ id: string; event: string; data: string } | undefined> => {
    for (;;) {
      const [, id = '', event = '', data = ''] = /^id: (.*)\nevent: (.*)\ndata: (.*)\n\n/m.exec(kept) ?? [];
      if (id !== '') {
        kept = kept.slice(kept.indexOf(`data: ${data}\n\n`) + data.length + 8);
        return { id, event, data };
      }
      const read = await reader?.read();
      if (!read || read.done) return undefined;
      kept += read.value;
    }
  };
  return { answer, next, stop: () => gone.abort() };
}

describe('what mps listen reported', () => {
  it('stands in the log of the event, beside its deliveries, and changes none of them', async () => {
    const event = await anEvent(api);
    await finishDeliveries(office.app, 'delivered', office.merchant);
    const before = await deliveriesOf(api, event);
    const reports = [
      { status: 503, forwarded_to: 'http://localhost:4000/hook' },
      { failure: 'connect', forwarded_to: 'http://localhost:5000/hook' },
    ];
    for (const report of reports) {
      const answer = await fetch(`${office.app.baseUrl}/listen/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${office.merchant.secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ event_id: event.id, report_id: randomUUID(), duration_ms: 12, ...report }),
      });
      expect(answer.status).toBe(204);
    }
    const { text } = await developer.open(`${base}/${event.id}`);

    for (const shown of [
      'On developers’ machines',
      'http://localhost:4000/hook',
      'Answered 503',
      'could not connect',
    ])
      expect(text).toContain(shown);
    expect(await deliveriesOf(api, event)).toEqual(before);
    expect((await api('getEvent', { params: { id: event.id } })).data.delivery_status).toBe('delivered');
  });
});

describe('the stream', () => {
  it('tells every reader that something happened, by ids only', async () => {
    const streams = await Promise.all([1, 2, 3].map(() => aStream(developer)));
    try {
      for (const { answer, next } of streams) {
        expect(answer.headers.get('content-type')).toBe('text/event-stream');
        expect(answer.headers.get('cache-control')).toContain('no-transform');
        expect(await next()).toMatchObject({ event: 'connected' });
      }
      const event = await anEvent(api);
      for (const { next } of streams)
        expect(await next()).toMatchObject({ event: 'changed', data: event.id });
      await finishDeliveries(office.app, 'delivered', office.merchant);
      for (const { next } of streams)
        expect(await next()).toMatchObject({ event: 'changed', data: event.id });
    } finally {
      for (const { stop } of streams) stop();
    }
  });

  it('tells a reader who comes back what they missed', async () => {
    const before = await aStream(developer);
    const seen = await before.next();
    before.stop();
    const event = await anEvent(api);
    const after = await aStream(developer, seen?.id);
    try {
      expect(await after.next()).toMatchObject({ event: 'changed', data: event.id });
    } finally {
      after.stop();
    }
  });

  it('counts only the readers that are there', async () => {
    const statuses: number[] = [];
    for (let reader = 0; reader < 21; reader += 1) {
      const { answer, stop } = await aStream(developer);
      statuses.push(answer.status);
      stop();
    }

    expect(statuses).toEqual(statuses.map(() => 200));
  });

  it('ends when the service ends', async () => {
    const other = await openOffice({ role: 'api' });
    const stream = await aStream(await other.as('viewer'));
    expect(await stream.next()).toMatchObject({ event: 'connected' });
    const ended = stream.next();
    await other.stop();

    expect(await ended).toBeUndefined();
  });
});

const digestOf = (body: string, secret: string, t: number) =>
  createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
const signed = (body: string, secret: string, t = Math.floor(Date.now() / 1000)) =>
  `t=${t},v1=${digestOf(body, secret, t)}`;

/** Gives an app a secret that the test knows. */
async function knownSecret(appId: string): Promise<string> {
  const secret = `whsec_${'0123456789'.repeat(3)}`;
  await office.app.database.asOwner(
    'UPDATE platform.webhook_endpoints SET secret_sealed = $1 WHERE app_id = $2',
    [office.app.secrets.seal(secret, 'webhook-secret'), appId],
  );
  return secret;
}

describe('an event', () => {
  it('shows its payload and what was sent and answered in each attempt', async () => {
    receiver.answer({ status: 503, body: 'come back later', headers: { 'x-shop': 'closed' } });
    const event = await anEvent(api);
    await delivered(event, (_, attempts) => attempts >= 1);
    const [delivery] = await deliveriesOf(api, event);
    const text = unescaped(plain(await developer.open(`${base}/${event.id}`)));

    expect(text).toContain(`${receiver.url}/hook`);
    expect(text).toContain('The receiver answered 503; only a 2xx status acknowledges.');
    expect(text).toContain(`Service-Delivery-Id: ${delivery?.delivery_id}`);
    expect(text).toContain(delivery?.request_body);
    expect(text).toContain('x-shop: closed');
    expect(text).toContain('come back later');
    expect(text).toContain('Next try:');
  });

  it('gives developers a command that their own server accepts', async () => {
    const secret = await knownSecret(office.merchant.appId);
    const event = await anEvent(api);
    const address = `${base}/${event.id}`;
    const command = unescaped((await developer.open(address)).text);
    const [, t = '', digest = ''] = /Service-Signature: t=(\d+),v1=([0-9a-f]{64})/.exec(command) ?? [];
    const [, body = ''] = /--data-raw '([^']*)'/.exec(command) ?? [];

    expect(digest).toBe(digestOf(body, secret, Number(t)));
    expect(JSON.parse(body)).toMatchObject({ id: event.id });
    const viewed = (await (await office.as('viewer')).open(address)).text;
    expect(viewed).not.toContain('v1=');
    expect(viewed).not.toContain('/replay"');
  });

  it('is sent again once, however often the form is sent', async () => {
    const event = await anEvent(api);
    await finishDeliveries(office.app, 'exhausted', office.merchant);
    const shown = await developer.open(`${base}/${event.id}`);
    const done = await developer.submit(shown, '/replay');
    const again = await developer.submit(shown, '/replay');

    expect(plain(done)).toContain('The event is on its way again.');
    expect(again.status).toBe(409);
    expect(plain(again)).toContain('This form was sent before');
    expect((await deliveriesOf(api, event)).filter(({ replay }) => replay)).toHaveLength(1);
    const [entry] = await auditOf('event.replayed');
    expect(entry).toMatchObject({ object: event.id, details: { deliveries: 1 } });
  });

  it('is not sent again by another merchant', async () => {
    const event = await anEvent(api);
    const stranger = await office.stranger();
    const token =
      /name="token" value="([^"]+)"/.exec((await stranger.open(`${base}/recover`)).text)?.[1] ?? '';

    expect((await stranger.post(`${base}/${event.id}/replay`, { token })).status).toBe(404);
    expect(await deliveriesOf(api, event)).toHaveLength(1);
  });

  it('says why it cannot be sent again', async () => {
    const event = await anEvent(api);
    const shown = await developer.open(`${base}/${event.id}`);
    await api('resetSandbox');

    expect((await developer.submit(shown, '/replay')).status).toBe(404);
  });
});

const replays = async (event: { readonly id: string }) =>
  (await deliveriesOf(api, event)).filter(({ replay }) => replay);

describe('sending everything again', () => {
  it('shows how far it is, and when it has ended', async () => {
    const event = await anEvent(api);
    await finishDeliveries(office.app, 'exhausted', office.merchant);
    await manyLost(office.app.database.asOwner, office.merchant, 250, event);
    const begun = await developer.submit(await developer.open(`${base}/recover`), '/recover');

    expect(plain(begun)).toContain('Events of the last 90 days: 0 of 251 events sent again');
    expect(begun.text).toContain('<progress max="251" value="0"');
    await turnClock(api, 1);
    const ended = await developer.open(begun.path);
    expect(plain(ended)).toContain('251 events were sent again.');
    expect(ended.text).not.toContain('<progress');
    expect(await replays(event)).toHaveLength(1);
    const [entry] = await auditOf('events.recovered');
    expect(entry).toMatchObject({ details: { events: 251, latest: false, app: null } });
  });

  it('goes on where it stopped', async () => {
    const event = await anEvent(api);
    await finishDeliveries(office.app, 'exhausted', office.merchant);
    await developer.submit(await developer.open(`${base}/recover`), '/recover');
    await office.app.database.asOwner(
      `UPDATE sandbox.jobs SET state = 'failed', attempts = max_attempts, last_error = 'no',
        payload = payload || '{"sent": 3, "total": 4}' WHERE kind = 'events.recover'`,
    );
    const stopped = await developer.open(`${base}/recover`);
    expect(plain(stopped)).toContain('3 of 4 events sent again');
    expect(plain(stopped)).toContain('stopped after several failures');
    const goesOn = await developer.submit(stopped, '/continue');

    expect(plain(goesOn)).toContain('It goes on where it stopped.');
    expect(plain(goesOn)).not.toContain('stopped after several failures');
    await turnClock(api, 1);
    expect(await replays(event)).toHaveLength(1);
    expect(await auditOf('events.recovery-continued')).toHaveLength(1);
  });

  it('sends to one app only, if that is asked', async () => {
    const { app, merchant } = office;
    const other = await anotherApp(app, merchant, `${receiver.url}/other`);
    const event = await anEvent(api);
    await finishDeliveries(app, 'exhausted', merchant);
    const shown = await developer.open(`${base}/recover`);
    const shownId = `app_${other.appId.replaceAll('-', '')}`;
    await developer.submit(shown, '/recover', { app: shownId });
    await turnClock(api, 1);

    expect((await replays(event)).map(({ url }) => url)).toEqual([`${receiver.url}/other`]);
    const wrong = await developer.submit(await developer.open(`${base}/recover`), '/recover', {
      app: `app_${'0'.repeat(32)}`,
    });
    expect([wrong.status, plain(wrong)]).toEqual([422, expect.stringContaining('Choose one of your apps.')]);
  });

  it('refuses a time to come, and says when nothing was given up', async () => {
    await anEvent(api);
    const shown = await developer.open(`${base}/recover`);
    const wrong = await developer.submit(shown, '/recover', { from: '2099-01-01T00:00' });
    const nothing = await developer.submit(shown, '/recover', { from: '2026-01-01T00:00' });

    expect([wrong.status, plain(wrong)]).toEqual([422, expect.stringContaining('date and time in the past')]);
    expect(nothing.status).toBe(409);
    expect(plain(nothing)).toContain('No event that happened since then was given up.');
    expect(nothing.text).toContain('value="2026-01-01T00:00"');
  });

  it('takes a time by the clock that the merchant has turned', async () => {
    await anEvent(api);
    await turnClock(api, 10 * 24 * 3600);
    const shown = await developer.open(`${base}/recover`);
    const past = await developer.submit(shown, '/recover', { from: inDays(9) });
    const toCome = await developer.submit(shown, '/recover', { from: inDays(11) });

    expect([past.status, toCome.status]).toEqual([409, 422]);
    expect(plain(past)).toContain('No event that happened since then was given up.');
    expect(plain(toCome)).toContain('date and time in the past');
  });
});

/** A moment by the real clock, as a field of a form has it. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);

async function verdict(fields: Readonly<Record<string, string>>): Promise<string> {
  const shown = await developer.open(`${base}/signatures`);
  const answer = await developer.submit(shown, '/signatures', fields);
  expect([200, 422]).toContain(answer.status);
  expect(answer.text).not.toContain('whsec_0');
  return unescaped(plain(answer));
}

describe('the check of a signature', () => {
  const old = Math.floor(Date.now() / 1000) - 3600;

  it('says which part is wrong, by the secret of an app or a pasted one', async () => {
    const { app, merchant } = office;
    const secret = await knownSecret(merchant.appId);
    const mine = `app_${merchant.appId.replaceAll('-', '')}`;
    const other = await anotherApp(app, merchant, null);
    const [delivery] = await deliveriesOf(api, await anEvent(api));
    const body = delivery?.request_body ?? '';
    const pretty = JSON.stringify(JSON.parse(body), null, 2);

    for (const by of [{ app: mine }, { app: '', secret }]) {
      expect(await verdict({ ...by, body, header: signed(body, secret) })).toContain(
        'The signature is right',
      );
      expect(await verdict({ ...by, body, header: signed(body, secret, old) })).toContain('but too old');
      expect(await verdict({ ...by, body, header: signed(body, 'whsec_x') })).toContain(
        'This secret did not sign this body',
      );
      expect(await verdict({ ...by, body, header: signed(body, other.secret) })).toContain(
        'Another app of yours signed this',
      );
      expect(await verdict({ ...by, body: pretty, header: signed(body, secret) })).toContain(
        'The body was changed',
      );
      expect(await verdict({ ...by, body, header: 'v1=abc' })).toContain('The header is not a signature');
    }
  });

  it('takes the header with its name, and a body with a line break at its end', async () => {
    const secret = await knownSecret(office.merchant.appId);
    const app = `app_${office.merchant.appId.replaceAll('-', '')}`;
    const text = await verdict({
      app,
      body: '{"a":1}\n',
      header: `Service-Signature: ${signed('{"a":1}', secret)}`,
    });

    expect(text).toContain('The signature is right');
    expect(text).toContain('The line break at the end');
  });

  it('answers about a body with many line breaks as soon as about another one', async () => {
    const by = { app: '', secret: 'whsec_own', header: signed('{}', 'whsec_other') };
    const tookMs = async (body: string) => {
      const began = performance.now();
      expect(await verdict({ ...by, body })).toContain('This secret did not sign this body');
      return performance.now() - began;
    };

    const leastOfThree = async (body: string) =>
      Math.min(await tookMs(body), await tookMs(body), await tookMs(body));

    const usual = await leastOfThree('x'.repeat(80_001));

    // A regular expression that looks for line breaks at the end would take seconds.
    expect(await leastOfThree(`${'\n'.repeat(80_000)}x`)).toBeLessThan(20 * usual);
  });

  it('refuses a body that is longer than an event can be', async () => {
    const text = await verdict({ app: '', secret: 'whsec_own', header: 't=1', body: 'x'.repeat(200_001) });

    expect(text).toContain('No event is that long');
  });

  it('asks for what is missing', async () => {
    const text = await verdict({ header: '', body: '' });

    expect(text).toContain('Paste the value of the header');
    expect(text).toContain('Paste the body');
    expect(await verdict({ header: 't=1', body: 'x', app: '' })).toContain('Paste the secret');
    expect(await verdict({ header: 't=1', body: 'x', app: 'app_1' })).toContain('Choose one of your apps');
  });
});
