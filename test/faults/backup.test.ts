import { readFileSync } from 'node:fs';
import { appendFile, chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretKeyOf } from '../../src/app/config.ts';
import { onCopy } from '../../src/cli/backup/copy.ts';
import { listBackups } from '../../src/platform/backup/barman.ts';
import { startRestored } from '../../src/platform/backup/restored-server.ts';
import { type Embedded, startEmbedded } from '../../src/platform/db/embedded.ts';
import { placeOf } from '../../src/platform/db/embedded-cluster.ts';
import { mpsHere } from '../src/cli/mps.ts';
import { aCardCheckout } from '../support/builders/build.ts';
import { until } from '../support/faults/victim.ts';
import { aMerchantIn } from '../support/service/a-shop.ts';
import { type Api, apiOf } from '../support/service/api.ts';
import { aBarman, type BarmanSetup, noBarman } from '../support/service/barman.ts';
import { payByCard } from '../support/service/page.ts';
import { aFreePort, killPostmaster, type ServiceProcess, startProcess } from '../support/service/process.ts';

/** The payments of the drill, in the order of its parts. */
const paid = { before: 4, after: 2, afterFailover: 2, tooLate: 3 };

describe.skipIf(noBarman !== '')(`a backup of a service that takes payments${noBarman}`, () => {
  let dataDir: string;
  let secretKey: string;
  let service: ServiceProcess;
  let embedded: Embedded;
  let backups: BarmanSetup;
  let api: Api;
  /** The references of payments whose payer was told that they are paid. */
  const early: string[] = [];
  const late: string[] = [];
  /** The last one: its segment of the log was streamed, and is not whole. */
  const last: string[] = [];
  let mistakeAfter: Date;

  async function pay(told: string[]): Promise<void> {
    const body = aCardCheckout();
    const { data } = await api('createCheckout', { body });
    await payByCard(`${service.baseUrl}/test/c/${data.checkout_id}`, '4242424242424242');
    const { data: read } = await api('getCheckoutStatus', { params: { id: data.checkout_id } });
    if (read.status === 'completed') told.push(body.merchantTransactionId);
  }

  async function payTimes(count: number, told: string[]): Promise<void> {
    for (let n = 0; n < count; n += 1) await pay(told);
  }

  /** Two payers at a time, until the backup is there. */
  async function backUpUnderLoad(): Promise<void> {
    const over = new AbortController();
    const payers = [1, 2].map(async () => {
      while (!over.signal.aborted) await pay(early);
    });
    await backups.run('backup', '--wait', '--immediate-checkpoint', 'payments');
    over.abort();
    await Promise.all(payers);
  }

  /** Rounded up to the next millisecond, and over: whatever was committed until now was committed before it. */
  async function momentOfDatabase(): Promise<Date> {
    const [row] = await asOwner(
      embedded.tcpUrl,
      "SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS moment",
    );
    const moment = row?.['moment'] as Date;
    await until('the moment is over', async () => {
      const [now] = await asOwner(embedded.tcpUrl, 'SELECT clock_timestamp() AS now');
      return (now?.['now'] as Date) > moment;
    });
    return moment;
  }

  /** Another timeline begins, as with a standby that becomes the leader. */
  async function failOver(): Promise<void> {
    await service.kill();
    // The server stops with the last process that uses it.
    await until('the service is gone', async () => {
      const [row] = await asOwner(
        embedded.tcpUrl,
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE backend_type = 'client backend'",
      );
      return row?.['count'] === 2;
    });
    await embedded.stop();
    const cluster = join(dataDir, 'postgres');
    await writeFile(join(cluster, 'recovery.signal'), '');
    await appendFile(join(cluster, 'postgresql.auto.conf'), "restore_command = 'false'\n");
    await startService();
    const [row] = await asOwner(embedded.tcpUrl, 'SELECT pg_walfile_name(pg_current_wal_lsn()) AS name');
    expect(row?.['name']).toMatch(/^00000002/);
    await backups.follow(embedded.tcpUrl);
  }

  async function startService(): Promise<void> {
    service = await startProcess(dataDir, await aFreePort());
    secretKey = secretKeyOf({ secretKey: undefined, dataDir });
    embedded = await startEmbedded({ dataDir, secretKey });
  }

  /** Barman has received all that was committed, in a segment that goes on. */
  function streamed(): Promise<void> {
    return until('the log was streamed', async () => {
      const [row] = await asOwner(
        embedded.tcpUrl,
        'SELECT bool_and(write_lsn >= pg_current_wal_flush_lsn()) AS all FROM pg_stat_replication',
      );
      return row?.['all'] === true;
    });
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'payments-backup-'));
    await startService();
    const merchant = await aMerchantIn({ url: embedded.url, secretKey }, { totp: true });
    const here = () => (api = apiOf(service.baseUrl, merchant.secretKey));
    here();
    backups = await aBarman(embedded.tcpUrl);
    await payTimes(paid.before, early);
    await backUpUnderLoad();
    await payTimes(paid.after, early);
    await failOver();
    here();
    await payTimes(paid.afterFailover, early);
    mistakeAfter = await momentOfDatabase();
    await asOwner(
      embedded.tcpUrl,
      'SET session_replication_role = replica; DELETE FROM sandbox.ledger_entries',
    );
    await payTimes(paid.tooLate, late);
    await backups.archive();
    await payTimes(1, late);
    await backups.archive();
    await payTimes(1, last);
    await streamed();
    // The machine of the database is lost: whatever follows has the backups only.
    await service.kill();
    killPostmaster(dataDir);
    await embedded.stop();
  });

  afterAll(async () => {
    await backups?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  function check(options = '', key = secretKey) {
    const { program, config = '', server } = backups.barman;
    const at = `--server ${server} --barman ${program} --config ${config}`;
    return mpsHere(`backup check ${at} ${options}`.trim(), { SECRET_KEY: key, DATA_DIR: dataDir });
  }

  /** The files of the archive, oldest first. */
  async function segments(): Promise<string[]> {
    const found = await readdir(join(backups.home, 'wals'), { recursive: true });
    return found
      .filter((name) => /\/[0-9A-F]{24}$/.test(name))
      .map((name) => join(backups.home, 'wals', name))
      .toSorted();
  }

  test('has the moment before a mistake: each payment that was acknowledged by then, and none later', async () => {
    const found = await onCopy(
      {
        barman: backups.barman,
        backups: await listBackups(backups.barman),
        until: mistakeAfter,
        folder: undefined,
        programs: undefined,
      },
      async (server) => {
        const url = server.urlOf('postgres', 'postgres');
        const rows = await asOwner(url, "SELECT reference FROM sandbox.checkouts WHERE status = 'completed'");
        return rows.map(({ reference }) => reference);
      },
    );

    expect(found.problems).toEqual([]);
    expect(early.length).toBeGreaterThanOrEqual(paid.before + paid.after + paid.afterFailover + 2);
    expect(late.length).toBe(paid.tooLate + 1);
    expect(early.filter((reference) => !found.result?.includes(reference))).toEqual([]);
    expect(late.filter((reference) => found.result?.includes(reference))).toEqual([]);
  });

  test('can be used as it was at that moment: nothing is wrong with ledger, events and secrets', async () => {
    const metrics = join(dataDir, 'check.prom');

    const { exitCode, data, words } = await check(
      `--until ${mistakeAfter.toISOString()} --metrics-file ${metrics} --json`,
    );

    expect([exitCode, words]).toEqual([
      0,
      expect.stringMatching(/The backup \w+ can be used\. It is .* old\.\n$/),
    ]);
    const said = JSON.parse(data);
    expect(said).toMatchObject({ server: 'payments', problems: [], findings: [], migrations_missing: [] });
    expect(new Date(said.last_commit) <= mistakeAfter).toBe(true);
    const totp = said.sealed.find(
      ({ where }: { where: string }) => where === 'platform.two_factor.secret_sealed',
    );
    expect(totp).toEqual({ where: 'platform.two_factor.secret_sealed', texts: 1, closed: 0 });
    const written = await readFile(metrics, 'utf8');
    expect(written).toMatch(/^backup_check_problems\{server="payments"\} 0$/m);
    expect(written).toMatch(/^backup_checked_timestamp_seconds\{server="payments"\} \d{10}$/m);
  });

  test('has every payment that was acknowledged, after a failover and from a segment that is not whole', async () => {
    const made = await mkdtemp(join(tmpdir(), 'payments-restored-'));
    const place = placeOf({ dataDir: made, secretKey: made });
    if (place.account) await chown(made, place.account.uid, place.account.gid);

    // As docs/operate/backup.md says.
    await backups.run('archive-wal', 'payments');
    await backups.run(
      'restore',
      '--partial-wal',
      '--target-tli',
      'latest',
      'payments',
      'latest',
      place.cluster,
    );
    const server = await startRestored({
      place,
      programs: join(place.programs, 'bin'),
      progress: () => undefined,
    });
    const rows = await asOwner(
      server.urlOf('postgres', 'postgres'),
      "SELECT reference FROM sandbox.checkouts WHERE status = 'completed'",
    );

    await server.stop();
    await rm(made, { recursive: true });
    const restored = rows.map(({ reference }) => reference);
    expect([...early, ...late, ...last].filter((reference) => !restored.includes(reference))).toEqual([]);
    expect(last).toHaveLength(1);
  });

  test('shows the mistake when it is restored as a whole: the audit finds it', async () => {
    const { exitCode, data, words } = await check();

    expect(exitCode).toBe(8);
    expect(words).toMatch(/The audit of the copy found \d+ problems\./);
    expect(data).toMatch(/^sandbox +A2 +mer_/m);
    expect(words).not.toMatch(/replayed only/);
  });

  test('is told from one that is older than allowed', async () => {
    const { program, config = '', server } = backups.barman;
    const metrics = join(dataDir, 'age.prom');
    const at = `--server ${server} --barman ${program} --config ${config} --metrics-file ${metrics}`;

    const young = await mpsHere(`backup age ${at} --max-wal-age 1h`, {});
    const old = await mpsHere(`backup age ${at} --max-age 0s --max-wal-age 0s`, {});

    expect([young.exitCode, young.words]).toEqual([0, expect.stringMatching(/^The last complete backup is/)]);
    expect(old.exitCode).toBe(8);
    expect(old.words).toMatch(
      /^The last complete backup, \w+, is .* old; 0s are allowed\.\nThe newest archived segment, /,
    );
    const newest = (await segments()).at(-1)?.slice(-24) ?? '';
    expect(young.data).toContain(newest);
    expect(readFileSync(metrics, 'utf8')).toMatch(
      /^backup_newest_wal_timestamp_seconds\{server="payments"\} \d{10}$/m,
    );
  });

  test('cannot be used with another SECRET_KEY, and the check says so', async () => {
    const { exitCode, data, words } = await check(
      `--until ${mistakeAfter.toISOString()} --json`,
      'another key of enough letters',
    );

    expect(exitCode).toBe(8);
    expect(words).toContain('SECRET_KEY is not the key of this backup');
    expect(words).toContain('1 of 1 in platform.two_factor.secret_sealed');
    expect(JSON.parse(data).findings).toEqual([]);
  });

  test('is known to be damaged after one flipped byte', async () => {
    const [base = ''] = await readdir(join(backups.home, 'base'));
    const folder = join(backups.home, 'base', base, 'data', 'base', '5');
    const repair = await flipByte(join(folder, '1259'), 20_000);

    const { exitCode, words } = await check();

    await repair();
    expect(exitCode).toBe(8);
    expect(words).toMatch(new RegExp(`The backup ${base} is damaged: .*base/5/1259`));
  });

  test('is known to lack a segment of the log', async () => {
    const [, second = ''] = await segments();
    await rename(second, `${second}.away`);

    const { exitCode, words } = await check();

    await rename(`${second}.away`, second);
    expect(exitCode).toBe(8);
    expect(words).toContain(`the archive lacks the WAL segment ${second.slice(-24)}.`);
  });

  test('is known to have a damaged segment of the log, after which nothing could be replayed', async () => {
    const all = await segments();
    const repair = await flipByte(all.at(-2) ?? '', 8192);

    const { exitCode, words } = await check();

    await repair();
    expect(exitCode).toBe(8);
    expect(words).toContain(`although the archive goes on to ${all.at(-1)?.slice(-24)}`);
  });

  test('is known to have a damaged newest segment', async () => {
    const all = await segments();
    const repair = await flipByte(all.at(-1) ?? '', 8192);

    const { exitCode, words } = await check();

    await repair();
    expect(exitCode).toBe(8);
    expect(words).toMatch(/although the archive goes on to \w+: .* PostgreSQL said: \w/);
  });

  test('leaves nothing behind when it was checked, and refuses a moment that it does not reach', async () => {
    const { exitCode, words } = await check('--until 2099-01-01T00:00:00Z');

    expect(exitCode).toBe(8);
    expect(words).toContain('the archive ends before 2099-01-01T00:00:00.000Z.');
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith('mps-backup-check-'));
    expect(left).toEqual([]);
  });
});

async function asOwner(url: string, text: string): Promise<Record<string, unknown>[]> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  try {
    return (await owner.query<Record<string, unknown>>(text)).rows;
  } finally {
    await owner.end();
  }
}

/** Returns a function that flips it back. */
async function flipByte(file: string, place: number): Promise<() => Promise<void>> {
  const handle = await open(file, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, place);
  const was = buffer[0] ?? 0;
  await handle.write(Buffer.from([was ^ 0xff]), 0, 1, place);
  await handle.close();
  return async () => {
    const again = await open(file, 'r+');
    await again.write(Buffer.from([was]), 0, 1, place);
    await again.close();
  };
}
