import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../../src/domain/money/amounts/amount.ts';
import { readCamt053 } from '../../../../../../src/domain/money/gateways/bank-files/messages/camt.ts';
import {
  type Order,
  writePain001,
} from '../../../../../../src/domain/money/gateways/bank-files/messages/pain001.ts';
import type { OpenBox } from '../../../../../../src/domain/money/gateways/bank-files/transport/box.ts';
import { sftpBox } from '../../../../../../src/domain/money/gateways/bank-files/transport/sftp.ts';
import { times } from '../../../../../support/checks/at-once.ts';
import { soon } from '../../../../../support/checks/soon.ts';
import { isWholeProfile } from '../../../../../support/faults/profile.ts';
import { notification } from '../../../../../support/rails/bank/messages.ts';
import {
  aRequest,
  bankSettings,
  endToEndIdOf,
  openRail,
  type SharedFolders,
  sharedFolders,
} from '../../../../../support/rails/bank/rail.ts';
import {
  judgeBySchema,
  startMockBank,
  startSftp,
  whyNoStrangers,
} from '../../../../../support/rails/bank/strangers.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../support/service/database.ts';
import { aFreePort } from '../../../../../support/service/process.ts';

const reason = await whyNoStrangers();
const [before, cutOff] = [new Date('2026-11-25T07:00:00Z'), new Date('2026-11-25T08:00:00Z')];
let database: TestDatabase;
let folders: SharedFolders;
let clock: { now: Date };

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'.split('')), minLength: length, maxLength: length });
const inFolder = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.xml'));
/** The folder of an SFTP server. */
const aHome = () => {
  const home = join(mkdtempSync(join(tmpdir(), 'sftp-')), 'home');
  for (const folder of ['', 'to-bank', 'from-bank']) mkdirSync(join(home, folder));
  return home;
};
const onlyArrived = async (box: OpenBox) => {
  const [file, ...more] = await box.arrived();
  if (file === undefined || more.length > 0) throw new Error('the bank has put one file into its folder');
  return file;
};
const rows = (from: string) => database.asOwner(`SELECT * FROM live.${from}`);
const fileStates = async () => (await rows('bank_files ORDER BY created_at, id')).map(({ state }) => state);

