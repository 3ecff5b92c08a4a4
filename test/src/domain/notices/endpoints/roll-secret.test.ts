import { Client } from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  endPreviousSecret,
  type Rolled,
  rollSecret,
} from '../../../../../src/domain/notices/endpoints/roll-secret.ts';
import { openDatabases } from '../../../../../src/platform/db/database.ts';
import { bringForward, deliverySetup, statesOf } from '../../../../support/receivers/deliveries.ts';
import {
  type App,
  aContext,
  anApp,
  aPaymentRow,
  happens,
} from '../../../../support/receivers/event-context.ts';
import { isSigned, type Received } from '../../../../support/receivers/receiver.ts';

const setup = deliverySetup();
beforeEach(() => {
  setup.deliver();
});

const captured = 'payment.capture.completed';
const dayMs = 24 * 60 * 60 * 1000;
const of = ({ merchant, appId }: App) => ({ merchantId: merchant, appId });

async function rolled(app: App, how: 'usual' | 'again' | 'now' = 'usual') {
  const answer: Rolled = await rollSecret(setup.ctx, of(app), how);
  if (answer.kind !== 'rolled') throw new Error('it was refused');
  return answer;
}

/** Makes an event and returns its request. */
async function nextRequest(app: App): Promise<Received> {
  const count = setup.receiver.received.length;
  await happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant));
  const request = (await setup.receiver.sees(count + 1)).at(-1);
  if (!request) throw new Error('nothing came');
  return request;
}

/** Whether receivers with each of these secrets accept the request, and how many signatures it has. */
async function accepted(request: Received, secrets: readonly string[]) {
  const verdicts = await Promise.all(secrets.map((secret) => isSigned(request, secret)));
  return { verdicts, signatures: request.headers['service-signature']?.match(/v1=/g)?.length };
}

/** Moves the end of the rotation back by 24 hours. */
async function afterADay({ appId }: App): Promise<void> {
  await setup.database.asOwner(
    "UPDATE platform.webhook_endpoints SET previous_secret_until = previous_secret_until - interval '24 hours' WHERE app_id = $1",
    [appId],
  );
}

describe('a rolled secret', () => {
  it('makes the first signature, and the previous secret a second one for 24 hours', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });

    const { secret, previousUntil } = await rolled(app);
    const during = await nextRequest(app);
    await afterADay(app);
    const after = await nextRequest(app);

    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{32}$/);
    expect(Math.abs(Number(previousUntil) - Date.now() - dayMs)).toBeLessThan(60_000);
    expect(await accepted(during, [secret, app.secret])).toEqual({ verdicts: [true, true], signatures: 2 });
    expect(await accepted(after, [secret, app.secret])).toEqual({ verdicts: [true, false], signatures: 1 });
    const first = during.headers['service-signature']?.replace(/,v1=[0-9a-f]+$/, '') ?? '';
    const firstOnly = { ...during, headers: { ...during.headers, 'service-signature': first } };
    expect(await accepted(firstOnly, [secret, app.secret])).toEqual({
      verdicts: [true, false],
      signatures: 1,
    });
  });

  it('is only sealed in the database, and opens with the key of the installation', async () => {
    const app = await anApp(setup.ctx);

    const { secret } = await rolled(app);

    const [row] = await setup.database.asOwner('SELECT * FROM platform.webhook_endpoints WHERE app_id = $1', [
      app.appId,
    ]);
    expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length));
    expect(setup.ctx.secrets.open(String(row?.['secret_sealed']), 'webhook-secret')).toBe(secret);
  });

  it('signs the retries of earlier deliveries, with the same body', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    setup.receiver.answer(500);
    const before = await nextRequest(app);
    await expect.poll(() => statesOf(setup.ctx, app.merchant)).toEqual(['due']);

    const { secret } = await rolled(app, 'now');
    await bringForward(setup.ctx, app.merchant);
    const retry = (await setup.receiver.sees(2)).at(-1);

    expect(retry && (await accepted(retry, [secret, app.secret]))).toEqual({
      verdicts: [true, false],
      signatures: 1,
    });
    expect(retry?.body).toBe(before.body);
    expect(retry?.headers['service-attempt']).toBe('2');
  });

  it('signs a replay of an earlier delivery', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    const before = await nextRequest(app);
    await expect.poll(() => statesOf(setup.ctx, app.merchant)).toEqual(['delivered']);

    const { secret } = await rolled(app);
    await replay(app);
    const again = (await setup.receiver.sees(2)).at(-1);

    expect(again?.body).toBe(before.body);
    expect(again && (await accepted(again, [secret, app.secret]))).toEqual({
      verdicts: [true, true],
      signatures: 2,
    });
  });

  it('is the secret of its app alone, and so is the end of the previous one', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    const other = await anApp(setup.ctx, { of: app.merchant });
    await rolled(other);
    const secretsOfOther = () =>
      setup.database.asOwner(
        'SELECT secret_sealed, previous_secret_sealed FROM platform.webhook_endpoints WHERE app_id = $1',
        [other.appId],
      );
    const before = await secretsOfOther();

    await rolled(app);
    await endPreviousSecret(setup.ctx.platform, of(app));

    expect(await secretsOfOther()).toEqual(before);
  });

  it('signs alone at once when the old one leaked (now)', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });

    const { secret, previousUntil } = await rolled(app, 'now');

    expect(previousUntil).toBeNull();
    expect(await accepted(await nextRequest(app), [secret, app.secret])).toEqual({
      verdicts: [true, false],
      signatures: 1,
    });
  });
});

