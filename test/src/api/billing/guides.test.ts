import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';

const root = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'merchant-payments-guides-'));

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
  shop = await openShop(place);
});
afterAll(async () => {
  await place.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the commands of a guide one after the other, on this service, with the key of a shop. Returns what they print. */
async function follow(guide: string): Promise<string> {
  const text = readFileSync(join(root, 'docs/guides', guide), 'utf8');
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  const script = blocks
    .filter((block) => !block.includes('npx mps'))
    .join('\n')
    .replace('http://localhost:3000', place.baseUrl)
    .replace(/KEY=\$\(.*\)/, `KEY=${shop.merchant.secretKey}`);
  const { stdout } = await promisify(execFile)('/bin/sh', ['-e', '-c', script], {
    cwd: folder,
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
  });
  return stdout;
}

it('the guide to reports downloads a report whose entries add up to the balance', async () => {
  const printed = await follow('after-the-payment/reports.md');

  expect(printed).toContain('"status":"available"');
  expect(printed).toMatch(/id,type,status,amount,fee,/);
  expect(printed).toMatch(/txn_[0-9a-f]{32},payment,completed,50\.00,1\.00,49\.00,USD,/);
  expect(printed).toContain('available 46.50');
  expect(printed).not.toContain('"success":false');
});

it('the guide to the platform’s invoices shows a month and its invoice', async () => {
  await place.database.asOwner(
    `UPDATE platform.merchant_plans SET plan = 'standard' WHERE merchant_id = $1`,
    [shop.merchant.merchantId],
  );

  const printed = await follow('your-account/platform-invoices.md');

  expect(printed).toMatch(/"number":"PB-[0-9]{6}","status":"paid"/);
  expect(printed).not.toContain('"success":false');
});
