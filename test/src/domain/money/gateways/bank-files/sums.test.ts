import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabases } from '../../../../../../src/platform/db/database.ts';
import { times } from '../../../../../support/checks/at-once.ts';
import { soon } from '../../../../../support/checks/soon.ts';
import { notification, readOrder, statusReport } from '../../../../../support/rails/bank/messages.ts';
import {
  aRequest,
  bankSettings,
  endToEndIdOf,
  openRail,
  type SharedFolders,
  sharedFolders,
} from '../../../../../support/rails/bank/rail.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../support/service/database.ts';

let database: TestDatabase;
let folders: SharedFolders;
let clock: { now: Date };
let bank: ReturnType<typeof openRail>;

const [before, cutOff] = [new Date('2026-11-25T07:00:00Z'), new Date('2026-11-25T08:00:00Z')];
const all = 'live.bank_transfers, live.bank_files, live.bank_answers, live.bank_unmatched, live.jobs';

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  folders = sharedFolders();
  clock = { now: before };
  bank = openRail(database, bankSettings(folders, { settled_by: 'debit' }), clock);
});
afterEach(async () => {
  folders.remove();
  await database.asOwner(`TRUNCATE ${all}`);
});

const rows = (from: string) => database.asOwner(`SELECT * FROM live.${from}`);
const jobs = async () => (await rows('jobs')).map(({ kind }) => kind);
const onlyOrder = () => {
  const [text = '', ...more] = Object.values(folders.orders());
  expect(more).toEqual([]);
  return readOrder(text);
};
const says = async (text: string) => {
  folders.answer(text);
  await bank.tick();
};

/** Three payouts of one file, of which the bank rejects the first. */
const ofThree = async () => {
  await Promise.all(times(3, () => bank.pay()));
  clock.now = cutOff;
  await bank.tick();
  const { messageId: file, transfers } = onlyOrder();
  const ids = transfers.map(({ id }) => id);
  const rejects = (id = '') => statusReport({ file, statuses: [{ id, status: 'RJCT', reason: 'AC04' }] });
  return { file, ids, rejection: rejects(ids[0]), rejects };
};
const standing = async () =>
  (await database.asOwner('SELECT state FROM live.bank_transfers ORDER BY end_to_end_id')).map(
    ({ state }) => state,
  );
const ended = ['rejected', 'settled', 'settled'];
const kept = async () =>
  (await rows('bank_unmatched')).map(({ why, applied_at: at }) => [why, at === null ? 'open' : 'applied']);