/** Inserts what a replay makes: a delivery with one attempt. */
async function replay({ merchant }: App): Promise<void> {
  await setup.database.asOwner(
    `INSERT INTO sandbox.webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger,
       resource_id, sequence, max_attempts)
     SELECT merchant_id, gen_random_uuid(), event_id, api_version, lane_id, destination, url, 'replay', resource_id, sequence, 1
     FROM sandbox.webhook_deliveries WHERE merchant_id = $1`,
    [merchant],
  );
}

describe('a second roll within the 24 hours', () => {
  it('is refused, since it would end a secret that receivers may still have', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    const first = await rolled(app);

    const second = await rollSecret(setup.ctx, of(app), 'usual');

    expect(second).toEqual({ kind: 'overlapping', previousUntil: first.previousUntil });
    expect(await accepted(await nextRequest(app), [first.secret, app.secret])).toEqual({
      verdicts: [true, true],
      signatures: 2,
    });
  });

  it('is accepted when the 24 hours are over', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    const first = await rolled(app);
    await afterADay(app);

    const second = await rolled(app);

    expect(await accepted(await nextRequest(app), [second.secret, first.secret, app.secret])).toEqual({
      verdicts: [true, true, false],
      signatures: 2,
    });
  });

  it('replaces the newest secret when that one got lost (again): the one that receivers have still signs', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    const lost = await rolled(app);

    const second = await rolled(app, 'again');

    expect(await accepted(await nextRequest(app), [second.secret, app.secret, lost.secret])).toEqual({
      verdicts: [true, true, false],
      signatures: 2,
    });
    expect(Number(second.previousUntil)).toBeGreaterThanOrEqual(Number(lost.previousUntil));
  });

  it('ends both secrets when both leaked (now)', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    const first = await rolled(app);

    const second = await rolled(app, 'now');

    expect(await accepted(await nextRequest(app), [second.secret, first.secret, app.secret])).toEqual({
      verdicts: [true, false, false],
      signatures: 1,
    });
  });

  it('is accepted once the previous secret was ended', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    const first = await rolled(app);

    const ended = [
      await endPreviousSecret(setup.ctx.platform, of(app)),
      await endPreviousSecret(setup.ctx.platform, of(app)),
    ];
    const alone = await nextRequest(app);
    const second = await rolled(app);

    expect(ended).toEqual([true, false]);
    expect(await accepted(alone, [first.secret, app.secret])).toEqual({
      verdicts: [true, false],
      signatures: 1,
    });
    expect(await accepted(await nextRequest(app), [second.secret, first.secret])).toEqual({
      verdicts: [true, true],
      signatures: 2,
    });
  });
});

describe('ten rolls at once', () => {
  it('end with one winner: every secret that was shown signs, and so does the one that receivers have', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    const { url, secretKey } = setup.database;
    const other = openDatabases({ url, secretKey, report: () => undefined });
    const contexts = [setup.ctx, aContext(other)];
    // All wait for this lock, so that they go on at the same moment.
    const gate = new Client({ connectionString: url });
    onTestFinished(() => gate.end());
    await gate.connect();
    await gate.query('BEGIN');
    await gate.query('SELECT FROM platform.webhook_endpoints WHERE app_id = $1 FOR UPDATE', [app.appId]);

    const rolls = Promise.all(
      Array.from({ length: 10 }, (_, at) => rollSecret(contexts[at % 2] ?? setup.ctx, of(app), 'usual')),
    );
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(1);
    await gate.query('ROLLBACK');
    const answers = await rolls;
    await other.close();

    const winners = answers.flatMap((answer) => (answer.kind === 'rolled' ? [answer.secret] : []));
    expect(winners).toHaveLength(1);
    expect(await accepted(await nextRequest(app), [...winners, app.secret])).toEqual({
      verdicts: [true, true],
      signatures: 2,
    });
    const changes = await setup.database.asOwner('SELECT FROM platform.settings_changes WHERE app_id = $1', [
      app.appId,
    ]);
    expect(changes).toHaveLength(1);
  });
});

async function waiting(): Promise<number> {
  const rows = await setup.database.asOwner(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'webhook_endpoints'`,
  );
  return rows.length;
}