describe.skipIf(reason !== undefined)(`programs of others${reason ? ` (skipped: ${reason})` : ''}`, () => {
  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database?.close());
  beforeEach(() => {
    folders = sharedFolders();
    clock = { now: before };
  });
  afterEach(async () => {
    folders.remove();
    await database.asOwner(
      'TRUNCATE live.bank_transfers, live.bank_files, live.bank_answers, live.bank_unmatched, live.jobs',
    );
  });

  describe('the published schema of pain.001.001.09', () => {
    const bank = fc.oneof(
      fc.record({ bic: fc.constantFrom('FRSTZWHX', 'FRSTZWHXXXX') }),
      fc.record({
        member: fc.record({
          system: fc.constantFrom('ZWRTG', 'A clearing of its own'),
          id: fc.constantFrom('02', '0110'),
          with_branch: fc.boolean(),
        }),
      }),
      fc.constant(undefined),
    );
    const transfer = fc.record({
      endToEndId: hex(32).map((text) => `PO${text}`),
      amount: fc.bigInt({ min: 1n, max: 99_999_999_999n }).map((cents) => cents * 100n),
      account: fc.oneof(fc.constant('gb82WEST12345698765432'), fc.stringMatching(/^[0-9A-Za-z]{5,34}$/)),
      accountName: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
      bank,
      branchCode: fc.option(fc.stringMatching(/^[0-9A-Za-z]{2,12}$/)),
    });
    const order: fc.Arbitrary<Order> = fc.record({
      messageId: hex(32).map((text) => `M${text}`),
      madeAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }),
      executionDay: fc.constantFrom('2026-11-25', '2028-02-29'),
      currency: fc.constantFrom('USD', 'ZWG'),
      debtor: fc.record(
        {
          name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 140 }),
          accounts: fc.constant({}),
          bic: fc.constant('SRVCZWHX'),
          charges: fc.constantFrom('SHAR' as const, 'SLEV' as const, 'DEBT' as const),
          service_level: fc.constant('NURG'),
        },
        { requiredKeys: ['name', 'accounts'] },
      ),
      debtorAccount: fc.constantFrom('100200300', 'GB82WEST12345698765432'),
      transfers: fc.array(transfer, { minLength: 1, maxLength: 8 }),
    });

    it('accepts every file that is written, and finds a planted mistake', async () => {
      const orders = fc.sample(order, isWholeProfile ? 200 : 10);
      const paths = orders.map((one, at) => {
        const path = join(folders.base, `${at}.xml`);
        writeFileSync(path, writePain001(one));
        return path;
      });
      const bad = join(folders.base, 'bad.xml');
      writeFileSync(bad, readFileSync(paths[0] ?? '', 'utf8').replace(/<NbOfTxs>\d+<\/NbOfTxs>/, ''));
      const judged = await judgeBySchema([...paths, bad]);

      expect(judged[bad]).toMatch(/NbOfTxs/);
      // The schema leaves it to the banks which characters they take.
      expect(orders.map(writePain001).filter((text) => /[^\n\x20-\x7E]/.test(text))).toEqual([]);
      expect(paths.filter((path) => judged[path] !== null).map((path) => judged[path])).toEqual([]);
    });
  });

  it('a bank of others takes our file, and what it answers ends each payout', async () => {
    const account = 'GB82WEST12345698765432';
    // After its own cut-off, so that it settles on the next day.
    const bank = await startMockBank(folders, '2026-11-25T16:00', await aFreePort());
    try {
      const about = { iban: account, currency: 'USD', balance: 10_000_000, name: 'Service' };
      await bank.ask('POST', 'accounts', { id: 'US', ...about });
      const held = (await bank.ask('GET', 'accounts')) as { readonly id: string; readonly iban: string }[];
      const accountNumber = held.find(({ id }) => id === 'INITECH')?.iban;
      const settings = bankSettings(folders);
      const debtor = { ...settings.debtor, accounts: { USD: account } };
      const { pay, tick, lines } = openRail(database, { ...settings, debtor }, clock);
      const requests = times(3, () => aRequest());
      const toClosed = aRequest({ destination: { ...aRequest().destination, accountNumber } as never });
      for (const request of [...requests, toClosed]) await pay(request);
      const parameters = {
        days: 2,
        reason: 'AC04',
        end_to_end_id: endToEndIdOf(requests[0]?.reference ?? ''),
      };
      await bank.ask('PATCH', 'accounts/US', { behaviour: 'return-later', parameters });
      const states = async () => {
        const found = await rows('bank_transfers');
        return found.map((row) => [row['state'], row['reason']].filter(Boolean).join(' ')).toSorted();
      };
      const processed = join(folders.incoming, 'processed');

      clock.now = cutOff;
      await tick();
      await bank.ask('POST', 'drop/scan');
      await tick();
      const accepted = await states();
      await bank.ask('POST', 'advance?days=2');
      await tick();
      const settled = await states();
      await bank.ask('POST', 'advance?days=5');
      await tick();
      const files = inFolder(processed).filter((name) => name.startsWith('camt.053'));
      const read = await Promise.all(files.map((name) => readCamt053(readFileSync(join(processed, name)))));
      const [first] = read.flat().filter(({ lines: found }) => found.length > 0);
      if (!first) throw new Error('the bank has a statement with our payouts');
      const sum = first.lines.reduce((total, { amount }) => total + amount, first.opening ?? 0n);

      expect(inFolder(join(folders.outgoing, 'processed'))).toHaveLength(1);
      expect(accepted).toEqual(['accepted', 'accepted', 'accepted', 'rejected AC04']);
      expect(settled).toEqual(['rejected AC04', 'settled', 'settled', 'settled']);
      expect(await states()).toEqual(['rejected AC04', 'returned AC04', 'settled', 'settled']);
      expect(first.lines.map(({ kind, amount }) => [kind, amount])).toEqual(
        times(3, () => ['payout', -95_000n]),
      );
      expect(sum).toBe(first.closing);
      expect(read.flat().flatMap(({ lines: found }) => found.map(({ kind }) => kind))).toContain('return');
      // The bank's pacs.004, which a camt.054 repeats.
      const refused = (await rows('bank_answers')).filter(({ state }) => state === 'set_aside');
      expect(refused.map(({ name }) => String(name).slice(0, 8))).toEqual(['pacs.004']);
      expect(lines.filter(({ level }) => level !== 'info')).toHaveLength(1);
    } finally {
      await bank.stop();
    }
  });

  describe('an SFTP server of others', () => {
    const password = 'a password of the bank';
    let home: string;
    let server: Awaited<ReturnType<typeof startSftp>>;

    beforeAll(async () => {
      home = aHome();
      server = await startSftp(home, password);
    });
    afterAll(async () => {
      await server?.stop();
      rmSync(join(home, '..'), { recursive: true, force: true });
    });

    const settings = (about: object) => ({
      ...bankSettings(folders),
      address: `sftp://mps@127.0.0.1:${server.port}`,
      host_keys: [server.fingerprint],
      ...about,
    });
    const steps = async (about: object) => {
      const checked = await openRail(database, settings(about), clock).rail.check();
      return checked.map(({ step, ok, words }) => [step, ok, words.replace(String(server.port), '22')]);
    };

    it.each([
      ['a password', () => ({ password })],
      ['a key', () => ({ key: server.key })],
    ])('gets our file, and gives its own, with %s', async (_name, secret) => {
      const { pay, tick, lines } = openRail(database, settings(secret()), clock);
      const request = aRequest();
      await pay(request);
      clock.now = cutOff;
      await tick();
      const [name = ''] = readdirSync(join(home, 'to-bank'));
      const text = readFileSync(join(home, 'to-bank', name), 'utf8');
      writeFileSync(join(home, 'from-bank/1.xml'), 'not XML');
      writeFileSync(
        join(home, 'from-bank/2.xml'),
        notification({ id: endToEndIdOf(request.reference), amount: '9.50' }),
      );
      await tick();

      expect(text).toContain(endToEndIdOf(request.reference));
      expect(await rows('bank_transfers')).toMatchObject([{ state: 'settled' }]);
      expect(readdirSync(join(home, 'from-bank')).toSorted()).toEqual(['processed', 'set-aside']);
      expect(lines.filter(({ level }) => level !== 'info').map(({ msg }) => msg)).toEqual([
        'a file of the bank could not be read and was set aside',
      ]);
      for (const folder of ['to-bank', 'from-bank/processed', 'from-bank/set-aside'])
        rmSync(join(home, folder), { recursive: true });
      mkdirSync(join(home, 'to-bank'));
    });

    it('sees the same file under its name if it is handed over again', async () => {
      const { pay, tick } = openRail(database, settings({ password }), clock);
      await pay(aRequest({ net: amountOf(70_000n) }));
      clock.now = cutOff;
      await tick();
      const first = readdirSync(join(home, 'to-bank'));
      await database.asOwner(`UPDATE live.bank_files SET state = 'made', handed_over_at = NULL`);
      await tick();

      expect(readdirSync(join(home, 'to-bank'))).toEqual(first);
      expect(await rows('bank_files')).toMatchObject([{ state: 'handed_over' }]);
    });

    /** Two files that a process died over after it had handed them over, oldest first. */
    const ofTwoFiles = async (about: object) => {
      const bank = openRail(database, settings({ password, most_transfers: 1, ...about }), clock);
      for (const request of times(2, () => aRequest())) await bank.pay(request);
      clock.now = cutOff;
      await bank.tick();
      await database.asOwner(`UPDATE live.bank_files SET state = 'made', handed_over_at = NULL`);
      const made = await rows('bank_files ORDER BY created_at, id');
      return { ...bank, names: made.map(({ message_id: id }) => `${String(id)}.xml`) };
    };
    it('that lets nobody replace a file has it, and gets the next one', async () => {
      const theirHome = aHome();
      const theirs = await startSftp(theirHome, password, 'dropbox');
      const toBank = join(theirHome, 'to-bank');
      try {
        const address = `sftp://mps@127.0.0.1:${theirs.port}`;
        const { tick, names, lines } = await ofTwoFiles({ address, host_keys: [theirs.fingerprint] });
        rmSync(join(toBank, names[1] ?? ''));
        await tick();

        expect(readdirSync(toBank).toSorted()).toEqual(names.toSorted());
        expect(await fileStates()).toEqual(['handed_over', 'handed_over']);
        expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
      } finally {
        await theirs.stop();
        rmSync(join(theirHome, '..'), { recursive: true, force: true });
      }
    });

    it('that refuses one file gets the next one, and the first one later', async () => {
      const toBank = join(home, 'to-bank');
      const { tick, names, lines } = await ofTwoFiles({});
      const [first = '', second = ''] = names;
      for (const name of names) rmSync(join(toBank, name));
      mkdirSync(join(toBank, first));
      await tick();
      const early = [await fileStates(), names.map((name) => readdirSync(toBank).includes(name))];
      const unfinished = readdirSync(toBank).filter((name) => name.endsWith('.part'));
      rmSync(join(toBank, first), { recursive: true });
      await tick();

      expect(early).toEqual([
        ['made', 'handed_over'],
        [true, true],
      ]);
      expect(unfinished).toEqual([]);
      expect(await fileStates()).toEqual(['handed_over', 'handed_over']);
      expect(readFileSync(join(toBank, first), 'utf8')).toContain('pain.001');
      expect(lines.filter(({ level }) => level !== 'info')).toMatchObject([
        {
          msg: 'a file could not be handed over to the bank',
          file: first.replace('.xml', ''),
          why: expect.stringMatching(/./),
        },
      ]);
      for (const name of [first, second]) rmSync(join(toBank, name));
    });

    const boxOn = ({ port, fingerprint }: typeof server) =>
      sftpBox({
        host: '127.0.0.1',
        port,
        user: 'mps',
        hostKeys: [fingerprint],
        password,
        outgoing: 'to-bank',
        incoming: 'from-bank',
        afterReading: 'move',
      });

    it('keeps a file that the bank has put in the place of one that was listed or read', async () => {
      const path = join(home, 'from-bank/1.xml');
      writeFileSync(path, 'first');
      const [unread, ...cleared] = await boxOn(server).visit(async (box) => {
        const first = await onlyArrived(box);
        writeFileSync(path, 'the second');
        const found = await box.read(first, 100);
        await box.clear(first, 'processed');
        const second = await onlyArrived(box);
        const text = Buffer.from((await box.read(second, 100)) ?? []).toString();
        await box.clear(second, 'processed');
        return [found, text, readdirSync(join(home, 'from-bank'))];
      });
      rmSync(join(home, 'from-bank/processed'), { recursive: true });

      expect(unread).toBeUndefined();
      expect(cleared).toEqual(['the second', ['processed']]);
    });

    it('keeps every file of a name that is set aside', async () => {
      const setAside = join(home, 'from-bank/set-aside');
      await boxOn(server).visit(async (box) => {
        for (const text of ['first', 'second']) {
          writeFileSync(join(home, 'from-bank/1.xml'), text);
          await box.clear(await onlyArrived(box), 'set-aside');
        }
      });
      const kept = readdirSync(setAside).map((name) => readFileSync(join(setAside, name), 'utf8'));
      rmSync(setAside, { recursive: true });

      expect(kept.toSorted()).toEqual(['first', 'second']);
    });

    it('keeps the only copy of a file that two processes have read and clear away', async () => {
      const processed = join(home, 'from-bank/processed');
      writeFileSync(join(home, 'from-bank/1.xml'), 'of the bank');
      await boxOn(server).visit(async (box) => {
        const file = await onlyArrived(box);
        await box.clear(file, 'processed');
        await box.clear(file, 'processed');
      });
      const kept = readdirSync(processed).map((name) => readFileSync(join(processed, name), 'utf8'));
      rmSync(processed, { recursive: true });

      expect(kept).toEqual(['of the bank']);
    });

    it('that renames onto no file has ours once, and loses none of its own', async () => {
      const plainHome = aHome();
      const plain = await startSftp(plainHome, password, 'plain');
      const textsIn = (folder: string) =>
        readdirSync(join(plainHome, folder)).map((name) =>
          readFileSync(join(plainHome, folder, name), 'utf8'),
        );
      try {
        await boxOn(plain).visit(async (box) => {
          for (const text of ['ours', 'ours again']) await box.deliver('M1.xml', Buffer.from(text));
          for (const text of ['first', 'second']) {
            writeFileSync(join(plainHome, 'from-bank/1.xml'), text);
            const file = await onlyArrived(box);
            await box.clear(file, 'processed');
            await box.clear(file, 'processed');
          }
        });

        expect(textsIn('to-bank')).toEqual(['ours again']);
        expect(textsIn('from-bank/processed').toSorted()).toEqual(['first', 'second']);
      } finally {
        await plain.stop();
        rmSync(join(plainHome, '..'), { recursive: true, force: true });
      }
    });

    it('that asks for the password, and says neither kind nor time of a file, gives its files and must store ours', async () => {
      const theirHome = aHome();
      const theirs = await startSftp(theirHome, password, 'bare');
      const fromBank = join(theirHome, 'from-bank');
      mkdirSync(join(fromBank, 'set-aside'));
      writeFileSync(join(fromBank, 'd.xml'), 'of the bank');
      try {
        await boxOn(theirs).visit(async (box) => {
          const file = await onlyArrived(box);
          const bytes = (await box.read(file, 100)) ?? [];
          await box.clear(file, 'processed');
          await box.deliver('M1.xml', Buffer.from('ours'));

          expect([Buffer.from(bytes).toString(), await box.arrived()]).toEqual(['of the bank', []]);
          await expect(box.deliver('LOST.xml', Buffer.from('ours'))).rejects.toThrow(
            'the server has stored 0 of 4 bytes',
          );
        });

        expect(readdirSync(join(fromBank, 'processed'))).toEqual(['d.xml']);
        expect(readdirSync(join(theirHome, 'to-bank'))).toEqual(['M1.xml']);
      } finally {
        await theirs.stop();
        rmSync(join(theirHome, '..'), { recursive: true, force: true });
      }
    });

    it('that stops while a file is applied ends the look, and its files stay where they are', async () => {
      const theirHome = aHome();
      const theirs = await startSftp(theirHome, password);
      const about = { password, address: `sftp://mps@127.0.0.1:${theirs.port}` };
      const { tick, lines } = openRail(
        database,
        settings({ ...about, host_keys: [theirs.fingerprint] }),
        clock,
      );
      for (const name of ['1.xml', '2.xml']) writeFileSync(join(theirHome, 'from-bank', name), 'not XML');
      const holder = new Client({ connectionString: database.url });
      await holder.connect();
      try {
        // Nobody can note a file as taken until the lock is given up.
        await holder.query('BEGIN; LOCK TABLE live.bank_answers IN SHARE ROW EXCLUSIVE MODE');
        const ticked = tick();
        await soon(async () => {
          const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%bank_answers%'`;
          expect(await database.asOwner(waiting)).toEqual([{ n: 1 }]);
        });
        await theirs.stop();
        await holder.query('ROLLBACK');
        await ticked;

        expect(await rows('bank_answers')).toMatchObject([{ name: '1.xml' }]);
        expect(readdirSync(join(theirHome, 'from-bank')).toSorted()).toEqual(['1.xml', '2.xml']);
        expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
          {
            msg: 'the files of the bank could not be looked for',
            err: { type: 'NoConnection' },
            why: 'the server closed the connection',
          },
        ]);
      } finally {
        await holder.end();
        await theirs.stop();
        rmSync(join(theirHome, '..'), { recursive: true, force: true });
      }
    }, 30_000);

    it('whose process ends before it has closed what was read harms only the visit', async () => {
      const theirHome = aHome();
      writeFileSync(join(theirHome, 'from-bank/1.xml'), 'of the bank');
      const theirs = await startSftp(theirHome, password, 'dying');
      try {
        await expect(
          boxOn(theirs).visit(async (box) => box.read(await onlyArrived(box), 100)),
        ).rejects.toThrow(Error);
      } finally {
        await theirs.stop();
        rmSync(join(theirHome, '..'), { recursive: true, force: true });
      }
    }, 30_000);

    it.each([
      ['whose process ends', 'dying'],
      ['that ends SFTP and keeps the connection', 'closing'],
    ] as const)(
      '%s while it takes our file ends the visit, and the check in words',
      async (_what, kind) => {
        const theirHome = aHome();
        const [theirs, other] = await Promise.all(times(2, () => startSftp(theirHome, password, kind)));
        try {
          if (!theirs || !other) throw new Error('both servers run');
          await expect(
            boxOn(theirs).visit((box) => box.deliver('M1.xml', Buffer.from('ours'))),
          ).rejects.toThrow('the server closed the connection');
          expect((await boxOn(other).check()).map(({ step, ok }) => [step, ok])).toEqual([
            ['connection', true],
            ['outgoing folder', false],
            ['incoming folder', false],
          ]);
        } finally {
          await theirs?.stop();
          await other?.stop();
          rmSync(join(theirHome, '..'), { recursive: true, force: true });
        }
      },
      30_000,
    );

    it('whose key is another is refused before the password is sent', async () => {
      const host_keys = [`SHA256:${'A'.repeat(43)}`];

      expect((await steps({ password, host_keys }))[0]).toEqual([
        'connection',
        false,
        `the server's key is ${server.fingerprint}, which host_keys does not have: it may be another server`,
      ]);
    });

    it('is checked in words', async () => {
      expect((await steps({ password })).slice(0, 3)).toEqual([
        ['connection', true, '127.0.0.1:22 is the server that host_keys names, and takes the user mps'],
        ['outgoing folder', true, 'files can be written to to-bank'],
        ['incoming folder', true, 'files can be read from from-bank'],
      ]);
      expect((await steps({ password: 'wrong' }))[0]).toEqual([
        'connection',
        false,
        'the server refuses the user, with this key or password',
      ]);
      expect((await steps({ key: 'no key' }))[0]?.[2]).toMatch(/^no connection to the server: .*privateKey/);
      expect((await steps({ password, outgoing: 'nowhere' }))[1]?.[2]).toMatch(
        /^no file can be written to nowhere/,
      );
      expect((await steps({ password, address: 'sftp://mps@127.0.0.1:1' }))[0]?.[2]).toBe(
        'no connection to the server: ECONNREFUSED',
      );
    });
  });
});
