import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../src/domain/money/amounts/amount.ts';
import type { BankFilesSettings } from '../../../../src/domain/money/gateways/bank-files/settings/settings.ts';
import type { StatementLine } from '../../../../src/domain/money/gateways/statement.ts';
import {
  findChangesAcrossMerchants,
  listCasesAcrossMerchants,
} from '../../../../src/domain/reconciliation/cases/queries.ts';
import { reconcileDaily } from '../../../../src/domain/reconciliation/daily/reconcile-daily.ts';
import { reconcileDay } from '../../../../src/domain/reconciliation/matching/day.ts';
import { runReconciliation } from '../../../../src/domain/reconciliation/matching/run.ts';
import { importStatement } from '../../../../src/domain/reconciliation/statements/import-statement.ts';
import { listStatementsAcrossMerchants } from '../../../../src/domain/reconciliation/withdrawal/queries.ts';
import { withdrawStatement } from '../../../../src/domain/reconciliation/withdrawal/withdraw-statement.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { createLog } from '../../../../src/platform/log.ts';
import {
  type Entry,
  notification,
  readOrder,
  statementOf,
  statusReport,
  unbalanced,
  usualDay,
} from '../../../support/rails/bank/messages.ts';
import {
  bankSettings,
  endToEndIdOf,
  gatewayName as gateway,
  openRail,
  type SharedFolders,
  sharedFolders,
} from '../../../support/rails/bank/rail.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { booked, writeBooks } from './books.ts';

// What a bank states of files of payouts, as its rail takes it in.

let database: TestDatabase;
let folders: SharedFolders;
let bank: ReturnType<typeof openRail>;
let clock: { now: Date };

// One for each test: journals and statements are append-only.
beforeEach(async () => {
  database = await cloneDatabase();
  folders = sharedFolders();
  clock = { now: at(-1, '07:00:00') };
  bank = openBank();
});
afterEach(async () => {
  folders.remove();
  await database.close();
});

const openBank = (about: Partial<BankFilesSettings> = {}) =>
  openRail(database, bankSettings(folders, about), clock);
const day = usualDay;
const dayAfter = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const at = (days: number, time: string) => new Date(`${dayAfter(days)}T${time}Z`);
const db = () => database.databases.live;
const amounts = [95_000n, 950_000n, 100_000n];

/** Three payouts of 9.50, 95.00 and 10.00, which one file asks the bank for. The ledger has paid those of `paid`. */
async function aFile(paid: readonly bigint[] = amounts) {
  const requests = amounts.map((net) => ({ net: amountOf(net), reference: newId() }));
  for (const request of requests) await bank.pay(request);
  clock.now = at(-1, '08:00:00');
  await bank.tick();
  const merchant = newId();
  const about = { gateway, merchant, movement: 'payout.completed', day } as const;
  const books = requests
    .filter(({ net }) => paid.includes(net))
    .map(({ net, reference }) => booked({ ...about, amount: net, sourceId: reference }));
  await writeBooks(database, books, 'live');
  const [text = ''] = Object.values(folders.orders());
  return { file: readOrder(text).messageId, ids: requests.map(({ reference }) => endToEndIdOf(reference)) };
}

const says = async (text: string) => {
  folders.answer(text);
  await bank.tick();
};

/** Takes in what the rail has, and compares. */
async function reconcile() {
  const taken = [];
  for await (const one of bank.rail.received?.({ from: day, to: day }) ?? [])
    taken.push(await importStatement(db(), { gateway, by: 'test' }, one));
  const ran = await runReconciliation(db(), { gateway, from: day, to: day, graceDays: 0 });
  return { taken, ran };
}

const received = async (from: string, to: string) => {
  const found = [];
  for await (const one of bank.rail.received?.({ from, to }) ?? []) found.push(one);
  return found;
};
const states = (...entries: readonly Entry[]) => says(unbalanced(newId(), ...entries));
const cases = () => listCasesAcrossMerchants(db(), { gateway }, { before: undefined, most: 100 });
const notesOf = async () => {
  const changes = await Promise.all((await cases()).map(({ id }) => findChangesAcrossMerchants(db(), id)));
  return changes.flat().flatMap(({ note }) => note ?? []);
};
const daysOf = () => reconcileDay(db(), { gateway, day, graceDays: 0 });

