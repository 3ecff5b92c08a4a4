import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { asOwnerAcrossMerchants, type Owner } from '../../../../src/app/sealed/sealed-queries.ts';
import { checkArchives } from '../../../../src/cli/database/archive/check.ts';
import { takeStatements } from '../../../../src/cli/reconcile/import.ts';
import type { Statement } from '../../../../src/domain/money/gateways/statement.ts';
import { usualRange } from '../../../../src/domain/reconciliation/matching/day.ts';
import { firstIdOf, newId, showId } from '../../../../src/platform/ids.ts';
import { until } from '../../../support/faults/victim.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { compileCache } from '../../../support/service/process.ts';
import { jsonOf, mpsHere } from '../mps.ts';

let folder: string;
let env: Record<string, string>;
let database: TestDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payments-archive-'));
  database = await cloneDatabase();
  env = { DATABASE_URL: database.url, SECRET_KEY: database.secretKey, DATA_DIR: folder };
  return async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  };
});

const check = () => mpsHere(`archive check --folder ${folder} --json`, env);

const years = Date.UTC(2021, 5, 1);
const merchants = ['01790000-0000-7000-8000-000000000001', '01790000-0000-7000-8000-000000000002'];

async function anExpiredCheckout(merchant: string): Promise<string> {
  const id = `${firstIdOf(years).slice(0, 14)}${newId().slice(14)}`;
  await database.asOwner(
    `INSERT INTO live.checkouts (merchant_id, id, app_id, source_type, reference, amount, currency, status, gateway, expires_at, created_at)
     VALUES ($1, $2, gen_random_uuid(), 'checkout', $3, 9007199254740993, 'USD', 'expired', 'card', to_timestamp($4::float8 / 1000), to_timestamp($4::float8 / 1000))`,
    [merchant, id, id, years],
  );
  return id;
}

const left = async (): Promise<unknown[]> => {
  const rows = await database.asOwner('SELECT id FROM live.checkouts');
  return rows.map(({ id }) => id);
};

const archived = async (): Promise<unknown[]> => {
  const rows = await database.asOwner('SELECT id FROM live.archived_resources');
  return rows.map(({ id }) => id);
};

/** From now on the database looks for this only, at the beginning of the file, where the heading is. */
async function misplace(id: string): Promise<void> {
  for (const trigger of ['append_only', 'never_removed'])
    await database.asOwner(`DROP TRIGGER ${trigger} ON live.archived_resources`);
  await database.asOwner('DELETE FROM live.archived_resources WHERE id <> $1', [id]);
  await database.asOwner('UPDATE live.archived_resources SET place = 0');
}

/** The same connection. As soon as it has answered which archives there are, it does that. */
function afterFirst(owner: Owner, then: () => Promise<unknown>): Owner {
  let asked = 0;
  const ask: (...args: readonly unknown[]) => unknown = owner.query.bind(owner);
  const query = async (...args: readonly unknown[]): Promise<unknown> => {
    const answer: unknown = await ask(...args);
    if (/FROM archives/.test(String(args[0])) && (asked += 1) === 1) await then();
    return answer;
  };
  return new Proxy(owner, {
    get: (target, name): unknown => (name === 'query' ? query : Reflect.get(target, name)),
  });
}

const verb = () => `archive write --before 2022-01-01 --folder ${folder}`;

