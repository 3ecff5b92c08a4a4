import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { disguise, oldServer } from '../../../support/service/old-server.ts';
import { aFreePort, startInVain, startProcess } from '../../../support/service/process.ts';
import { mps } from '../../cli/mps.ts';

const secretKey = 'the secret key of an old server';
const next = 'Set DATABASE_URL to a newer server, or unset it to use the embedded one.';

describe('a PostgreSQL below 18', () => {
  let server: Awaited<ReturnType<typeof oldServer>>;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await oldServer();
    env = { DATABASE_URL: server.url, SECRET_KEY: secretKey };
  });
  afterAll(() => server.close());

  it.each(['migrate', 'migrate --status', 'seed', 'ledger audit'])(
    'is refused by mps %s, with what to do',
    async (verb) => {
      const ended = await mps(verb, env);

      expect(ended).toMatchObject({ exitCode: 5, data: '' });
      expect(ended.words).toMatch(server.version);
      expect(ended.words).toContain(next);
    },
  );

  it('is refused when the service starts, without a stack', async () => {
    const ended = await startInVain(env);

    expect(ended.exitCode).toBe(1);
    expect(ended.words).toMatch(server.version);
    expect(ended.words).toContain(next);
    expect(ended.words.trim().split('\n')).toHaveLength(2);
  });
});

describe('a server that turns out to be too old while the service runs', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database.close());

  it('makes /readyz answer 503 and say why', async () => {
    const service = await startProcess('.data', await aFreePort(), {
      DATABASE_URL: database.url,
      SECRET_KEY: database.secretKey,
    });
    const ask = async () => {
      const answer = await fetch(`${service.baseUrl}/readyz`);
      return { status: answer.status, body: await answer.json() };
    };

    const before = await ask();
    await database.asOwner(disguise(new URL(database.url).pathname.slice(1)));
    await database.asOwner(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'mps%'",
    );

    expect(before).toMatchObject({ status: 200, body: { checks: { database: { ok: true } } } });
    await expect.poll(ask).toMatchObject({
      status: 503,
      body: {
        checks: {
          database: { ok: false, problem: expect.stringContaining('PostgreSQL 15.17 is too old') },
        },
      },
    });
    await service.terminate();
  });
});
