import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../../src/domain/money/amounts/amount.ts';
import { folderBox } from '../../../../../../src/domain/money/gateways/bank-files/transport/folder.ts';
import { openDatabases } from '../../../../../../src/platform/db/database.ts';
import { createSecrets } from '../../../../../../src/platform/secrets.ts';
import { times } from '../../../../../support/checks/at-once.ts';
import { soon } from '../../../../../support/checks/soon.ts';
import {
  notification,
  readOrder,
  statement,
  statusReport,
} from '../../../../../support/rails/bank/messages.ts';
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

const [before, cutOff, next] = ['2026-11-25T07:00:00Z', '2026-11-25T08:00:00Z', '2026-11-25T13:00:00Z'].map(
  (text) => new Date(text),
) as [Date, Date, Date];

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
const stateOf = async (reference: string) =>
  (await database.asOwner('SELECT state FROM live.bank_transfers WHERE payout_id = $1', [reference]))[0]?.[
    'state'
  ];
const jobs = async () =>
  (await database.asOwner('SELECT kind, key FROM live.jobs ORDER BY kind, key')).map(({ kind, key }) => [
    kind,
    key,
  ]);
/** A request to another destination. */
const to = (about: object) => ({ destination: { ...aRequest().destination, ...about } as never });
const warned = () => bank.lines.filter(({ level }) => level !== 'info').map(({ msg }) => msg);
const onlyOrder = () => {
  const orders = Object.values(folders.orders());
  expect(orders).toHaveLength(1);
  return readOrder(orders[0] ?? '');
};
/** A payout that the bank has been asked for. */
const filed = async () => {
  const request = aRequest();
  await bank.pay(request);
  clock.now = cutOff;
  await bank.tick();
  return { request, id: endToEndIdOf(request.reference), order: onlyOrder() };
};
const says = async (text: string) => {
  folders.answer(text);
  await bank.tick();
};
const leased = async () => (await rows('bank_files WHERE lease_token IS NOT NULL')).length;
/** A server that takes connections and never says a word. */
const aSilentServer = async () => {
  const held = new Set<Socket>();
  const server = createServer((socket) => void held.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    for (const socket of held) socket.destroy();
    await once(server, 'close');
  };
  return { address: `sftp://mps@127.0.0.1:${port}`, close };
};

