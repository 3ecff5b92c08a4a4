import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { times } from '../../../../../support/checks/at-once.ts';
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

const rows = (from: string) => database.asOwner(`SELECT * FROM live.${from}`);
const states = async () => (await rows('bank_transfers ORDER BY created_at')).map(({ state }) => state);
const jobs = async () => (await rows('jobs ORDER BY key')).map(({ kind, key }) => [kind, key]);
const orders = () => Object.values(folders.orders()).map(readOrder);
const problems = () =>
  bank.lines.filter(({ level }) => level !== 'info').map(({ level, msg }) => [level, msg]);
const says = async (text: string) => {
  folders.answer(text);
  await bank.tick();
};
/** Payouts of one file that went to the bank twice: the process died before it noted the first time. */
const sentTwice = async (count: number) => {
  const requests = times(count, () => aRequest());
  for (const request of requests) await bank.pay(request);
  clock.now = cutOff;
  await bank.tick();
  await database.asOwner(`UPDATE live.bank_files SET state = 'made', handed_over_at = NULL`);
  await bank.tick();
  const file = orders()[0]?.messageId ?? '';
  return { requests, file, ids: requests.map(({ reference }) => endToEndIdOf(reference)) };
};

describe('a transfer that one report calls settled and rejected', () => {
  it('stays settled, and is kept for a person', async () => {
    const { ids } = await sentTwice(1);
    const [id = ''] = ids;
    const statuses = [
      { id, status: 'ACSC' },
      { id, status: 'RJCT', reason: 'AC04' },
    ];
    await says(statusReport({ statuses }));

    expect(await states()).toEqual(['settled']);
    expect(await rows('bank_unmatched')).toMatchObject([{ why: 'contradiction', says: 'rejected' }]);
  });
});

describe('a file that the bank refuses because it has it already', () => {
  const lookUp = 'the bank refuses a duplicate: find out what became of the first copy';

  it('gives no money back, is kept for a person, and its first copy settles', async () => {
    const { requests, file, ids } = await sentTwice(3);
    await says(statusReport({ file, group: 'RJCT', reason: 'DU01' }));
    const refused = [await states(), await jobs(), await Promise.all(requests.map((one) => bank.pay(one)))];
    await says(notification(...ids.map((id) => ({ id, amount: '9.50' }))));

    expect(refused).toEqual([['filed', 'filed', 'filed'], [], times(3, () => ({ kind: 'pending' }))]);
    expect(await rows('bank_unmatched')).toMatchObject([
      { why: 'contradiction', says: 'duplicate', reason: 'DU01', end_to_end_id: file },
    ]);
    expect(problems()).toEqual([['error', lookUp]]);
    expect(await states()).toEqual(['settled', 'settled', 'settled']);
  });

  it('gives no money back either if the bank names its part or each transfer', async () => {
    const { file, ids } = await sentTwice(2);
    await says(statusReport({ file, group: 'RJCT', part: 'RJCT', partReason: 'DU02' }));
    await says(
      statusReport({
        file,
        group: 'RJCT',
        reason: 'AM05',
        statuses: ids.map((id) => ({ id, status: 'RJCT' })),
      }),
    );

    expect([await states(), await jobs()]).toEqual([['filed', 'filed'], []]);
    expect(new Set((await rows('bank_unmatched')).map(({ end_to_end_id: id }) => id))).toEqual(
      new Set([file, ...ids]),
    );
  });

  it('is looked at once, however often its refusal is read', async () => {
    const { file } = await sentTwice(2);
    const text = statusReport({ file, group: 'RJCT', reason: 'DU01' });
    await says(text);
    await database.asOwner('TRUNCATE live.bank_answers');
    await says(text);

    expect(await states()).toEqual(['filed', 'filed']);
    expect(await rows('bank_unmatched')).toHaveLength(1);
  });

  it('that is not ours is unknown', async () => {
    await says(statusReport({ file: 'M-NEVER', group: 'RJCT', reason: 'DU01' }));

    expect(await rows('bank_unmatched')).toMatchObject([{ why: 'unknown', end_to_end_id: 'M-NEVER' }]);
  });

  it('gives the money back if it is refused for another reason', async () => {
    const { file } = await sentTwice(2);
    await says(statusReport({ file, group: 'RJCT', reason: 'AM10' }));

    expect(await states()).toEqual(['rejected', 'rejected']);
    expect(problems()).toEqual([]);
  });

  it.each(['AM05', 'DU03', 'DU04', 'DU05'])(
    'keeps the money of a single transfer that is refused with %s',
    async (reason) => {
      const { requests, file, ids } = await sentTwice(1);
      const [id = ''] = ids;
      await says(statusReport({ file, group: 'PART', statuses: [{ id, status: 'RJCT', reason }] }));

      expect([await states(), await jobs()]).toEqual([['filed'], []]);
      expect(await bank.pay(requests[0])).toEqual({ kind: 'pending' });
      expect(await rows('bank_unmatched')).toMatchObject([
        { why: 'contradiction', says: 'duplicate', reason, end_to_end_id: id },
      ]);
      expect(problems()).toEqual([['error', lookUp]]);
    },
  );
});

