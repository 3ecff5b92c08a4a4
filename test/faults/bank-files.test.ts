import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { env, execPath, stdout } from 'node:process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { times } from '../support/checks/at-once.ts';
import { soon } from '../support/checks/soon.ts';
import { isWholeProfile } from '../support/faults/profile.ts';
import { notification, readOrder, statusReport } from '../support/rails/bank/messages.ts';
import {
  aRequest,
  bankSettings,
  endToEndIdOf,
  openRail,
  type SharedFolders,
  sharedFolders,
} from '../support/rails/bank/rail.ts';
import { cloneDatabase, type TestDatabase } from '../support/service/database.ts';

const worker = resolve(import.meta.dirname, '../support/rails/bank/worker.ts');
const [before, cutOff] = [new Date('2026-11-25T07:00:00Z'), new Date('2026-11-25T08:00:00Z')];
let database: TestDatabase;
let folders: SharedFolders;
let clock: { now: Date };
let bank: ReturnType<typeof openRail>;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  folders = sharedFolders();
  clock = { now: before };
  bank = openRail(database, bankSettings(folders), clock);
});
afterEach(async () => {
  folders.remove();
  await database.asOwner(
    'TRUNCATE live.bank_transfers, live.bank_files, live.bank_answers, live.bank_unmatched, live.jobs',
  );
});

const openTransactions = `
  SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND (state = 'active' OR state LIKE 'idle in transaction%')`;

