import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isOnlyMakerAcrossMerchants } from '../../../../../../src/domain/money/gateways/bank-files/file-queries.ts';
import * as machine from '../../../../../../src/platform/clock.ts';
import { inTransactionAcrossMerchants } from '../../../../../../src/platform/db/database.ts';
import { statement } from '../../../../../support/rails/bank/messages.ts';
import {
  bankSettings,
  gatewayName,
  openRail,
  type SharedFolders,
  sharedFolders,
} from '../../../../../support/rails/bank/rail.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../support/service/database.ts';

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
  clock = { now: new Date('2026-11-25T07:00:00Z') };
  bank = openRail(database, bankSettings(folders), clock);
});
afterEach(() => folders.remove());

const isFailing = () => bank.rail.failingSinceMs?.() !== undefined;

describe('files that fail', () => {
  it('are looked for again after five minutes, though they are looked for once an hour', async () => {
    const turned = vi.spyOn(machine, 'monotonicMs');
    onTestFinished(() => turned.mockRestore());
    bank = openRail(database, bankSettings(folders, { poll_seconds: 3600 }), clock);
    const tickAfter = async (seconds: number) => {
      turned.mockReturnValue(seconds * 1000);
      await bank.tick();
      return isFailing();
    };

    rmSync(folders.incoming, { recursive: true });
    const atFirst = await tickAfter(0);
    mkdirSync(folders.incoming);
    const tooSoon = await tickAfter(299);
    const again = await tickAfter(300);
    rmSync(folders.incoming, { recursive: true });

    expect([atFirst, tooSoon, again]).toEqual([true, true, false]);
    expect([await tickAfter(3899), await tickAfter(3900)]).toEqual([false, true]);
  });

  it('fail until they are handed over, whatever else goes well', async () => {
    await bank.pay();
    clock.now = new Date('2026-11-25T08:00:00Z');
    rmSync(folders.outgoing, { recursive: true });
    writeFileSync(folders.outgoing, 'no folder');
    const atFirst = isFailing();
    await bank.tick();
    const first = bank.rail.failingSinceMs?.();
    await bank.tick();

    expect([atFirst, first]).toEqual([false, expect.any(Number)]);
    expect(bank.rail.failingSinceMs?.()).toBe(first);
    rmSync(folders.outgoing);
    mkdirSync(folders.outgoing);
    await bank.tick();
    expect(isFailing()).toBe(false);
  });

  it('fail on while another process has them, since they may fail there as well', async () => {
    await bank.pay();
    clock.now = new Date('2026-11-25T08:00:00Z');
    rmSync(folders.outgoing, { recursive: true });
    writeFileSync(folders.outgoing, 'no folder');
    await bank.tick();
    const first = bank.rail.failingSinceMs?.();
    await database.asOwner(
      "UPDATE live.bank_files SET lease_until = now() + interval '1 minute' WHERE state = 'made'",
    );
    await bank.tick();
    const meanwhile = bank.rail.failingSinceMs?.();
    await database.asOwner(
      "UPDATE live.bank_files SET state = 'handed_over', handed_over_at = now(), lease_until = NULL",
    );
    await bank.tick();

    expect([first, meanwhile, isFailing()]).toEqual([expect.any(Number), first, false]);
  });

  it('fail on while another process makes them', async () => {
    clock.now = new Date('2026-11-25T08:00:00Z');
    await database.asOwner('ALTER TABLE live.bank_transfers RENAME TO away');
    await bank.tick();
    await database.asOwner('ALTER TABLE live.away RENAME TO bank_transfers');
    const first = bank.rail.failingSinceMs?.();
    const meanwhile = await inTransactionAcrossMerchants(database.databases.live, async (tx) => {
      await isOnlyMakerAcrossMerchants(tx, gatewayName);
      await bank.tick();
      return bank.rail.failingSinceMs?.();
    });
    await bank.tick();

    expect([first, meanwhile, isFailing()]).toEqual([expect.any(Number), first, false]);
  });

  it('fail until the folder of the bank is there, and until each of its files can be taken', async () => {
    rmSync(folders.incoming, { recursive: true });
    await bank.tick();
    const away = isFailing();
    mkdirSync(folders.incoming);
    await bank.tick();
    const back = isFailing();
    // A file that cannot be moved away is not taken, and the next one is taken all the same.
    folders.answer('not XML', '1.xml');
    writeFileSync(join(folders.incoming, 'set-aside'), 'no folder');
    folders.answer(statement('ST-1'), '2.xml');
    await bank.tick();
    const stuck = isFailing();
    const left = readdirSync(folders.incoming);
    rmSync(join(folders.incoming, 'set-aside'));
    await bank.tick();

    expect(left).toContain('1.xml');
    expect(left).not.toContain('2.xml');
    expect([away, back, stuck, isFailing()]).toEqual([true, false, true, false]);
  });

  it('fail while a file has a name that is not UTF-8, and the others are taken', async () => {
    const name = Buffer.from([...Buffer.from(join(folders.incoming, 'best')), 0xe4, ...Buffer.from('t.xml')]);
    writeFileSync(name, statement('ST-2'));
    folders.answer(statement('ST-3'), '2.xml');
    await bank.tick();
    const failing = isFailing();
    renameSync(name, join(folders.incoming, '1.xml'));
    await bank.tick();

    expect(bank.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { bank_file: 'best\uFFFDt.xml', why: 'its name is not UTF-8: rename it' },
    ]);
    expect([failing, isFailing()]).toEqual([true, false]);
    expect(readdirSync(join(folders.incoming, 'processed')).toSorted()).toEqual(['1.xml', '2.xml']);
  });
});