describe('a file that the bank books as one entry', () => {
  const ways: readonly [string, (of: { file: string; ids: readonly string[] }) => Partial<Entry>][] = [
    ['its message id', ({ file }) => ({ file })],
    ['its payment information', ({ file }) => ({ paymentInformation: `${file}-1` })],
    ['its payouts without their amounts', ({ ids: covers }) => ({ covers })],
    ['all of these', ({ file, ids: covers }) => ({ file, paymentInformation: `${file}-1`, covers })],
  ];

  it.each(ways)('is matched with each of its payouts, by %s', async (_name, how) => {
    const filed = await aFile();
    await states({ amount: '114.50', reference: 'B-1', ...how(filed) });

    const { taken, ran } = await reconcile();

    expect(taken).toMatchObject([{ lines: 3, isNew: true }]);
    expect(ran).toEqual({ lines: 3, opened: 0, explained: 0, reopened: 0 });
    expect(await daysOf()).toMatchObject([
      {
        covered: true,
        ledger: -1_145_000n,
        stated: -1_145_000n,
        difference: 0n,
        unexplained: 0n,
        listed: 0n,
      },
    ]);
    expect((await reconcile()).taken).toMatchObject([{ lines: 3, isNew: false }]);
  });

  it('may leave out the payouts that the bank has rejected', async () => {
    const { file, ids } = await aFile([950_000n, 100_000n]);
    await says(statusReport({ file, statuses: [{ id: ids[0] ?? '', status: 'RJCT', reason: 'AC04' }] }));
    await states({ amount: '105.00', file });

    expect((await reconcile()).ran).toEqual({ lines: 2, opened: 0, explained: 0, reopened: 0 });
    expect(await daysOf()).toMatchObject([{ ledger: -1_050_000n, difference: 0n, unexplained: 0n }]);
  });

  it('with another sum is a case that names the file, both sums and the payout that is as much', async () => {
    const { file, ids } = await aFile();
    await states({ amount: '105.00', file });

    const { ran } = await reconcile();

    expect(ran).toMatchObject({ lines: 1, opened: 4 });
    const [here] = (await cases()).filter(({ kind }) => kind === 'missing_here');
    expect(here).toMatchObject({ stated: -1_050_000n, stated_currency: 'USD', state: 'open' });
    expect(await notesOf()).toEqual([
      `The bank booked our file ${file} as one entry of 105.00 USD. The file has 3 payouts of 114.50 USD together: 9.50 less. As much as ${ids[0]}.`,
    ]);
    expect(await daysOf()).toMatchObject([{ difference: 95_000n, open: 95_000n, unexplained: 0n }]);
  });

  it.each(ways)('is split later, once the bank has said what it rejects, by %s', async (_name, how) => {
    const { file, ids } = await aFile([950_000n, 100_000n]);
    await states({ amount: '105.00', reference: 'B-1', ...how({ file, ids }) });
    const early = (await reconcile()).ran;
    await says(statusReport({ file, statuses: [{ id: ids[0] ?? '', status: 'RJCT', reason: 'AC04' }] }));
    const [later, again] = [(await reconcile()).ran, (await reconcile()).ran];

    expect(early).toMatchObject({ lines: 1, opened: 3 });
    expect(later).toEqual({ lines: 2, opened: 0, explained: 3, reopened: 0 });
    expect(again).toEqual({ lines: 0, opened: 0, explained: 0, reopened: 0 });
    expect((await cases()).map(({ state }) => state)).toEqual(['resolved', 'resolved', 'resolved']);
    expect(await daysOf()).toMatchObject([
      { ledger: -1_050_000n, stated: -1_050_000n, difference: 0n, unexplained: 0n },
    ]);
  });

  it('is split once by two runs at the same moment, and other entries stay', async () => {
    const { file, ids } = await aFile([950_000n, 100_000n]);
    await states({ amount: '105.00', file }, { amount: '7.00', file: 'SALARIES-11', reference: 'B-3' });
    await reconcile();
    await says(statusReport({ file, statuses: [{ id: ids[0] ?? '', status: 'RJCT', reason: 'AC04' }] }));
    const wanted = { gateway, from: day, to: day, graceDays: 0 };
    await Promise.all([runReconciliation(db(), wanted), runReconciliation(db(), wanted)]);

    expect(await database.asOwner('SELECT amount FROM live.statement_lines ORDER BY amount')).toEqual([
      { amount: '-950000' },
      { amount: '-100000' },
      { amount: '-70000' },
    ]);
    expect((await cases()).filter(({ state }) => state !== 'resolved')).toEqual([]);
  });

  it('by names of which one is not ours is a case too, whatever its sum', async () => {
    const { ids } = await aFile();
    const covers = [...ids.slice(0, 2), endToEndIdOf(newId())];
    await states({ amount: '104.50', covers });

    expect((await reconcile()).ran.lines).toBe(1);
    expect((await cases()).map(({ kind }) => kind)).toContain('missing_here');
  });

  it('in another currency is a case', async () => {
    const { file } = await aFile();
    await states({ amount: '114.50', file, currency: 'ZWG' });

    await reconcile();

    expect(await cases()).toContainEqual(
      expect.objectContaining({ kind: 'missing_here', stated_currency: 'ZWG' }),
    );
  });

  it('that comes back as one entry is matched with each return', async () => {
    const { file } = await aFile();
    await states(
      { amount: '114.50', file },
      { amount: '114.50', file, side: 'CRDT', code: ['ICDT', 'RRTN'] },
    );

    const { ran } = await reconcile();

    expect(ran).toMatchObject({ lines: 6, opened: 3 });
    const found = (await cases()).map(({ kind, stated }) => `${kind} ${stated}`);
    expect(new Set(found)).toEqual(new Set(amounts.map((amount) => `missing_here ${amount}`)));
  });
});