describe('a payout to a bank', () => {
  it('waits once, however often the bank is asked for it', async () => {
    const request = aRequest();
    const answers = await Promise.all(times(8, () => bank.pay(request)));

    expect(answers).toEqual(times(8, () => ({ kind: 'pending' })));
    expect(await rows('bank_transfers')).toMatchObject([
      {
        payout_id: request.reference,
        amount: '95000',
        state: 'waiting',
        end_to_end_id: endToEndIdOf(request.reference),
      },
    ]);
  });

  it('is stored without its account number', async () => {
    await bank.pay();
    const [row] = await rows('bank_transfers');

    expect(
      JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('1002003004');
  });

  it('is rejected if its bank is not known, and no file asks for it', async () => {
    const destination = { ...aRequest().destination, bankName: 'Bank of Nowhere' } as never;

    expect(await bank.pay({ destination })).toEqual({ kind: 'rejected' });
    clock.now = cutOff;
    await bank.tick();
    expect(folders.orders()).toEqual({});
    expect(warned()).toEqual(['a payout cannot be sent to its bank']);
  });

  it('finds its bank by an IBAN, and by a name that is written in another way', async () => {
    expect(await bank.pay(to({ bankName: 'Elsewhere', accountNumber: 'GB82WEST12345698765432' }))).toEqual({
      kind: 'pending',
    });
    expect(await bank.pay(to({ bankName: 'FIRST-BANK of commerce' }))).toEqual({ kind: 'pending' });
    expect(await bank.pay(to({ bankName: 'Elsewhere', accountNumber: 'GB82WEST12345698765433' }))).toEqual({
      kind: 'rejected',
    });
  });

  it('has an id that tells it from every other', async () => {
    await Promise.all(times(50, () => bank.pay()));
    const ids = (await rows('bank_transfers')).map((row) => String(row['end_to_end_id']));

    expect(new Set(ids).size).toBe(50);
    expect(ids.filter((id) => id.length > 35)).toEqual([]);
  });
});

describe('a cut-off', () => {
  it('gathers what waited before it into one file for each currency', async () => {
    await bank.pay();
    await bank.pay({ net: amountOf(1_234_500n) });
    await bank.pay({ currency: 'ZWG' });
    await bank.tick();
    expect(folders.orders()).toEqual({});

    clock.now = cutOff;
    await bank.tick();
    await bank.tick();

    const orders = Object.entries(folders.orders()).map(([name, text]) => ({ name, ...readOrder(text) }));
    expect(orders.map(({ total, transfers }) => `${total} in ${transfers.length}`).toSorted()).toEqual([
      '132.95 in 2',
      '9.50 in 1',
    ]);
    for (const { name, messageId } of orders) expect(name).toBe(`${messageId}.xml`);
    expect(await rows('bank_files')).toMatchObject([{ state: 'handed_over' }, { state: 'handed_over' }]);
  });

  it('leaves what comes in its very moment or later to the next one', async () => {
    await bank.pay();
    clock.now = cutOff;
    await bank.pay();
    await bank.tick();
    expect(onlyOrder().transfers).toHaveLength(1);

    clock.now = next;
    await bank.tick();

    expect(Object.keys(folders.orders())).toHaveLength(2);
  });

  it('is caught up with after the service was down', async () => {
    await bank.pay();
    clock.now = new Date('2026-11-28T10:00:00Z');
    await bank.tick();

    expect(Object.values(folders.orders())[0]).toContain('<ReqdExctnDt><Dt>2026-11-30</Dt></ReqdExctnDt>');
  });

  it('makes several files of more transfers than one may have', async () => {
    bank = openRail(database, bankSettings(folders, { most_transfers: 3 }), clock);
    await Promise.all(times(7, () => bank.pay()));
    clock.now = cutOff;
    await bank.tick();

    const orders = Object.values(folders.orders()).map(readOrder);
    expect(orders.map(({ transfers }) => `${transfers.length}`).toSorted()).toEqual(['1', '3', '3']);
    expect(new Set(orders.flatMap(({ transfers }) => transfers.map(({ id }) => id))).size).toBe(7);
  });

  it('makes one file if two processes make it at the same moment', async () => {
    const other = openDatabases({
      url: database.url,
      secretKey: database.secretKey,
      report: () => undefined,
    });
    try {
      const second = openRail(
        { databases: other, secretKey: database.secretKey },
        bankSettings(folders),
        clock,
      );
      for (let round = 1; round <= 10; round += 1) {
        await Promise.all(times(5, () => bank.pay()));
        clock.now = new Date(cutOff.getTime() + round);
        await Promise.all([bank.tick(), second.tick(), bank.tick(), second.tick()]);
        clock.now = before;
        expect(Object.keys(folders.orders())).toHaveLength(round);
      }
      const ids = Object.values(folders.orders()).flatMap((text) =>
        readOrder(text).transfers.map(({ id }) => id),
      );
      expect([ids.length, new Set(ids).size]).toEqual([50, 50]);
    } finally {
      await other.close();
    }
  });
});

describe('a file for the bank', () => {
  it('is stored sealed, with the bytes that the bank gets', async () => {
    await filed();
    const [row] = await rows('bank_files');
    const sealed = String(row?.['content_sealed']);

    expect(sealed).not.toContain('1002003004');
    expect(createSecrets(database.secretKey).open(sealed, 'bank-file')).toBe(
      Object.values(folders.orders())[0],
    );
  });

  it('is handed over later, the same, if the folder is away', async () => {
    const away = `${folders.outgoing}-away`;
    await bank.pay();
    clock.now = cutOff;
    rmSync(folders.outgoing, { recursive: true });
    writeFileSync(folders.outgoing, 'a file');
    await bank.tick();
    const made = await rows('bank_files');
    rmSync(folders.outgoing);
    mkdirSync(folders.outgoing);
    await bank.tick();

    expect(existsSync(away)).toBe(false);
    expect(warned()).toEqual(['a file could not be handed over to the bank']);
    expect(made).toMatchObject([{ state: 'made', lease_token: null }]);
    expect(onlyOrder().messageId).toBe(made[0]?.['message_id']);
  });

  it('is handed over by the next process if the first died after the bank saw it', async () => {
    await filed();
    const first = folders.orders();
    await database.asOwner(
      `UPDATE live.bank_files SET state = 'made', handed_over_at = NULL, lease_until = now() - interval '1 second'`,
    );
    await bank.tick();

    expect(folders.orders()).toEqual(first);
    expect(readdirSync(folders.outgoing)).toHaveLength(1);
  });

  it('is left alone while another process hands it over', async () => {
    await filed();
    rmSync(folders.outgoing, { recursive: true });
    mkdirSync(folders.outgoing);
    await database.asOwner(
      `UPDATE live.bank_files SET state = 'made', handed_over_at = NULL, lease_until = now() + interval '1 minute'`,
    );
    await bank.tick();

    expect(folders.orders()).toEqual({});
  });

  it('is handed over by one process while another waits for the bank', async () => {
    const { address, close } = await aSilentServer();
    const secret = { host_keys: [`SHA256:${'A'.repeat(43)}`], password: 'a password' };
    const first = openRail(database, bankSettings(folders, { address, ...secret }), clock);
    await bank.pay();
    clock.now = cutOff;
    const waiting = first.tick();
    try {
      await soon(async () => expect(await leased()).toBe(1));
      await bank.tick();

      expect([folders.orders(), await leased()]).toEqual([{}, 1]);
    } finally {
      await close();
      await waiting;
    }
    await bank.tick();
    expect([onlyOrder().transfers.length, await leased()]).toEqual([1, 0]);
  });
});

describe('what the bank says', () => {
  it('completes a payout by the debit, and by the status, whichever comes first', async () => {
    const { request, id } = await filed();
    await says(statusReport({ statuses: [{ id, status: 'ACSP' }] }));
    expect(await stateOf(request.reference)).toBe('accepted');
    expect([await bank.pay(request), await jobs()]).toEqual([{ kind: 'pending' }, []]);

    await says(notification({ id, amount: '9.50' }));

    expect(await stateOf(request.reference)).toBe('settled');
    expect(await bank.pay(request)).toEqual({ kind: 'completed' });
    expect(await jobs()).toEqual([['payouts.complete', request.reference]]);
    await says(statusReport({ statuses: [{ id, status: 'ACSC' }] }));
    expect(warned()).toEqual([]);
  });

  it.each([
    ['debit', 'ACSC', 'accepted'],
    ['status', 'ACSC', 'settled'],
    ['first', 'ACSC', 'settled'],
  ] as const)('with settled_by %s leaves a transfer with %s %s', async (settled_by, status, state) => {
    bank = openRail(database, bankSettings(folders, { settled_by }), clock);
    const { request, id } = await filed();
    await says(statusReport({ statuses: [{ id, status }] }));

    expect(await stateOf(request.reference)).toBe(state);
  });

  it('rejects a payout, with the reason', async () => {
    const { request, id } = await filed();
    await says(statusReport({ statuses: [{ id, status: 'RJCT', reason: 'AC04' }] }));

    expect(await rows('bank_transfers')).toMatchObject([{ state: 'rejected', reason: 'AC04' }]);
    expect(await bank.pay(request)).toEqual({ kind: 'rejected' });
    expect(await jobs()).toEqual([['payouts.complete', request.reference]]);
  });

  it('brings a payout back', async () => {
    const { request, id } = await filed();
    await says(notification({ id, amount: '9.50' }));
    await says(notification({ id, amount: '9.50', side: 'CRDT', returned: 'AC04' }));

    expect(await rows('bank_transfers')).toMatchObject([{ state: 'returned', reason: 'AC04' }]);
    expect(await bank.pay(request)).toEqual({ kind: 'completed', returnedAfterMs: 0 });
    expect(await jobs()).toEqual([
      ['payouts.complete', request.reference],
      ['payouts.return', request.reference],
    ]);
  });

  it('about a whole file reaches each of its transfers', async () => {
    await Promise.all(times(120, () => bank.pay()));
    clock.now = cutOff;
    await bank.tick();
    const { messageId } = onlyOrder();
    await says(statusReport({ file: messageId, group: 'ACCP' }));
    await says(notification({ file: messageId, amount: '1140.00' }));

    expect((await rows(`bank_transfers WHERE state = 'settled'`)).length).toBe(120);
    expect(await jobs()).toHaveLength(120);
  });

  it('about a whole file may leave out what the bank has rejected, and nothing else', async () => {
    await Promise.all(times(3, () => bank.pay()));
    clock.now = cutOff;
    await bank.tick();
    const { messageId, transfers } = onlyOrder();
    await says(statusReport({ statuses: [{ id: transfers[0]?.id ?? '', status: 'RJCT', reason: 'AC04' }] }));
    await says(notification({ file: messageId, amount: '9.50' }));
    const early = (await rows(`bank_transfers WHERE state = 'settled'`)).length;
    await says(notification({ file: messageId, amount: '19.00' }));

    expect(early).toBe(0);
    expect((await rows(`bank_transfers WHERE state = 'settled'`)).length).toBe(2);
    expect((await rows(`bank_transfers WHERE state = 'rejected'`)).length).toBe(1);
    expect(await rows('bank_unmatched')).toHaveLength(1);
  });

  it('about a whole file in another currency changes nothing and is kept with its currency', async () => {
    const { request } = await filed();
    const { messageId } = onlyOrder();
    await says(notification({ file: messageId, amount: '9.50', currency: 'ZWG', reference: 'B-1' }));

    expect(await stateOf(request.reference)).toBe('filed');
    expect(await jobs()).toEqual([]);
    expect(await rows('bank_unmatched')).toMatchObject([
      { end_to_end_id: messageId, amount: '95000', stated_in: 'ZWG', bank_reference: 'B-1' },
    ]);
  });

  it('twice, late and in the wrong order does no harm', async () => {
    const { request, id } = await filed();
    const accepted = statusReport({ statuses: [{ id, status: 'ACCP' }] });
    await says(notification({ id, amount: '9.50' }));
    for (const text of [accepted, accepted, notification({ id, amount: '9.50' })]) await says(text);
    await says(notification({ id, amount: '9.50', side: 'CRDT', returned: 'AC04' }));
    for (const text of [notification({ id, amount: '9.50' }), accepted]) await says(text);

    expect(await stateOf(request.reference)).toBe('returned');
    expect(await rows('bank_unmatched')).toEqual([]);
  });

  it('against what it said before changes nothing and is kept', async () => {
    const { request, id } = await filed();
    await says(statusReport({ statuses: [{ id, status: 'RJCT', reason: 'AC04' }] }));
    await says(notification({ id, amount: '9.50', reference: 'B-1' }));

    expect(await stateOf(request.reference)).toBe('rejected');
    expect(await rows('bank_unmatched')).toMatchObject([
      {
        why: 'contradiction',
        end_to_end_id: id,
        says: 'debited',
        amount: '95000',
        stated_in: 'USD',
        bank_reference: 'B-1',
      },
    ]);
    expect(warned()).toEqual(['the bank contradicts what it said of a transfer before']);
  });

  it('about another amount, another currency or an unknown transfer changes nothing and is kept', async () => {
    const { request, id } = await filed();
    await says(
      notification(
        { id, amount: '9.51' },
        { id, amount: '9.50', currency: 'ZWG' },
        { id: 'PO-NEVER', amount: '9.50' },
      ),
    );
    await says(statusReport({ file: 'M-NEVER', group: 'RJCT' }));
    const asked = '<OrgnlTxRef><Amt><InstdAmt Ccy="USD">95.00</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>';
    const report = statusReport({ statuses: [{ id, status: 'ACSC' }] });
    await says(report.replace('</TxInfAndSts>', asked));

    expect(await stateOf(request.reference)).toBe('filed');
    expect((await rows('bank_unmatched')).map(({ why, end_to_end_id: of }) => [why, of])).toEqual(
      expect.arrayContaining([
        ['other_amount', id],
        ['unknown', 'PO-NEVER'],
        ['unknown', 'M-NEVER'],
      ]),
    );
    expect(await rows('bank_unmatched')).toHaveLength(5);

    await says(report.replace('</TxInfAndSts>', asked.replace('95.00', '9.5')));
    expect(await stateOf(request.reference)).toBe('settled');
  });

  it('before a transfer was ever sent is a contradiction', async () => {
    const request = aRequest();
    await bank.pay(request);
    await says(notification({ id: endToEndIdOf(request.reference), amount: '9.50' }));

    expect(await stateOf(request.reference)).toBe('waiting');
    expect(await rows('bank_unmatched')).toMatchObject([{ why: 'contradiction' }]);
  });
});

describe('a file of the bank', () => {
  it('is taken once, under whatever name it comes', async () => {
    const { id } = await filed();
    const text = notification({ id, amount: '9.50' }, { id: 'PO-NEVER', amount: '1.00' });
    for (const name of ['a.xml', 'b.xml', 'a.xml']) {
      folders.answer(text, name);
      await bank.tick();
    }

    expect(await rows('bank_answers')).toMatchObject([
      { name: 'a.xml', state: 'taken', message: 'camt.054.001.08' },
    ]);
    const told = bank.lines.filter(({ bank_file: name }) => name !== undefined).map(({ msg }) => msg);
    expect(told.filter((words) => words === 'a file of the bank was taken')).toHaveLength(1);
    expect(
      told.filter((words) => words === 'a file of the bank came again and changed nothing'),
    ).toHaveLength(2);
    expect(await rows('bank_unmatched')).toHaveLength(1);
    expect(readdirSync(join(folders.incoming, 'processed')).toSorted()).toEqual(['a.xml', 'b.xml']);
  });

  it('that cannot be read is set aside, and stops no other', async () => {
    const { request, id } = await filed();
    folders.answer('not XML', '1.xml');
    folders.answer(notification({ id, amount: '9.50' }), '2.xml');
    await bank.tick();

    expect(await stateOf(request.reference)).toBe('settled');
    expect(readdirSync(join(folders.incoming, 'set-aside'))).toEqual(['1.xml']);
    const [line] = bank.lines.filter(({ level }) => level === 'warn');
    expect(line).toMatchObject({
      msg: 'a file of the bank could not be read and was set aside',
      bank_file: '1.xml',
      why: expect.stringContaining('not well-formed XML'),
    });
  });

  it('of 50 MiB is set aside without being read', async () => {
    folders.answer(Buffer.alloc(50 * 1024 * 1024, 0x20), 'large.xml');
    await bank.tick();

    expect(readdirSync(join(folders.incoming, 'set-aside'))).toEqual(['large.xml']);
    expect(warned()).toEqual(['a file of the bank is too large and was set aside']);
  });

  it('that is still being written is left alone', async () => {
    bank = openRail(database, bankSettings(folders, { rest_seconds: 60 }), clock);
    const name = folders.answer('half of a file', 'new.xml');
    utimesSync(join(folders.incoming, name), new Date(), new Date());
    for (const other of ['.hidden.xml', 'upload.xml.part', 'upload.tmp']) folders.answer('half', other);
    await bank.tick();

    expect(readdirSync(folders.incoming).toSorted()).toEqual([
      '.hidden.xml',
      'new.xml',
      'upload.tmp',
      'upload.xml.part',
    ]);
    expect(await rows('bank_answers')).toEqual([]);
  });

  it('that has been seen once is left alone, even if its time is long ago', async () => {
    bank = openRail(database, bankSettings(folders, { rest_seconds: 60 }), clock);
    const name = folders.answer('half of a file');
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(join(folders.incoming, name), longAgo, longAgo);
    await bank.tick();
    await bank.tick();

    expect(readdirSync(folders.incoming)).toEqual([name]);
    expect(await rows('bank_answers')).toEqual([]);
  });

  it('whose time is still to come is taken when it has rested, and not at the first look', async () => {
    const { request, id } = await filed();
    bank = openRail(database, bankSettings(folders, { rest_seconds: 0.05 }), clock);
    const name = folders.answer(notification({ id, amount: '9.50' }));
    const later = new Date(Date.now() + 3_600_000);
    utimesSync(join(folders.incoming, name), later, later);
    await bank.tick();
    const first = readdirSync(folders.incoming);
    await soon(async () => {
      await bank.tick();
      expect(await stateOf(request.reference)).toBe('settled');
    });

    expect(first).toEqual([name]);
    expect(readdirSync(folders.incoming)).toEqual(['processed']);
  });

  it('that takes the name of another while that is applied is taken too', async () => {
    const { id } = await filed();
    folders.answer(statusReport({ statuses: [{ id, status: 'ACCP' }] }), 'pain002.xml');
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    try {
      // Nobody can note a file as taken until the lock is given up.
      await holder.query('BEGIN; LOCK TABLE live.bank_answers IN SHARE ROW EXCLUSIVE MODE');
      const ticked = bank.tick();
      await soon(async () => {
        const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%bank_answers%'`;
        expect(await database.asOwner(waiting)).toEqual([{ n: 1 }]);
      });
      const following = folders.answer(statusReport({ statuses: [{ id, status: 'ACSC' }] }), '.next');
      renameSync(join(folders.incoming, following), join(folders.incoming, 'pain002.xml'));
      await holder.query('ROLLBACK');
      await ticked;
      await bank.tick();

      expect(await rows('bank_answers')).toHaveLength(2);
      expect(await rows('bank_transfers')).toMatchObject([{ state: 'settled' }]);
      expect(readdirSync(folders.incoming)).toEqual(['processed']);
    } finally {
      await holder.end();
    }
  });

  it('that takes the name of another after the folder was listed is left for the next look', async () => {
    const box = folderBox({ ...folders, afterReading: 'delete' });
    folders.answer('first', '1.xml');
    const [read, again] = await box.visit(async ({ arrived, read: readFile, clear }) => {
      const [first] = await arrived();
      if (first === undefined) throw new Error('the first file is there');
      folders.answer('the second', '1.xml');
      const bytes = await readFile(first, 100);
      await clear(first, 'processed');
      return [bytes, await arrived()];
    });

    expect(read).toBeUndefined();
    expect(again).toMatchObject([{ name: '1.xml', size: 10 }]);
  });

  it('that cannot be read replaces no other of its name', async () => {
    for (const text of ['not XML', 'not XML either']) {
      folders.answer(text, '1.xml');
      await bank.tick();
    }
    const setAside = join(folders.incoming, 'set-aside');
    const texts = readdirSync(setAside).map((name) => readFileSync(join(setAside, name), 'utf8'));

    expect(texts.toSorted()).toEqual(['not XML', 'not XML either']);
  });

  it('with a statement is kept for reconciliation, sealed', async () => {
    const text = statement('S-1', { amount: '1.00', reference: 'B-1' });
    await says(text);
    const [row] = await rows('bank_answers');
    const content = createSecrets(database.secretKey).open(String(row?.['content_sealed']), 'bank-file');

    expect(row).toMatchObject({ message: 'camt.053.001.08', state: 'taken' });
    expect(Buffer.from(content, 'base64').toString()).toBe(text);
  });

  it('is deleted if the settings say so', async () => {
    bank = openRail(database, bankSettings(folders, { after_reading: 'delete' }), clock);
    await says(statusReport({ group: 'PDNG' }));
    const afterReading = readdirSync(folders.incoming);
    // Kept nowhere else: it may say what became of payouts.
    folders.answer('not XML', '1.xml');
    await bank.tick();

    expect([afterReading, readdirSync(folders.incoming)]).toEqual([[], ['set-aside']]);
  });

  it('is taken once by two processes that look at the same moment', async () => {
    const { request, id } = await filed();
    folders.answer(notification({ id, amount: '9.50' }, { id: 'PO-NEVER', amount: '1.00' }));
    await Promise.all(times(4, () => bank.tick()));

    expect(await stateOf(request.reference)).toBe('settled');
    expect(await rows('bank_answers')).toHaveLength(1);
    expect(await rows('bank_unmatched')).toHaveLength(1);
    expect(readdirSync(folders.incoming)).toEqual(['processed']);
  });
});

describe('the check of a bank', () => {
  it('says what is well, when the next cut-off comes and what waits', async () => {
    await bank.pay();
    const steps = await bank.rail.check();

    expect(steps.map(({ step, ok, words }) => [step, ok, words.replaceAll(folders.base, '…')])).toEqual([
      ['outgoing folder', true, 'files can be written to …/to-bank'],
      ['incoming folder', true, 'files can be read from …/from-bank, and are moved afterwards'],
      ['cut-off', true, 'the next cut-off is 2026-11-25 10:00 (Africa/Harare)'],
      ['waiting', true, '1 payouts wait for a cut-off, 0 files wait to be handed over'],
    ]);
    expect(readdirSync(folders.outgoing)).toEqual([]);
  });

  it('says what is wrong', async () => {
    rmSync(folders.outgoing, { recursive: true });
    chmodSync(folders.incoming, 0o700);
    rmSync(folders.incoming, { recursive: true });
    const closed = { times: ['10:00'], time_zone: 'Africa/Harare', days: [] };
    bank = openRail(database, bankSettings(folders, { cut_offs: closed }), clock);
    const steps = await bank.rail.check();

    expect(steps.filter(({ ok }) => !ok).map(({ words }) => words.replaceAll(folders.base, '…'))).toEqual([
      'no file can be written to …/to-bank: there is no such folder',
      'files cannot be read from …/from-bank and cleared away: there is no such folder',
      'no cut-off comes within two months: look at times, days and holidays',
    ]);
  });
});