/** Runs a process that is killed at a place; returns whether it got there. */
async function killedAt(killAt: string | number, now = clock.now): Promise<boolean> {
  const { url, secretKey } = database;
  const work = JSON.stringify({ url, secretKey, base: folders.base, now: now.toISOString(), killAt });
  const child = spawn(execPath, [worker], {
    env: { ...env, WORK: work },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (text: Buffer) => (words += text.toString()));
  await once(child, 'close');
  if (child.signalCode === null && child.exitCode !== 0) throw new Error(words);
  // PostgreSQL notices a moment later that it is gone, and ends its transaction.
  await soon(async () => expect(await database.asOwner(openTransactions)).toEqual([]));
  // Its lease would otherwise end two minutes later.
  await database.asOwner('UPDATE live.bank_files SET lease_until = now() WHERE lease_until IS NOT NULL');
  return child.signalCode === 'SIGKILL';
}

const states = async () =>
  Object.fromEntries(
    (await database.asOwner('SELECT state, count(*)::int AS n FROM live.bank_transfers GROUP BY state')).map(
      ({ state, n }) => [String(state), n],
    ),
  );
const jobs = async () =>
  Number((await database.asOwner('SELECT count(*)::int AS n FROM live.jobs'))[0]?.['n']);

describe('a process is killed with kill -9', () => {
  it.each([
    'a file for the bank was made',
    'open bank-file',
    'before outgoing',
    'after outgoing',
    'a file was handed over to the bank',
  ])('at "%s", and the bank gets each transfer in one file', async (place) => {
    const requests = times(3, () => aRequest());
    for (const request of requests) await bank.pay(request);
    clock.now = cutOff;

    expect(await killedAt(place)).toBe(true);
    await bank.tick();

    const orders = Object.values(folders.orders()).map(readOrder);
    expect(orders).toHaveLength(1);
    expect(orders[0]?.transfers.map(({ id }) => id).toSorted()).toEqual(
      requests.map(({ reference }) => endToEndIdOf(reference)).toSorted(),
    );
    expect(await states()).toEqual({ filed: 3 });
  });

  it('after the bank has taken the file, and the same bytes come again under the same name', async () => {
    await bank.pay();
    clock.now = cutOff;
    expect(await killedAt('after outgoing')).toBe(true);
    const first = folders.orders();
    for (const name of Object.keys(first)) rmSync(join(folders.outgoing, name));
    await bank.tick();

    expect(Object.keys(first)).toHaveLength(1);
    expect(folders.orders()).toEqual(first);
  });

  it('after the bank has taken the file, and its refusal of the second copy gives no money back', async () => {
    for (const request of times(3, () => aRequest())) await bank.pay(request);
    clock.now = cutOff;
    expect(await killedAt('after outgoing')).toBe(true);
    await bank.tick();
    const [order] = Object.values(folders.orders()).map(readOrder);
    folders.answer(statusReport({ file: order?.messageId ?? '', group: 'RJCT', reason: 'DU01' }), '1.xml');
    await bank.tick();
    const refused = [await states(), await jobs()];
    folders.answer(notification(...(order?.transfers ?? [])), '2.xml');
    await bank.tick();

    expect(refused).toEqual([{ filed: 3 }, 0]);
    expect([await states(), await jobs()]).toEqual([{ settled: 3 }, 3]);
  });

  it.each([
    'statement',
    'seal bank-file',
    'a file of the bank was taken',
    'before incoming',
    'after incoming',
  ])('at "%s" while it takes a file, and each payout goes on once', async (place) => {
    const requests = times(3, () => aRequest());
    for (const request of requests) await bank.pay(request);
    clock.now = cutOff;
    await bank.tick();
    const entries = requests.map(({ reference }) => ({ id: endToEndIdOf(reference), amount: '9.50' }));
    folders.answer(notification(...entries, { id: 'PO-NEVER', amount: '1.00' }));

    expect(await killedAt(place)).toBe(true);
    await bank.tick();

    expect(await states()).toEqual({ settled: 3 });
    expect(await jobs()).toBe(3);
    expect(await database.asOwner('SELECT end_to_end_id FROM live.bank_unmatched')).toEqual([
      { end_to_end_id: 'PO-NEVER' },
    ]);
    expect(readdirSync(folders.incoming)).toEqual(['processed']);
  });

  const stride = isWholeProfile ? 1 : 8;
  const which = isWholeProfile ? 'every step' : `every ${stride}th step`;

  it(`before ${which} of asking the bank and of hearing it, and each payout goes on once`, async () => {
    let survived = false;
    let step = 1;
    for (; !survived; step += stride) {
      clock.now = before;
      const request = aRequest();
      const id = endToEndIdOf(request.reference);
      await bank.pay(request);
      clock.now = cutOff;
      const diedAsking = await killedAt(step);
      await bank.tick();
      const orders = Object.values(folders.orders()).filter((text) => text.includes(id));
      folders.answer(notification({ id, amount: '9.50' }), `${step}.xml`);
      const diedHearing = await killedAt(step);
      await bank.tick();

      expect([step, orders.length]).toEqual([step, 1]);
      expect([step, await states()]).toEqual([step, { settled: (step - 1) / stride + 1 }]);
      expect([step, await jobs()]).toEqual([step, (step - 1) / stride + 1]);
      survived = !diedAsking && !diedHearing;
    }
    stdout.write(`killed before ${which}, up to ${step - stride}\n`);
    expect(step).toBeGreaterThan(20);
  });

  const count = isWholeProfile ? 1000 : 90;
  const kills = isWholeProfile ? 60 : 9;

  it(`${kills} times at random during three cut-offs, and the bank gets ${count} payouts once each`, async () => {
    const store = new Map<string, string>();
    const cutOffs = ['2026-11-25T08:00:00Z', '2026-11-25T13:00:00Z', '2026-11-26T08:00:00Z'];
    const expected: string[] = [];
    let died = 0;
    /** The bank takes what it finds. A file whose message it has is the same, and is not paid again. */
    const bankTakes = () => {
      for (const [name, text] of Object.entries(folders.orders())) {
        expect(store.get(name) ?? text).toBe(text);
        if (!store.has(name)) {
          const entries = readOrder(text).transfers.map(({ id, amount }) => ({ id, amount }));
          folders.answer(notification(...entries), `of-${name}`);
        }
        store.set(name, text);
        rmSync(join(folders.outgoing, name));
      }
    };

    for (const [nth, moment] of cutOffs.entries()) {
      const requests = times(count / 3 + (nth === 0 ? count % 3 : 0), () => aRequest());
      for (const request of requests) await bank.pay(request);
      expected.push(...requests.map(({ reference }) => endToEndIdOf(reference)));
      clock.now = new Date(moment);
      for (let kill = 0; kill < kills / 3; kill += 1) {
        died += Number(await killedAt(1 + Math.floor(Math.random() * 60)));
        if (Math.random() < 0.7) bankTakes();
      }
      await bank.tick();
      bankTakes();
      await bank.tick();
    }
    bankTakes();

    const orders = [...store.values()].map(readOrder);
    const paid = orders.flatMap(({ transfers }) => transfers.map(({ id }) => id));
    stdout.write(`${died} of ${kills} processes died, ${orders.length} files, ${paid.length} transfers\n`);
    expect(died).toBeGreaterThan(0);
    expect(orders).toHaveLength(3);
    expect(paid.toSorted()).toEqual(expected.toSorted());
    expect(await states()).toEqual({ settled: expected.length });
    expect(await jobs()).toBe(expected.length);
    expect(await database.asOwner('SELECT * FROM live.bank_unmatched')).toEqual([]);
  });
});