describe('what the rail has taken in', () => {
  it('is read of the days that are asked for, and notifications beside statements are not', async () => {
    const { file } = await aFile();
    await says(notification({ amount: '114.50', file }));
    await states({ amount: '114.50', file });

    expect(await received(day, day)).toHaveLength(1);
    expect(await received(dayAfter(-6), dayAfter(-1))).toEqual([]);
    expect((await reconcile()).ran).toMatchObject({ lines: 3, opened: 0 });
  });

  it('is read file by file, so that a month of files is never in memory at once', async () => {
    const { file } = await aFile();
    await states({ amount: '114.50', file });
    await states({ amount: '1.00' });
    await database.asOwner(`
      UPDATE live.bank_answers SET content_sealed = 'v9.nothing' WHERE created_at = (SELECT max(created_at) FROM live.bank_answers)`);
    const files = bank.rail.received?.({ from: day, to: day })[Symbol.asyncIterator]();

    expect(await files?.next()).toMatchObject({ value: { from: day }, done: false });
    await expect(files?.next()).rejects.toThrow('seal');
  });

  it('is notifications, if the settings say that the bank sends no statements', async () => {
    const { file } = await aFile();
    bank = openBank({ statements: 'camt.054' });
    await says(notification({ amount: '114.50', file, reference: 'B-1' }));
    await states({ amount: '114.50', file });

    const { taken, ran } = await reconcile();

    expect(taken).toHaveLength(1);
    expect(ran).toMatchObject({ lines: 3, opened: 0 });
    expect(await daysOf()).toMatchObject([{ covered: true, difference: 0n, unexplained: 0n }]);
  });
});

/** A statement as it was read, and imported, while no entry was recognised as one of a file of ours. */
async function importedFormerly(id: string): Promise<void> {
  const [currency, from, to] = ['USD', day, day];
  const line = (reference: string, kind: StatementLine['kind'], amount: bigint): StatementLine => ({
    line: reference,
    reference: null,
    gatewayReference: reference,
    kind,
    amount,
    currency,
    bookedOn: day,
  });
  const lines = [
    line('B-1', 'other', -1_145_000n),
    line('B-2', 'return', 1_145_000n),
    line('B-3', 'other', -70_000n),
  ];
  const former = { id, currency, from, to, opening: null, closing: null, lines };
  await importStatement(db(), { gateway, by: 'test' }, former);
}

const stored = () => database.asOwner('SELECT name, lines FROM live.statements');

