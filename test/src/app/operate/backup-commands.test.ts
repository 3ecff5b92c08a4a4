import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env as environment } from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealedColumns } from '../../../../src/app/sealed/columns.ts';
import { openAllAcrossMerchants } from '../../../../src/app/sealed/open-all.ts';
import {
  asOwnerAcrossMerchants,
  nextRowsAcrossMerchants,
  primaryKeyAcrossMerchants,
  sealedTextsAcrossMerchants,
} from '../../../../src/app/sealed/sealed-queries.ts';
import { createSecrets } from '../../../../src/platform/secrets.ts';
import { until } from '../../../support/faults/victim.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { mpsHere } from '../../cli/mps.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await cloneDatabase();
  folder = mkdtempSync(join(tmpdir(), 'payments-backup-commands-'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const hour = 3_600_000;
const keyed = { SECRET_KEY: 'k'.repeat(24) };

const damaged = "echo 'ERROR: the disk is gone' >&2; exit 1";

/** A segment of the archive, as Barman keeps it. */
function walOf(name: string, ageMs: number): string {
  const wal = join(folder, 'wals', name.slice(0, 16), name);
  mkdirSync(dirname(wal), { recursive: true });
  writeFileSync(wal, '');
  utimesSync(wal, new Date(), new Date(Date.now() - ageMs));
  return wal;
}

type Ages = { readonly backupAgeMs: number; readonly walAgeMs: number };

/**
 * A program that answers as Barman does. The drill in test/faults/ talks to Barman itself.
 *
 * @param restore what it does when it restores, in the shell's words
 */
function barmanWith({ backupAgeMs, walAgeMs }: Ages, restore = 'exit 1'): string {
  const wal = walOf('00000001000000000000002A', walAgeMs);
  const end = Math.floor((Date.now() - backupAgeMs) / 1000);
  const listed = [
    { backup_id: '20261125T020000', end_time_timestamp: String(end), status: 'DONE' },
    { backup_id: '20261126T020000', end_time_timestamp: String(end + 60), status: 'FAILED' },
  ];
  const program = join(folder, 'barman');
  writeFileSync(
    program,
    `#!/bin/sh\ncase "$*" in\n*list-backups*) echo '${JSON.stringify({ payments: listed })}' ;;\n*list-files*) echo ${wal}; echo ${folder}/wals/00000002.history ;;\n*show-backup*) echo '{"payments": {}}' ;;\n*restore*) ${restore} ;;\n*verify-backup*) ${restore === 'exit 1' ? damaged : 'exit 0'} ;;\n*) echo 'ERROR: the disk is gone' >&2; exit 1 ;;\nesac\n`,
  );
  chmodSync(program, 0o755);
  return program;
}

describe('mps backup age', () => {
  it('names the last complete backup and the newest segment, and writes when they were made', async () => {
    const program = barmanWith({ backupAgeMs: 3 * hour, walAgeMs: 60_000 });
    const metrics = join(folder, 'age.prom');

    const { exitCode, data, words } = await mpsHere(
      `backup age --server payments --barman ${program} --metrics-file ${metrics} --json`,
      {},
    );

    expect([exitCode, words]).toEqual([0, 'The last complete backup is 3 hours old.\n']);
    expect(JSON.parse(data)).toMatchObject({
      server: 'payments',
      backup: '20261125T020000',
      newest_wal: '00000001000000000000002A',
      problems: [],
    });
    expect(readFileSync(metrics, 'utf8')).toMatch(
      /^# HELP backup_newest_timestamp_seconds .*\n# TYPE .* gauge\nbackup_newest_timestamp_seconds\{server="payments"\} \d{10}\n/,
    );
  });

  it('says what it has found, too, when the metrics cannot be written', async () => {
    const program = barmanWith({ backupAgeMs: 27 * hour, walAgeMs: 0 });
    const metrics = join(folder, 'no-folder', 'age.prom');

    const ended = await mpsHere(
      `backup age --server payments --barman ${program} --metrics-file ${metrics} --json`,
      {},
    );

    expect(ended.exitCode).toBe(5);
    expect(JSON.parse(ended.data)).toMatchObject({ problems: [expect.stringContaining('27 hours old')] });
    expect(ended.words).toMatch(/27 hours old; 26h are allowed\.\n".*age\.prom" cannot be written: ENOENT/);
  });

  it('knows the newest segment of the timeline that a failover began', async () => {
    const program = barmanWith({ backupAgeMs: hour, walAgeMs: 3 * hour });
    const newer = walOf('000000020000000000000029', 60_000);
    writeFileSync(`${newer}.00000028.backup`, '');
    writeFileSync(join(dirname(newer), '00000002000000000000002A.partial'), '');

    const { exitCode, data } = await mpsHere(`backup age --server payments --barman ${program} --json`, {});

    rmSync(dirname(newer), { recursive: true });
    expect([exitCode, JSON.parse(data).newest_wal]).toEqual([0, '000000020000000000000029']);
  });

  it('writes 0 for what is not there, so that the alerts on its age fire', async () => {
    const program = join(folder, 'empty-barman');
    writeFileSync(program, `#!/bin/sh\necho '{"payments": []}'\n`);
    chmodSync(program, 0o755);
    const metrics = join(folder, 'none.prom');

    const { exitCode } = await mpsHere(
      `backup age --server payments --barman ${program} --metrics-file ${metrics}`,
      {},
    );

    expect(exitCode).toBe(8);
    expect(readFileSync(metrics, 'utf8').match(/^backup.*/gm)).toEqual([
      'backup_newest_timestamp_seconds{server="payments"} 0',
      'backup_newest_wal_timestamp_seconds{server="payments"} 0',
    ]);
  });

  it.each([
    [
      { backupAgeMs: 27 * hour, walAgeMs: 0 },
      'The last complete backup, 20261125T020000, is 27 hours old; 26h are allowed.\n',
    ],
    [
      { backupAgeMs: hour, walAgeMs: 20 * 60_000 },
      'The newest archived segment, 00000001000000000000002A, is 20 minutes old; 15m are allowed.\n',
    ],
  ])('exits with 8 when something is too old: %o', async (ages, said) => {
    const ended = await mpsHere(`backup age --server payments --barman ${barmanWith(ages)}`, {});

    expect([ended.exitCode, ended.words]).toEqual([8, said]);
  });
});

describe('mps backup check', () => {
  it('says what Barman says of a backup that it cannot verify, and counts it', async () => {
    const program = barmanWith({ backupAgeMs: hour, walAgeMs: 0 });
    const metrics = join(folder, 'check.prom');

    const { exitCode, words } = await mpsHere(
      `backup check --server payments --barman ${program} --metrics-file ${metrics}`,
      keyed,
    );

    expect([exitCode, words]).toEqual([8, 'The backup 20261125T020000 is damaged: the disk is gone\n']);
    const written = readFileSync(metrics, 'utf8');
    expect(written).toMatch(/^backup_check_problems\{server="payments"\} 1$/m);
    expect(written).not.toContain('backup_checked_timestamp_seconds');
  });

  it('removes what it has restored so far, and ends Barman, when it is told to end', async () => {
    const began = join(folder, 'began');
    const rest =
      'for last; do :; done; mkdir "$last"; touch "$last/big"; echo $$ > ' + began + '; exec sleep 600';
    const program = barmanWith({ backupAgeMs: hour, walAgeMs: 0 }, rest);
    const env = { ...keyed, PATH: environment['PATH'] ?? '', DATA_DIR: join(folder, 'none') };
    const words = `backup check --server payments --barman ${program} --folder ${folder}`;
    const child = spawn(process.execPath, [join('src', 'cli', 'index.mjs'), ...words.split(' ')], { env });
    await until('Barman restores', () => existsSync(began) && readFileSync(began, 'utf8').endsWith('\n'));
    const copies = () => readdirSync(folder).filter((name) => name.startsWith('mps-backup-check-'));
    expect(copies()).toHaveLength(1);

    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');

    expect([code, copies()]).toEqual([143, []]);
    const barman = Number(readFileSync(began, 'utf8'));
    await until('Barman has ended', () => !existsSync(`/proc/${barman}`));
  });

  it.each([
    ['--server payments', {}, 2, 'Set SECRET_KEY to the key that is kept apart from the backups'],
    ['--server payments --until yesterday', keyed, 2, '--until takes a moment such as'],
    ['--server payments --until 2026-11-26T04:30:00', keyed, 2, '--until takes a moment such as'],
    ['--server payments --max-age 1w', keyed, 2, '--max-age takes a time such as 90s, 15m, 26h or 2d'],
    ['--server payments --until 2020-01-01T00:00:00Z', keyed, 8, 'No backup was complete at 2020-01-01'],
    ['--server other', keyed, 8, 'it knows no server other'],
    ['--server payments --barman /nowhere/barman', keyed, 8, '/nowhere/barman does not list the backups'],
  ])('refuses %s', async (options, env, exitCode, words) => {
    const program = barmanWith({ backupAgeMs: hour, walAgeMs: 0 });
    const at = options.includes('--barman') ? options : `${options} --barman ${program}`;

    const ended = await mpsHere(`backup check ${at}`, { DATA_DIR: join(folder, 'none'), ...env });

    expect([ended.exitCode, ended.words]).toEqual([exitCode, expect.stringContaining(words)]);
  });
});

describe('the sealed columns', () => {
  it('are all that the tables have', async () => {
    const rows = await database.asOwner(`
      SELECT format('%s.%s.%s', table_schema, table_name, column_name) AS name
      FROM information_schema.columns JOIN information_schema.tables USING (table_catalog, table_schema, table_name)
      WHERE table_schema IN ('platform', 'sandbox', 'live') AND table_type = 'BASE TABLE'
        AND (column_name LIKE '%\\_sealed' OR (table_name, column_name) = ('idempotency_keys', 'body'))`);

    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
      rows.map(({ name }) => String(name)).toSorted(),
    );
  });

  it('are opened one text after the other, and those count that do not open', async () => {
    const secrets = createSecrets(database.secretKey);
    await database.asOwner(
      `INSERT INTO live.bank_answers (gateway, hash, name, message, state, content_sealed)
       SELECT 'bank', n::text, 'a', 'pain.002', 'taken', CASE WHEN n <= 70 THEN $1 ELSE $2 END FROM generate_series(1, 120) AS n`,
      [secrets.seal('<xml/>', 'bank-file'), secrets.seal('<xml/>', 'another purpose')],
    );

    const opened = await openAllAcrossMerchants(database.url, secrets);

    expect(opened.filter(({ texts }) => texts > 0)).toEqual([
      { where: 'live.bank_answers.content_sealed', texts: 120, closed: 50 },
    ]);
  });

  it('are read two at a time where they are whole files, and more where they are short', async () => {
    const most = Object.fromEntries(sealedColumns.map(({ table, batch }) => [table, batch]));
    const column = sealedColumns.find(({ table }) => table === 'live.bank_answers');
    if (!column) throw new Error('answers of banks are sealed');
    const { all, next } = await asOwnerAcrossMerchants(database.url, async (owner) => {
      const read: number[] = [];
      for await (const texts of sealedTextsAcrossMerchants(owner, column)) read.push(texts.length);
      const primary = await primaryKeyAcrossMerchants(owner, column);
      return {
        all: read,
        next: await nextRowsAcrossMerchants(owner, column, primary, undefined),
      };
    });

    expect([all.length, Math.max(...all), next.length]).toEqual([60, 2, 2]);
    expect(most).toMatchObject({
      'live.kyc_documents': 2,
      'live.bank_files': 2,
      'live.idempotency_keys': 50,
    });
  });
});