describe('one debit of a whole file, without what the bank rejects,', () => {
  it('ends its payouts also if the debit comes first', async () => {
    const { file, rejection } = await ofThree();
    await says(notification({ file, amount: '19.00', reference: 'B-1' }));
    const early = [await standing(), await kept()];
    await says(rejection);

    expect(early).toEqual([['filed', 'filed', 'filed'], [['other_amount', 'open']]]);
    expect([await standing(), await kept()]).toEqual([ended, [['other_amount', 'applied']]]);
    expect(await jobs()).toEqual(times(3, () => 'payouts.complete'));
  });

  it('waits for all rejections, however many answers bring them', async () => {
    const { file, ids, rejection, rejects } = await ofThree();
    await says(notification({ file, amount: '9.50' }));
    await says(rejection);
    const between = [await standing(), await kept()];
    await says(rejects(ids[1]));

    expect(between).toEqual([['rejected', 'filed', 'filed'], [['other_amount', 'open']]]);
    expect([await standing(), await kept()]).toEqual([
      ['rejected', 'rejected', 'settled'],
      [['other_amount', 'applied']],
    ]);
  });

  it('ends them if the bank names them without their amounts and names no file', async () => {
    const { ids, rejection } = await ofThree();
    await says(notification({ covers: ids, amount: '19.00' }));
    const early = await kept();
    await says(rejection);

    expect(early).toEqual([['other_amount', 'open']]);
    expect([await standing(), await kept()]).toEqual([ended, [['other_amount', 'applied']]]);
  });

  it.each([
    ['1-debit.xml', '2-rejection.xml'],
    ['2-debit.xml', '1-rejection.xml'],
  ])('ends them if both are there at once, as %s and %s', async (debit, rejected) => {
    const { file, rejection } = await ofThree();
    folders.answer(notification({ file, amount: '19.00' }), debit);
    folders.answer(rejection, rejected);
    await bank.tick();

    expect(await standing()).toEqual(ended);
  });

  it('that never fits moves nothing and stays for a person', async () => {
    const { file, rejection } = await ofThree();
    await says(notification({ file, amount: '18.99', reference: 'B-1' }));
    await says(rejection);

    expect(await standing()).toEqual(['rejected', 'filed', 'filed']);
    expect(await kept()).toEqual([['other_amount', 'open']]);
    expect(bank.lines.filter(({ level }) => level !== 'info').map(({ msg }) => msg)).toEqual([
      'the bank states another amount than the transfer has',
    ]);
  });

  it('changes nothing when the same is said again, in the same file or in another', async () => {
    const { file, rejection, rejects, ids } = await ofThree();
    const debit = notification({ file, amount: '19.00' });
    for (const text of [debit, rejection, debit, rejection, rejects(ids[0])]) await says(text);
    const first = await rows('bank_transfers ORDER BY end_to_end_id');
    await says(notification({ file, amount: '19.00' }));

    expect(await rows('bank_transfers ORDER BY end_to_end_id')).toEqual(first);
    expect([await standing(), await kept()]).toEqual([ended, [['other_amount', 'applied']]]);
    expect(await jobs()).toHaveLength(3);
  });

  it('keeps every total of one answer that fits none', async () => {
    const { file } = await ofThree();
    await says(
      notification({ file, amount: '1.00' }, { file, amount: '2.00' }, { file: 'SALARIES', amount: '3.00' }),
    );

    expect((await rows('bank_unmatched ORDER BY amount')).map(({ why, amount }) => [why, amount])).toEqual([
      ['other_amount', '10000'],
      ['other_amount', '20000'],
      ['unknown', '30000'],
    ]);
  });

  it('ends them if the rejection comes between the moment when the debit is read and that when it is kept', async () => {
    const { file, rejection } = await ofThree();
    const theirs = sharedFolders();
    const second = openRail(database, bankSettings(theirs, { settled_by: 'debit' }), clock);
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    try {
      // Nobody can keep anything until the lock is given up.
      await holder.query('BEGIN; LOCK TABLE live.bank_unmatched IN SHARE ROW EXCLUSIVE MODE');
      folders.answer(notification({ file, amount: '19.00' }));
      const debit = bank.tick();
      await soon(async () => {
        const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%bank_unmatched%'`;
        expect(await database.asOwner(waiting)).toEqual([{ n: 1 }]);
      });
      theirs.answer(rejection);
      await second.tick();
      const between = await standing();
      await holder.query('ROLLBACK');
      await debit;

      expect(between).toEqual(['rejected', 'filed', 'filed']);
      expect([await standing(), await kept()]).toEqual([ended, [['other_amount', 'applied']]]);
    } finally {
      await holder.end();
      theirs.remove();
    }
  });

  it('ends them once if two processes take the debit and the rejection at the same moment', async () => {
    const other = openDatabases({
      url: database.url,
      secretKey: database.secretKey,
      report: () => undefined,
    });
    const theirs = sharedFolders();
    try {
      for (let round = 0; round < 12; round += 1) {
        clock.now = before;
        const { file, rejection } = await ofThree();
        const options = bankSettings(theirs, { settled_by: 'debit' });
        const second = openRail({ databases: other, secretKey: database.secretKey }, options, clock);
        folders.answer(notification({ file, amount: '19.00' }), `${round}-debit.xml`);
        theirs.answer(rejection, `${round}-rejection.xml`);
        await Promise.all(round % 2 === 0 ? [bank.tick(), second.tick()] : [second.tick(), bank.tick()]);

        expect([round, await standing()]).toEqual([round, ended]);
        expect(await jobs()).toHaveLength(3);
        for (const name of Object.keys(folders.orders())) rmSync(join(folders.outgoing, name));
        await database.asOwner(`TRUNCATE ${all}`);
      }
    } finally {
      theirs.remove();
      await other.close();
    }
  });
});

it('a sum of payments of others without their amounts leaves the rest of its file to be taken', async () => {
  const request = aRequest();
  await bank.pay(request);
  clock.now = cutOff;
  await bank.tick();
  await says(
    notification(
      { covers: ['SALARY-1', 'SALARY-2'], amount: '700.00', reference: 'B-2' },
      { id: endToEndIdOf(request.reference), amount: '9.50', reference: 'B-1' },
    ),
  );

  expect(await rows('bank_transfers')).toMatchObject([{ state: 'settled' }]);
  expect(await rows('bank_unmatched')).toMatchObject([
    { why: 'unknown', amount: '7000000', stated_in: 'USD', bank_reference: 'B-2', says: 'debited' },
  ]);
  expect(await rows('bank_answers')).toMatchObject([{ state: 'taken' }]);
});

it('a sum of 70,000 payments of others is taken and kept', async () => {
  await says(notification({ covers: times(70_000, (nth) => `SALARY-${nth}`), amount: '700.00' }));

  expect(await rows('bank_answers')).toMatchObject([{ state: 'taken' }]);
  expect(await rows('bank_unmatched')).toMatchObject([{ why: 'unknown', amount: '7000000' }]);
});