describe('the daily run', () => {
  let told: Record<string, unknown>[];

  beforeEach(() => {
    told = [];
  });

  async function runDaily() {
    const destination = { write: (line: string) => void told.push(JSON.parse(line)) };
    const log = createLog({ level: 'info', readable: false, destination });
    await reconcileDaily({ mode: 'live', db: db(), log }, new AbortController().signal, [bank.rail]);
  }

  const refused = () => told.filter(({ msg }) => msg === 'a statement was not taken');

  it('knows a statement that was imported before entries of our files were recognised', async () => {
    const { file } = await aFile();
    await importedFormerly('S-1');
    const entries: readonly Entry[] = [
      { amount: '114.50', file, reference: 'B-1' },
      { amount: '114.50', file, reference: 'B-2', side: 'CRDT', code: ['ICDT', 'RRTN'] },
      { amount: '7.00', file: 'SALARIES-11', reference: 'B-3' },
    ];
    await says(unbalanced('S-1', ...entries));
    await says(unbalanced('S-1-AGAIN', ...entries));

    await runDaily();
    await runDaily();

    expect(refused()).toEqual([]);
    expect(await stored()).toEqual([{ name: 'S-1', lines: 3 }]);
  });

  it('refuses another statement with its id, each time', async () => {
    const { file } = await aFile();
    await importedFormerly('S-1');
    await says(unbalanced('S-1', { amount: '114.51', file, reference: 'B-1' }));

    await runDaily();
    await runDaily();

    expect(refused()).toMatchObject([{ statement: 'S-1' }, { statement: 'S-1', level: 'error' }]);
    expect(await stored()).toEqual([{ name: 'S-1', lines: 3 }]);
  });

  it('finds a payout that no statement has, though the bank states nothing of days on which it is closed', async () => {
    bank = openBank({ cut_offs: { times: ['10:00'], time_zone: 'Africa/Harare', holidays: [dayAfter(-3)] } });
    const paid = { gateway, merchant: newId(), movement: 'payout.completed', day: dayAfter(-7) } as const;
    await writeBooks(database, [booked(paid)], 'live');
    const statesNothingOn = (days: number) =>
      says(statementOf({ id: `S${days}`, day: dayAfter(days), closing: ['1000.00', 'CRDT'] }));

    // From a Thursday on: the bank is closed from Saturday to Monday.
    for (const days of [-7, -6, -2]) await statesNothingOn(days);
    await runDaily();
    const early = await cases();
    await statesNothingOn(-1);
    await runDaily();

    expect(early).toEqual([]);
    expect(await cases()).toMatchObject([{ kind: 'missing_there', expected_on: dayAfter(-7) }]);
  });

  it('reads the files that the rail has taken in, and takes nothing again that an operator took back', async () => {
    const { file } = await aFile();
    await states({ amount: '114.50', file });
    await runDaily();
    const [{ name } = { name: '' }] = await listStatementsAcrossMerchants(db(), gateway, 1);
    await withdrawStatement(db(), { gateway, name, by: 'tariro', reason: 'other account', graceDays: 0 });

    await runDaily();
    const without = await stored();
    await reconcile();

    expect(without).toEqual([]);
    expect(await daysOf()).toMatchObject([{ covered: true, stated: -1_145_000n, unexplained: 0n }]);
    expect(await database.asOwner('SELECT DISTINCT judged FROM live.statement_lines')).toEqual([
      { judged: true },
    ]);
  });
});

