import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { env } from 'node:process';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { signature } from '../../../../src/domain/notices/signatures/signature.ts';
import { soon } from '../../../support/checks/soon.ts';
import { type Api, apiOf } from '../../../support/service/api.ts';
import type { App } from '../../../support/service/app.ts';
import { aFreePort } from '../../../support/service/process.ts';
import { aVisitor } from '../../pages/browser.ts';

/** A shop of docs/examples that runs beside the service. */
export type Shop = { readonly url: string; readonly process: ChildProcess };

type Command = readonly [program: string, ...args: string[]];

/** Starts a shop of a merchant, and waits until it answers. */
export async function startShop(
  [program, ...args]: Command,
  about: {
    readonly cwd: string;
    readonly app: App;
    readonly merchant: CreatedMerchant;
    readonly env?: object;
  },
): Promise<Shop> {
  const port = await aFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, args, {
    cwd: about.cwd,
    stdio: 'ignore',
    env: {
      ...env,
      API_KEY: about.merchant.secretKey,
      WEBHOOK_SECRET: about.merchant.webhookSecret,
      PAYMENTS_URL: about.app.baseUrl,
      PORT: String(port),
      SHOP_URL: url,
      ...about.env,
    },
  });
  await soon(async () => {
    expect((await fetch(url)).status).toBe(200);
  }).catch((error: unknown) => {
    child.kill();
    throw error;
  });
  return { url, process: child };
}

export async function stopShop(shop: Shop | undefined): Promise<void> {
  if (!shop) return;
  shop.process.kill();
  if (shop.process.exitCode === null) await once(shop.process, 'exit');
}

const card = { number: '4242 4242 4242 4242', expiry: '12/40', holder: 'Tariro Moyo', cvv: '123' };

/** Buys the mug in a real browser, pays it on the hosted page, and gives it back. */
export async function buyAndReturn(browser: Browser, app: App, { url }: Shop): Promise<void> {
  const { page, context } = await aVisitor(browser, { baseUrl: '' });
  await page.goto(url);
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.waitForURL(`${app.baseUrl}/**`);
  const form = page.locator('form').first();
  await form.locator('#card').check();
  for (const [field, value] of Object.entries(card)) await form.locator(`[name="${field}"]`).fill(value);
  await form.locator('button').first().click();
  await page.getByRole('link', { name: /Continue to/ }).click();
  await page.waitForURL(`${url}/orders/**`);
  const status = async (): Promise<string> => {
    await page.reload();
    return await page.locator('strong').innerText();
  };
  await expect.poll(status, { timeout: 20_000 }).toBe('paid');
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect.poll(status, { timeout: 20_000 }).toBe('refunded');
  await context.close();
}

/**
 * Refunds a part of an order before its payment is heard of, and later the rest in two parts.
 *
 * @returns what the shop calls the order after each of the four events
 */
export async function refundInParts(app: App, { secretKey, webhookSecret }: CreatedMerchant, { url }: Shop) {
  const id = await anOrder(apiOf(app.baseUrl, secretKey), url);
  const payment = `txn_${'1'.repeat(32)}`;
  const seen: string[] = [];
  for (const [at, { type, data }] of [
    { type: 'payment.refund.completed', data: { transaction_id: payment, amount: '4.0000' } },
    { type: 'payment.capture.completed', data: { id: payment, merchantTransactionId: id } },
    { type: 'payment.refund.completed', data: { transaction_id: payment, amount: '3.0000' } },
    { type: 'payment.refund.completed', data: { transaction_id: payment, amount: '3.0000' } },
  ].entries()) {
    const body = JSON.stringify({ object: 'event', id: `evt_${at}`, type, data });
    const unixSeconds = Math.floor(Date.now() / 1000);
    const signed = signature({ body, secrets: [webhookSecret], unixSeconds });
    const headers = { 'service-signature': signed };
    expect((await fetch(`${url}/webhook`, { method: 'POST', headers, body })).status).toBe(204);
    const shown = await (await fetch(`${url}/orders/${id}`)).text();
    seen.push(/<strong>(\w+)<\/strong>/.exec(shown)?.[1] ?? '');
  }
  return seen;
}

/** The id of a new order of the shop. */
async function anOrder(api: Api, url: string): Promise<string> {
  const action = /action="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? '';
  const { headers } = await fetch(url + action, { method: 'POST', redirect: 'manual' });
  const checkout = headers.get('location')?.split('/').at(-1) ?? '';
  return (await api('getCheckoutStatus', { params: { id: checkout } })).data.merchantTransactionId;
}

/** A webhook that anybody could send, in the name of an order that was not paid. */
export async function forge({ url }: Shop): Promise<number> {
  const { status } = await fetch(`${url}/webhook`, {
    method: 'POST',
    headers: { 'service-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
    body: '{"object":"event","id":"evt_forged","type":"payment.capture.completed","data":{}}',
  });
  return status;
}