describe('a database with checkouts that expired years ago', () => {
  it('has them in files after mps archive write, and mps archive check finds nothing wrong', async () => {
    const ids = [await anExpiredCheckout(merchants[0] ?? ''), await anExpiredCheckout(merchants[1] ?? '')];

    const written = await mpsHere(`${verb()} --json`, env);
    const checked = await check();

    expect([written.exitCode, jsonOf(written)]).toMatchObject([
      0,
      { files: 1, checkouts: 2, transactions: 0 },
    ]);
    expect([await left(), new Set(await archived())]).toEqual([[], new Set(ids)]);
    expect([checked.exitCode, jsonOf(checked)]).toEqual([
      0,
      { files: 1, resources: 2, problems: [], unknown: [] },
    ]);
  });

  it('are left alone by a release that does not know all that the database holds', async () => {
    const [merchant = ''] = merchants;
    const checkout = await anExpiredCheckout(merchant);
    await database.asOwner(
      "INSERT INTO live.migrations SELECT '9999-new.sql', hash, now() FROM live.migrations LIMIT 1",
    );

    const ended = await mpsHere(verb(), env);

    expect(ended).toMatchObject({ exitCode: 5, words: expect.stringContaining('A newer release') });
    expect([await left(), readdirSync(folder)]).toEqual([[checkout], []]);
  });

  it('is read again to the last digit, by mps archive find', async () => {
    const id = await anExpiredCheckout(merchants[0] ?? '');
    await mpsHere(verb(), env);

    const found = await mpsHere(
      `archive find ${showId('chk', id)} --merchant ${showId('mer', merchants[0] ?? '')} --folder ${folder}`,
      env,
    );

    expect(found.data).toContain('"amount": 9007199254740993,');
  });

  it('loses none when the process is killed between two merchants', async () => {
    const [first, second] = [
      await anExpiredCheckout(merchants[0] ?? ''),
      await anExpiredCheckout(merchants[1] ?? ''),
    ];
    const caller = new Client({ connectionString: database.url });
    await caller.connect();
    await caller.query('BEGIN');
    const held = [merchants[1], second];
    await caller.query('SELECT FROM live.checkouts WHERE merchant_id = $1 AND id = $2 FOR UPDATE', held);
    const child = spawn(process.execPath, ['src/cli/index.mjs', ...verb().split(' ')], {
      env: { ...env, ...compileCache },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');

    await until('the first merchant is archived', async () => (await archived()).length === 1);
    child.kill('SIGKILL');
    await ended;
    await caller.end();
    const [halfway, found] = [await left(), await archived()];
    const checked = await check();
    const again = await mpsHere(verb(), env);

    expect([halfway, found]).toEqual([[second], [first]]);
    expect(checked.exitCode).toBe(0);
    expect([again.exitCode, await left(), new Set(await archived())]).toEqual([
      0,
      [],
      new Set([first, second]),
    ]);
    expect((await check()).exitCode).toBe(0);
  });

  it('is not compared with what providers state of the time before', async () => {
    await anExpiredCheckout(merchants[0] ?? '');
    await mpsHere(verb(), env);
    await database.asOwner(
      `INSERT INTO live.statements (id, gateway, name, currency, from_day, to_day, lines, hash, imported_by)
       VALUES (gen_random_uuid(), 'wallet', 'one', 'USD', '2021-12-01', '2022-02-01', 0, sha256('one'), 'tariro')`,
    );

    const day = await mpsHere('reconcile day --gateway wallet --day 2021-12-31', env);
    const run = await mpsHere('reconcile run --gateway wallet --from 2021-12-31', env);
    const { live } = database.databases;
    const usual = await usualRange(live, 'wallet');
    const old: Statement = {
      id: 'two',
      currency: 'USD',
      from: '2021-12-31',
      to: '2022-01-31',
      opening: null,
      closing: null,
      lines: [],
    };
    const taking = takeStatements(live, { gateway: 'wallet', by: 'tariro' }, [old]);

    const words = expect.stringContaining('Payments before 2022-01-01 are archived');
    expect([day.exitCode, day.words, run.exitCode, run.words]).toEqual([2, words, 2, words]);
    expect(usual).toEqual({ from: '2022-01-01', to: '2022-02-01' });
    await expect(taking).rejects.toThrow('Payments before 2022-01-01 are archived');
  });

  it('has files of a run that was stopped, which mps archive check names', async () => {
    const stopped = join(folder, 'live-stopped.jsonl.gz.unfinished');
    writeFileSync(stopped, '');
    const before = new Date(Date.now() - 61 * 60_000);
    utimesSync(stopped, before, before);

    const checked = await check();

    expect([checked.exitCode, jsonOf(checked)['unknown']]).toEqual([0, ['live-stopped.jsonl.gz.unfinished']]);
  });

  it('has files of a run that goes on, which mps archive check does not take for stopped', async () => {
    writeFileSync(join(folder, 'live-just-written.jsonl.gz'), '');

    const checked = await check();

    expect([checked.exitCode, jsonOf(checked)['unknown']]).toEqual([0, []]);
  });

  it('has files of a run that was slower than the check, which asks for their names again', async () => {
    const file = 'live-meanwhile.jsonl.gz';
    writeFileSync(join(folder, file), '');
    const before = new Date(Date.now() - 61 * 60_000);
    utimesSync(join(folder, file), before, before);
    const named = `INSERT INTO live.archives (id, file, bytes, sha256, before, made_by)
      VALUES (gen_random_uuid(), $1, 1, sha256(''), '2022-01-01', 'tariro')`;

    const checked = await asOwnerAcrossMerchants(database.url, (owner) =>
      checkArchives(
        afterFirst(owner, () => database.asOwner(named, [file])),
        folder,
      ),
    );

    expect(checked).toMatchObject({ problems: [], unknown: [] });
  });

  it('says which file is damaged, short, gone or lacks something', async () => {
    const id = await anExpiredCheckout(merchants[0] ?? '');
    await mpsHere(verb(), env);
    const [name = ''] = readdirSync(folder);
    const path = join(folder, name);
    const content = readFileSync(path);

    writeFileSync(
      path,
      content.map((byte, at) => (at === 100 ? byte ^ 1 : byte)),
    );
    const damaged = await check();
    writeFileSync(path, content.subarray(0, -1));
    const short = await check();
    writeFileSync(path, content);
    await database.asOwner(
      `INSERT INTO live.archived_resources SELECT merchant_id, gen_random_uuid(), archive_id, place, length FROM live.archived_resources`,
    );
    const lacking = await check();
    await misplace(id);
    const misplaced = await check();
    rmSync(path);
    const gone = await check();

    const problems = [damaged, short, lacking, misplaced, gone].map((one) => [
      one.exitCode,
      jsonOf(one)['problems'],
    ]);
    expect(problems).toEqual([
      [8, [`${name} is damaged: its SHA-256 is another.`]],
      [8, [expect.stringContaining('bytes in place of')]],
      [8, [`${name} lacks 1 of 2.`]],
      [8, [`${name} has ${id} in another place than 0.`]],
      [8, [expect.stringContaining('cannot be read')]],
    ]);
  });
});
