import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { jsonOf, mpsHere } from './mps.ts';

let database: TestDatabase;
let env: Record<string, string>;
let dataDir = '';
let merchant = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'merchant-payments-capital-'));
  database = await cloneDatabase();
  env = { DATABASE_URL: database.url, SECRET_KEY: database.secretKey, DATA_DIR: dataDir };
  merchant = String(jsonOf(await mpsHere('merchant create --events * --json', env))['merchant_id']);
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const terms = '--amount 500.00 --fee 50.00 --holdback 10.00';
const offer = (options: string) => mpsHere(`capital offer ${options}`, env);

describe('mps capital offer', () => {
  it.each([
    ['', 'sandbox'],
    ['--live', 'live'],
  ])('%s offers an advance in one mode, with its event, and remembers who did', async (flag, mode) => {
    const ended = await offer(`--merchant ${merchant} ${terms} --currency ZWG ${flag} --json`);

    expect(ended.exitCode).toBe(0);
    const shown = jsonOf(ended);
    expect(shown).toMatchObject({
      mode,
      amount: '500.00',
      fee: '50.00',
      currency: 'ZWG',
      holdback_rate: '10.00',
    });
    const offers = await database.asOwner(
      `SELECT status, expires_at - created_at = interval '30 days' AS for_a_month FROM ${mode}.capital_offers`,
    );
    const events = await database.asOwner(`SELECT type FROM ${mode}.events`);
    expect(offers).toEqual([{ status: 'available', for_a_month: true }]);
    expect(events).toEqual([{ type: 'capital.offer_created' }]);
    const changes = jsonOf(await mpsHere(`merchant changes --merchant ${merchant} --json`, env));
    expect(changes['changes']).toContainEqual(
      expect.objectContaining({ action: 'capital.offered', details: shown }),
    );
  });

  it.each([
    [`--merchant mer_${'0'.repeat(32)} ${terms}`, 4],
    [`--merchant mer_1 ${terms}`, 2],
    ['--merchant MERCHANT --amount 500 --fee 50.00 --holdback 10.00', 2],
    ['--merchant MERCHANT --amount 0.00 --fee 0.00 --holdback 10.00', 2],
    ['--merchant MERCHANT --amount 500.00 --fee 50.00 --holdback 100.01', 2],
    [`--merchant MERCHANT ${terms} --currency EUR`, 2],
    ['--merchant MERCHANT --amount 500.00 --fee 500.01 --holdback 10.00', 5],
    ['--merchant MERCHANT --amount 1000000.01 --fee 50.00 --holdback 10.00', 5],
  ])('refuses %s, and offers nothing', async (options, exitCode) => {
    const before = await database.asOwner('SELECT id FROM sandbox.capital_offers');

    const ended = await offer(options.replace('MERCHANT', merchant));

    expect(ended.exitCode).toBe(exitCode);
    expect(await database.asOwner('SELECT id FROM sandbox.capital_offers')).toEqual(before);
  });
});
