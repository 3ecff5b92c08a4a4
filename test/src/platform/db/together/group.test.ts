import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as clock from '../../../../../src/platform/clock.ts';
import type { Tx } from '../../../../../src/platform/db/database.ts';
import { DatabaseUnavailable } from '../../../../../src/platform/db/driver/violations.ts';
import { originOf } from '../../../../../src/platform/db/run.ts';
import { callsBehind, inSharedTransaction } from '../../../../../src/platform/db/together/group.ts';
import { isSpread } from '../../../../../src/platform/db/together/spread.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { requestSpan, traceparentNow } from '../../../../../src/platform/telemetry/trace.ts';
import { NotAdmitted } from '../../../../../src/platform/turns.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { addRow } from './rows.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
  // A process asks once; until then a call takes its place a moment later.
  await isSpread(database.databases.sandbox);
});
afterAll(() => database.close());

const share = (merchant: string, work: (tx: Tx) => Promise<string>) =>
  inSharedTransaction(database.databases.sandbox, merchant, work);

const behind = () => callsBehind(database.databases.sandbox);

async function rowsOf(merchant: string): Promise<number> {
  const rows = await database.asOwner('SELECT 1 FROM sandbox.event_sequences WHERE merchant_id = $1', [
    merchant,
  ]);
  return rows.length;
}

describe('a shared transaction', () => {
  it('commits once for all calls that arrived while another was open', async () => {
    const merchant = newId();

    const transactions = await Promise.all(
      Array.from({ length: 20 }, () => share(merchant, (tx) => addRow(tx, merchant))),
    );

    expect(new Set(transactions).size).toBe(2);
    expect(await rowsOf(merchant)).toBe(20);
  });

  it('gives a call without a trace no trace of another caller', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const traced = requestSpan('POST', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);
    const open: Promise<string>[] = [];
    const hold = (merchant: string) => share(merchant, () => over.then(() => String(traceparentNow())));
    traced.run(() => open.push(hold(newId()), hold(newId())));
    const later = share(newId(), () => Promise.resolve(String(traceparentNow())));
    end();

    expect(await later).toBe('null');
    expect(await Promise.all(open)).toEqual(
      Array.from({ length: 2 }, () => expect.stringMatching(/^00-a{32}-/)),
    );
  });

  it('says how many calls wait because two are open, not who waits for their own merchant', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const [first, second, third] = [newId(), newId(), newId()];
    const hold = (merchant: string) => share(merchant, () => over.then(() => merchant));

    const open = [hold(first), hold(first)];
    const ofOwn = behind();
    open.push(hold(second));
    const none = behind();
    open.push(hold(third), hold(third));
    await new Promise((done) => setTimeout(done, 20));
    const waiting = behind();
    end();
    await Promise.all(open);

    expect([ofOwn.times, none.times]).toEqual([0, 0]);
    expect(waiting.times).toBe(2 / 64);
    expect(waiting.waitedMs).toBeGreaterThanOrEqual(19);
    expect(behind()).toEqual({ times: 0, waitedMs: 0 });
  });

  it('does not delay a call that arrives alone', async () => {
    const merchant = newId();

    await share(merchant, (tx) => addRow(tx, merchant));
    await share(merchant, (tx) => addRow(tx, merchant));

    expect(await rowsOf(merchant)).toBe(2);
  });

  it('fails only the call that fails, and rolls back only its writes', async () => {
    const merchant = newId();
    const refused = async (tx: Tx) => {
      await addRow(tx, merchant);
      throw new RangeError('refused');
    };
    const works = [0, 1, 2, 3, 4, 5].map((place) =>
      place === 3 ? refused : (tx: Tx) => addRow(tx, merchant),
    );

    const ended = await Promise.allSettled(works.map((work) => share(merchant, work)));

    expect(ended.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(ended[3]).toMatchObject({ reason: new RangeError('refused') });
    expect(await rowsOf(merchant)).toBe(5);
  });

  it('lets the database refuse one of two conflicting calls', async () => {
    const merchant = newId();
    const resource = newId();
    await share(merchant, (tx) => addRow(tx, merchant));

    const ended = await Promise.allSettled(
      [1, 2, 3].map(() => share(merchant, (tx) => addRow(tx, merchant, resource))),
    );

    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rowsOf(merchant)).toBe(2);
  });

  it('does not run again when the outcome of its commit is unknown', async () => {
    const merchant = newId();
    let runs = 0;
    const lost = async (): Promise<string> => {
      runs += 1;
      throw new DatabaseUnavailable(new Error('the answer was lost'));
    };

    const ended = await Promise.allSettled(Array.from({ length: 4 }, () => share(merchant, lost)));

    expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs).toBe(4);
  });

  it('lets a call that waited long for a database that is away fail with those before it', async () => {
    const merchant = newId();
    const { promise: away, reject: goAway } = Promise.withResolvers<string>();
    const before = share(merchant, () => away);
    const work = vi.fn<() => Promise<string>>(() => Promise.resolve('done'));
    const waited = share(merchant, work);
    const { waitMs } = originOf(database.databases.sandbox).calls.turns;
    const turned = vi.spyOn(clock, 'monotonicMs').mockImplementation(() => performance.now() + waitMs);
    const cameLater = share(merchant, () => Promise.resolve('done'));

    const all = Promise.allSettled([before, waited, cameLater]);
    away.catch(() => undefined);
    goAway(new DatabaseUnavailable(new Error('no answer')));
    const ended = await all;
    turned.mockRestore();

    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(work).not.toHaveBeenCalled();
  });

  it('lets calls of all merchants that waited long for a database that is away fail together', async () => {
    const holds = Array.from({ length: 2 }, () => Promise.withResolvers<string>());
    const open = holds.map(({ promise }) => share(newId(), () => promise));
    const work = vi.fn<() => Promise<string>>(() => Promise.resolve('done'));
    const waited = Array.from({ length: 40 }, () => share(newId(), work));
    const { waitMs } = originOf(database.databases.sandbox).calls.turns;
    const turned = vi.spyOn(clock, 'monotonicMs').mockImplementation(() => performance.now() + waitMs);
    const cameLater = share(newId(), () => Promise.resolve('done'));

    const all = Promise.allSettled([...open, ...waited]);
    for (const { promise, reject } of holds) {
      promise.catch(() => undefined);
      reject(new DatabaseUnavailable(new Error('no answer')));
    }
    const ended = await all;
    turned.mockRestore();

    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(work).not.toHaveBeenCalled();
    expect(await cameLater).toBe('done');
    expect(behind().times).toBe(0);
  });

  it('refuses no call because another merchant got no connection in time', async () => {
    const holds = Array.from({ length: 2 }, () => Promise.withResolvers<string>());
    const open = holds.map(({ promise }) => share(newId(), () => promise));
    const waited = share(newId(), () => Promise.resolve('done'));
    const { waitMs } = originOf(database.databases.sandbox).calls.turns;
    const turned = vi.spyOn(clock, 'monotonicMs').mockImplementation(() => performance.now() + waitMs + 1);

    const all = Promise.allSettled(open);
    for (const { promise, reject } of holds) {
      promise.catch(() => undefined);
      reject(new DatabaseUnavailable(new NotAdmitted('too long')));
    }
    const ended = await all;
    turned.mockRestore();

    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await waited).toBe('done');
  });
});
