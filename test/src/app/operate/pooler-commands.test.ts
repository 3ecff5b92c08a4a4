import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { mpsHere } from '../../cli/mps.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const ofOthers = {
  DATABASE_URL: 'postgres://owner:hush@db.example.com/payments',
  SECRET_KEY: 'k'.repeat(24),
};

describe('mps pooler', () => {
  it('prints the verifiers that PostgreSQL keeps of the roles, and no password', async () => {
    const env = { DATABASE_URL: database.url, SECRET_KEY: database.secretKey };

    const { exitCode, data, words } = await mpsHere('pooler userlist', env);

    const kept = await database.asOwner(
      'SELECT format(\'"%s" "%s"\', rolname, rolpassword) AS line FROM pg_authid WHERE rolname LIKE \'mps\\_%\' ORDER BY rolname',
    );
    expect([exitCode, words]).toEqual([0, '']);
    expect(data.trimEnd().split('\n').toSorted()).toEqual(kept.map(({ line }) => line));
    expect(data).toMatch(/^("mps_\w+" "SCRAM-SHA-256\$4096:\S+"\n){3}$/);
  });

  it('prints those of the key that the database knows as its own, while another one is taken up', async () => {
    const { url: DATABASE_URL, secretKey } = database;
    const [own, next] = [secretKey, 'the next key of the database'];

    const before = await mpsHere('pooler userlist', { DATABASE_URL, SECRET_KEY: own });
    const beside = await mpsHere('pooler userlist', {
      DATABASE_URL,
      SECRET_KEY: own,
      SECRET_KEYS_BESIDE: next,
    });
    const first = await mpsHere('pooler userlist', {
      DATABASE_URL,
      SECRET_KEY: next,
      SECRET_KEYS_BESIDE: own,
    });

    expect([beside.data, first.data]).toEqual([before.data, before.data]);
  });

  it('prints a configuration for transactions, with as many connections as are allowed', async () => {
    const { exitCode, data } = await mpsHere('pooler ini --connections 45', ofOthers);

    expect(exitCode).toBe(0);
    expect(data).toContain('payments = host=db.example.com port=5432 dbname=payments\n');
    expect(data).toContain('pool_mode = transaction\n');
    expect(data).toContain('default_pool_size = 15\nmax_db_connections = 45\n');
    expect(data).not.toContain('hush');
  });

  it('asks PostgreSQL for as much encryption as the address does', async () => {
    const DATABASE_URL = `${ofOthers.DATABASE_URL}?sslmode=verify-full&sslrootcert=/etc/our%20ca.pem`;

    const [encrypted, plain] = [
      await mpsHere('pooler ini', { ...ofOthers, DATABASE_URL }),
      await mpsHere('pooler ini', ofOthers),
    ];

    expect(encrypted.data).toContain(
      'server_tls_sslmode = verify-full\nserver_tls_ca_file = /etc/our ca.pem\n',
    );
    expect(plain.data).not.toContain('tls');
  });

  it.each([
    ['pooler ini', {}, 'Set DATABASE_URL.'],
    ['pooler ini --connections 14', ofOthers, '--connections takes a whole number from 15 to 10000.'],
  ])('refuses %s', async (verb, env, words) => {
    const ended = await mpsHere(verb, env);

    expect([ended.exitCode, ended.data]).toEqual([2, '']);
    expect(ended.words).toContain(words);
  });
});