describe('a movement that the bank notified us of and that fits no payout', () => {
  const unknown = endToEndIdOf(newId());

  it('is a case, once, until a statement has it: then its line is', async () => {
    await aFile();
    await says(notification({ id: unknown, amount: '7.00', reference: 'B-7' }));

    const [first, second] = [(await reconcile()).ran, (await reconcile()).ran];
    const [known] = await cases();
    await states({ id: unknown, amount: '7.00', reference: 'B-7' });
    const third = (await reconcile()).ran;

    expect([first.opened, second.opened]).toEqual([1, 0]);
    expect(known).toMatchObject({
      kind: 'missing_here',
      stated: -70_000n,
      stated_currency: 'USD',
      journal: null,
    });
    expect((await notesOf())[0]).toBe(`The bank notified us of a movement that fits no payout (${unknown}).`);
    expect(third).toMatchObject({ explained: 1 });
    const left = (await cases()).filter(({ state, kind }) => state === 'open' && kind === 'missing_here');
    expect(left).toMatchObject([{ stated: -70_000n }]);
    expect(left[0]?.subject).toMatch(/^line:/);
    expect(await daysOf()).toMatchObject([{ unexplained: 0n }]);
  });

  it('is a case again once the statement is withdrawn', async () => {
    await aFile();
    await says(notification({ id: unknown, amount: '7.00', reference: 'B-7' }));
    await reconcile();
    await states({ id: unknown, amount: '7.00', reference: 'B-7' });
    await reconcile();
    const [{ name } = { name: '' }] = await listStatementsAcrossMerchants(db(), gateway, 1);

    const wanted = { gateway, name, by: 'tariro', reason: 'wrong account', graceDays: 0 };
    const withdrawn = await withdrawStatement(db(), wanted);
    await runReconciliation(db(), { gateway, from: day, to: day, graceDays: 0 });

    // With the three payouts that no statement states, as none includes the day any more.
    expect(withdrawn).toMatchObject({ lines: 1, explained: 4, reopened: 1 });
    const open = (await cases()).filter(({ state, kind }) => state === 'open' && kind === 'missing_here');
    expect(open).toMatchObject([{ subject: expect.stringMatching(/^notice:/), stated: -70_000n }]);
    expect(await notesOf()).toContain(`The statement ${name} was withdrawn: wrong account`);
    expect(await withdrawStatement(db(), wanted)).toBeUndefined();
  });

  it.each([
    ['total', '105.00', 'USD', -1_050_000n],
    ['currency', '114.50', 'ZWG', -1_145_000n],
  ])(
    'is a case too if it is about a whole file and has another %s',
    async (_what, amount, currency, stated) => {
      const { file } = await aFile();
      await says(notification({ file, amount, currency, reference: 'B-1' }));

      const { ran } = await reconcile();
      const [known] = await cases();
      await states({ file, amount, currency, reference: 'B-1' });
      const later = (await reconcile()).ran;

      expect(ran).toMatchObject({ opened: 1 });
      expect(known).toMatchObject({ kind: 'missing_here', stated, stated_currency: currency });
      expect(await notesOf()).toContain(
        `The bank notified us of one movement for a file, with another total than its payouts have (${file}).`,
      );
      expect(later).toMatchObject({ explained: 1 });
      const [notice] = (await cases()).filter(({ id }) => id === known?.id);
      expect(notice).toMatchObject({ state: 'resolved', resolution: 'explained_later' });
    },
  );

  it.each([
    ['amount', { amount: '8.00' }],
    ['direction', { amount: '7.00', side: 'CRDT', code: ['ICDT', 'RRTN'] }],
    ['currency', { amount: '7.00', currency: 'ZWG' }],
  ] as const)('stays a case if a statement has its ids with another %s', async (_what, stated) => {
    await aFile();
    await says(notification({ id: unknown, amount: '7.00', reference: 'B-7' }));
    await reconcile();
    await states({ id: unknown, reference: 'B-7', ...stated });
    const { ran } = await reconcile();

    expect(ran.explained).toBe(0);
    const open = (await cases()).filter(
      ({ subject, state }) => subject.startsWith('notice:') && state === 'open',
    );
    expect(open).toMatchObject([{ stated: -70_000n, stated_currency: 'USD' }]);
  });

  it('is no difference any more once the total fits what the bank has not rejected', async () => {
    const { file, ids } = await aFile([950_000n, 100_000n]);
    await says(notification({ file, amount: '105.00', reference: 'B-1' }));
    const early = (await reconcile()).ran;
    await says(statusReport({ file, statuses: [{ id: ids[0] ?? '', status: 'RJCT', reason: 'AC04' }] }));

    expect(early).toMatchObject({ opened: 1 });
    expect((await reconcile()).ran).toMatchObject({ opened: 0, explained: 1 });
  });

  it('is a case with the amount of the payout if an entry for its file contradicts what the bank said before', async () => {
    const { file, ids } = await aFile();
    await says(statusReport({ file, statuses: [{ id: ids[0] ?? '', status: 'RJCT', reason: 'AC04' }] }));
    await says(notification({ file, amount: '114.50', reference: 'B-1' }));

    const { ran } = await reconcile();
    const [known] = await cases();
    await states({ file, amount: '114.50', reference: 'B-1' });
    await reconcile();

    expect(ran).toMatchObject({ opened: 1 });
    expect(known).toMatchObject({ kind: 'missing_here', stated: -95_000n, stated_currency: 'USD' });
    const [later] = (await cases()).filter(({ id }) => id === known?.id);
    expect(later).toMatchObject({ state: 'resolved', resolution: 'explained_later' });
  });

  it('is a case too if the payout has another amount, and never about what did not move money', async () => {
    const { ids } = await aFile();
    await says(notification({ id: ids[0], amount: '9.00' }));
    await says(statusReport({ statuses: [{ id: unknown, status: 'RJCT' }] }));

    await reconcile();

    expect(await notesOf()).toEqual([
      `The bank notified us of another amount than the payout has (${ids[0]}).`,
    ]);
  });
});
