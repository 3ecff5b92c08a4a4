import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets } from '../../../../src/platform/secrets.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { mpsHere } from '../../cli/mps.ts';

let database: TestDatabase;
let env: Record<string, string>;

const [nextKey, lostKey] = ['the next key of the database', 'a key that nobody has any more'];

beforeAll(async () => {
  database = await cloneDatabase();
  env = { DATABASE_URL: database.url, SECRET_KEY: nextKey, SECRET_KEYS_BESIDE: database.secretKey };
});
afterAll(() => database.close());

// The passwords of the roles belong to the whole server, which other tests use: a rotation that ends is in test/faults/.
describe('mps secrets rotate', () => {
  it('changes neither passwords nor fingerprint while a text opens with no key, and says where that is', async () => {
    const sealed = [database.secretKey, lostKey].map((key) => createSecrets(key).seal('<xml/>', 'bank-file'));
    await database.asOwner(
      `INSERT INTO live.bank_answers (gateway, hash, name, message, state, content_sealed)
       SELECT 'bank', n, 'a', 'pain.002', 'taken', text FROM unnest($1::text[]) WITH ORDINALITY AS t (text, n)`,
      [sealed],
    );
    const kept = `SELECT (SELECT string_agg(rolpassword, ',' ORDER BY rolname) FROM pg_authid WHERE rolname LIKE 'mps\\_%') AS roles,
      (SELECT fingerprint FROM platform.secret_key) AS fingerprint`;
    const before = await database.asOwner(kept);

    const counted = await mpsHere('secrets rotate --status --json', env);
    const rotated = await mpsHere('secrets rotate', env);

    const column = { where: 'live.bank_answers.content_sealed', texts: 2, old: 1, closed: 1 };
    expect(counted.exitCode).toBe(8);
    expect(JSON.parse(counted.data).columns).toContainEqual(column);
    expect([rotated.exitCode, rotated.words]).toEqual([
      8,
      'live.bank_answers.content_sealed: 1 of 2\n1 texts open with none of the keys. Add the key of theirs to SECRET_KEYS_BESIDE.\nThe roles of the database log in with the passwords of another key.\n1 texts were sealed anew.\n',
    ]);
    expect(await database.asOwner(kept)).toEqual(before);
    const [anew, lost] = await database.asOwner(
      'SELECT content_sealed AS text FROM live.bank_answers ORDER BY hash',
    );
    expect(createSecrets(nextKey).open(String(anew?.['text']), 'bank-file')).toBe('<xml/>');
    expect(lost?.['text']).toBe(sealed[1]);
  });

  it('is not over while the roles log in with the old passwords, even if nothing is sealed with the old key', async () => {
    const other = await cloneDatabase();
    const its = { DATABASE_URL: other.url, SECRET_KEY: nextKey, SECRET_KEYS_BESIDE: other.secretKey };

    const counted = await mpsHere('secrets rotate --status --json', its);
    const rotated = await mpsHere('secrets rotate --json', its);

    await other.close();
    expect([counted, rotated].map(({ data }) => JSON.parse(data).passwords_changed)).toEqual([false, false]);
    expect([counted.exitCode, counted.words]).toEqual([
      8,
      'The roles of the database log in with the passwords of another key.\n0 texts are sealed with another key.\n',
    ]);
    // The server has other databases, whose services know nothing of the key.
    expect(rotated.exitCode).toBe(8);
    expect(rotated.words).toMatch(
      /Databases of the same server use these roles: \w+.*end the rotation with --shared/,
    );
  });

  it.each([
    [
      "INSERT INTO live.migrations SELECT '9999-new.sql', hash, now() FROM live.migrations LIMIT 1",
      'newer release',
    ],
    ['DELETE FROM live.migrations WHERE file = (SELECT max(file) FROM live.migrations)', '1 differ'],
  ])('does not end on the database of another release: %s', async (change, words) => {
    const other = await cloneDatabase();
    const its = { DATABASE_URL: other.url, SECRET_KEY: nextKey, SECRET_KEYS_BESIDE: other.secretKey };
    // No rotation ends while a text opens with no key: the passwords of the roles belong to the whole server.
    await other.asOwner(
      `INSERT INTO live.bank_answers (gateway, hash, name, message, state, content_sealed) VALUES ('bank', '1', 'a', 'pain.002', 'taken', $1)`,
      [createSecrets(lostKey).seal('<xml/>', 'bank-file')],
    );
    await other.asOwner(change);

    const counted = await mpsHere('secrets rotate --status', its);
    const rotated = await mpsHere('secrets rotate', its);

    await other.close();
    expect([counted.exitCode, rotated.exitCode]).toEqual([5, 5]);
    expect([counted.words, rotated.words]).toEqual(Array(2).fill(expect.stringContaining(words)));
  });

  it('leaves the embedded PostgreSQL alone, whose owner logs in by its key', async () => {
    const { exitCode, words } = await mpsHere('secrets rotate', {});

    expect([exitCode, words]).toEqual([2, 'The embedded PostgreSQL keeps its key. Set DATABASE_URL.\n']);
  });
});