it('a refusal of 6,000 transfers that are not known is taken, and all are kept', async () => {
  const statuses = times(6000, (nth) => ({ id: `PO-${nth}`, status: 'RJCT' }));
  await says(statusReport({ group: 'RJCT', reason: 'DU01', statuses }));

  expect(await database.asOwner('SELECT count(*)::int AS n FROM live.bank_unmatched')).toEqual([{ n: 6001 }]);
  expect(await rows('bank_answers')).toMatchObject([{ state: 'taken' }]);
});

describe('a payout that the bank rejected', () => {
  it.each([
    ['first', 'debited'],
    ['first', 'settled'],
    ['status', 'debited'],
    ['status', 'settled'],
    ['debit', 'debited'],
    ['debit', 'settled'],
  ] as const)('is contradicted, with settled_by %s, if it is then %s', async (settled_by, word) => {
    bank = openRail(database, bankSettings(folders, { settled_by }), clock);
    const request = aRequest();
    const id = endToEndIdOf(request.reference);
    await bank.pay(request);
    clock.now = cutOff;
    await bank.tick();
    await says(statusReport({ statuses: [{ id, status: 'RJCT', reason: 'AC04' }] }));
    await says(
      word === 'debited'
        ? notification({ id, amount: '9.50' })
        : statusReport({ statuses: [{ id, status: 'ACSC' }] }),
    );

    expect(await states()).toEqual(['rejected']);
    expect(await rows('bank_unmatched')).toMatchObject([
      { why: 'contradiction', says: word, end_to_end_id: id },
    ]);
    expect(problems()).toEqual([['error', 'the bank contradicts what it said of a transfer before']]);
  });
});

const toSecond = (accountNumber = '1002003004') =>
  aRequest({ destination: { ...aRequest().destination, bankName: 'Second Bank', accountNumber } as never });
/** Opens the rail again without its second bank. */
const withoutSecond = (about: Parameters<typeof bankSettings>[1] = {}) => {
  const [first] = bankSettings(folders).banks;
  bank = openRail(database, bankSettings(folders, { banks: first ? [first] : [], ...about }), clock);
};

describe('a payout whose bank is taken out of the settings before the cut-off', () => {
  it('is in no file and gives its money back', async () => {
    const [lost, other] = [toSecond(), aRequest()];
    for (const request of [lost, other]) await bank.pay(request);
    withoutSecond();
    clock.now = cutOff;
    await bank.tick();

    expect(orders()).toMatchObject([
      { total: '9.50', transfers: [{ id: endToEndIdOf(other.reference), amount: '9.50' }] },
    ]);
    expect(await rows(`bank_transfers WHERE payout_id = '${lost.reference}'`)).toMatchObject([
      { state: 'rejected', reason: 'UNKNOWN_BANK', file_id: null },
    ]);
    expect(await rows('bank_files')).toMatchObject([{ transfers: 1, total: '95000' }]);
    expect(await jobs()).toEqual([['payouts.complete', lost.reference]]);
    expect(await bank.pay(lost)).toEqual({ kind: 'rejected' });
    expect(problems()).toEqual([['warn', 'a payout cannot be sent to its bank']]);
  });

  it('gives its money back too if it is the account of the service that is taken out', async () => {
    const request = aRequest();
    await bank.pay(request);
    const settings = bankSettings(folders);
    const { USD: _gone, ...accounts } = settings.debtor.accounts;
    bank = openRail(database, { ...settings, debtor: { ...settings.debtor, accounts } }, clock);
    clock.now = cutOff;
    await bank.tick();

    expect(await rows(`bank_transfers WHERE payout_id = '${request.reference}'`)).toMatchObject([
      { state: 'rejected', reason: 'NO_DEBTOR_ACCOUNT', file_id: null },
    ]);
    expect(await rows('bank_files')).toEqual([]);
    expect(await jobs()).toEqual([['payouts.complete', request.reference]]);
    expect(await bank.pay(request)).toEqual({ kind: 'rejected' });
  });

  it('makes no file if it is alone, and keeps no later payout from its own', async () => {
    const requests = [toSecond(), toSecond(), aRequest()];
    for (const request of requests) await bank.pay(request);
    withoutSecond({ most_transfers: 1 });
    clock.now = cutOff;
    await bank.tick();

    expect((await states()).map(String).toSorted()).toEqual(['filed', 'rejected', 'rejected']);
    expect(orders().map(({ transfers }) => transfers.map(({ id }) => id))).toEqual([
      [endToEndIdOf(requests[2]?.reference ?? '')],
    ]);
  });

  it('is sent all the same if its account is an IBAN', async () => {
    const request = toSecond('GB82WEST12345698765432');
    await bank.pay(request);
    withoutSecond();
    clock.now = cutOff;
    await bank.tick();

    expect(await states()).toEqual(['filed']);
    expect(orders()).toMatchObject([{ transfers: [{ id: endToEndIdOf(request.reference) }] }]);
  });
});
