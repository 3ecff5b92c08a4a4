import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { runReconciliation } from '../../../../src/domain/reconciliation/matching/run.ts';
import { importStatement } from '../../../../src/domain/reconciliation/statements/import-statement.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { aStatement, booked, stating, writeBooks } from '../../domain/reconciliation/books.ts';
import type { Office } from './office.ts';

const gateway = 'acquirer';
const [from, to, day] = ['2026-03-02', '2026-03-04', '2026-03-03'];

/** A day in two currencies with a difference of each kind, one of which an earlier day explains. */
export async function preparedToReconcile({ app, merchant }: Office): Promise<void> {
  const { db } = app.service.contexts.live;
  const sold = (amount: bigint, currency: string, on = day) =>
    booked({ gateway, merchant: merchant.merchantId, amount, currency, day: on });
  const usual = [12_500_000n, 980_000n, 45_000_000n].map((amount) => sold(amount, 'USD'));
  const local = [1_254_000_000n, 88_750_000n].map((amount) => sold(amount, 'ZWG'));
  const other = sold(2_500_000n, 'USD');
  const unstated = sold(750_000n, 'USD', from);
  const late = sold(310_000n, 'USD', from);
  await writeBooks(app.database, [...usual, ...local, other, unstated, late], 'live');
  const unknown = stating({ ...other, sourceId: newId() }, { amount: 640_000n });
  const fee = stating({ ...other, sourceId: newId() }, { amount: -184_500n, kind: 'fee', reference: null });
  const lines = {
    USD: [
      ...usual.map((one) => stating(one)),
      stating(other, { amount: 2_499_900n }),
      stating(late, { bookedOn: day }),
      unknown,
      fee,
    ],
    ZWG: local.map((one) => stating(one)),
  };
  for (const [currency, stated] of Object.entries(lines)) {
    const statement = aStatement({ from, to, currency, lines: stated });
    await importStatement(db, { gateway, by: 'operator' }, statement);
  }
  await runReconciliation(db, { gateway, from, to, graceDays: 0 });
}

/** Name of the picture → the address, and the link on it that is followed, if any. */
const screens: Readonly<Record<string, readonly [path: string, link?: string]>> = {
  'operators-cases': [''],
  'operators-case': ['?kind=other_amount', 'main tbody a'],
  'operators-day': [`/day?gateway=${gateway}&day=${day}`],
};
const looks = [
  { width: 390, height: 780, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
] as const;

/** Writes the pictures, and returns what they show. */
export async function writeOperatorsScreens(
  office: Office,
  browser: Browser,
  folder: string,
): Promise<readonly string[]> {
  const { baseUrl } = office.app;
  const { email, password } = await office.aPerson({ isOperator: true, email: 'rudo@payments.example' });
  const client = office.aBrowser();
  await client.signIn(email, password);
  const [name = '', value = ''] = client.cookie().split('=');
  const shown: string[] = [];
  for (const { width, height, colorScheme } of looks) {
    const context = await browser.newContext({ viewport: { width, height }, baseURL: baseUrl, colorScheme });
    await context.addCookies([{ name, value, url: baseUrl }]);
    const page = await context.newPage();
    for (const [file, [path, link]] of Object.entries(screens)) {
      await page.goto(`/dashboard/operators/reconciliation${path}`);
      if (link !== undefined) await page.goto((await page.locator(link).first().getAttribute('href')) ?? '');
      const picture = resolve(folder, `${file}-${width}.jpg`);
      await page.screenshot({ path: picture, type: 'jpeg', quality: 65, fullPage: true });
      shown.push(await page.locator('main').innerText());
    }
    await context.close();
  }
  return shown;
}
