import { expect, it } from 'vitest';
import { resetSandbox } from '../../src/sandbox/reset-sandbox.ts';
import { openShop, type Place, type Shop } from '../journeys/shop.ts';
import { startApp } from '../support/app.ts';
import { payByCard } from '../support/page.ts';
import { aPayout } from '../resources/payouts/payee.ts';
import { aReceiver } from '../support/receiver.ts';
import { turnClock } from '../support/build.ts';

it('stress', async () => {
  const receiver = await aReceiver();
  const place: Place = { ...(await startApp()), notificationUrl: receiver.url };
  const shops = await Promise.all(Array.from({ length: 6 }, () => openShop(place, { webhookUrl: receiver.url, eventTypes: ['*'] })));
  const heard = new Map<string, number>();
  const note = (what: string, a: { status: number; code: string; body?: unknown }) => {
    const k = `${what} ${a.status} ${a.code}`;
    heard.set(k, (heard.get(k) ?? 0) + 1);
  };
  const until = performance.now() + 20_000;
  const once = async (shop: Shop) => {
    const c = await shop.card({ amount: '100.00' }).catch((e) => { note(`card ${String(e).slice(0,200)}`, { status: 0, code: '' }); });
    if (!c) return;
    await payByCard(c.payment_url, '4242424242424242').then((p) => note(`page ${p.name}`, { status: p.status, code: '' })).catch((e) => note(`page ${String(e).slice(0,80)}`, { status: 0, code: '' }));
    const s = await shop.api('getCheckoutStatus', { params: { id: c.checkout_id } });
    note('status', s);
    const id = (s.data as { transaction_id?: string } | undefined)?.transaction_id;
    const all = [];
    if (id) all.push(shop.api('refundTransaction', { params: { id }, body: { amount: '10.11' } }).then((a) => note('refund', a)));
    if (id) all.push(shop.api('refundTransaction', { params: { id }, body: { amount: '10.00' }, headers: { 'idempotency-key': id } }).then((a) => note('refund key', a)));
    all.push(shop.api('requestPayout', { body: aPayout('mobile_money', { amount: '5.00' }) }).then((a) => note('payout', a)));
    all.push(shop.api('listTransactions', { query: { search: c.checkout_id } }).then((a) => note('list', a)));
    all.push(shop.api('listPayouts', {}).then((a) => note('payouts', a)));
    all.push(shop.api('getBalance').then((a) => note('balance', a)));
    all.push(shop.push('0771111111').then(() => note('push', { status: 201, code: '' })).catch((e) => note(`push ${String(e).slice(0,200)}`, { status: 0, code: '' })));
    if (Math.random() < 0.2) all.push(shop.api('advanceTestClock', { body: { advance_seconds: 600 } }).then((a) => note('clock', a)));
    if (Math.random() < 0.1) all.push(shop.api('resetSandbox').then((a) => note('reset', a)));
    await Promise.all(all);
  };
  const loops = shops.flatMap((shop) => [shop, shop]).map(async (shop) => { while (performance.now() < until) await once(shop); });
  let nights = 0;
  const resets = (async () => {
    while (performance.now() < until) {
      await place.database.asOwner('DELETE FROM sandbox.resets');
      const at = performance.now();
      await Promise.all([1, 2, 3].map(() => resetSandbox(place.service.contexts.sandbox))).catch((e) => note(`night ${String(e)}`, { status: 0, code: '' }));
      heard.set('slowest night', Math.max(heard.get('slowest night') ?? 0, Math.round(performance.now() - at)));
      nights += 1;
      await new Promise((d) => setTimeout(d, 300));
    }
  })();
  await Promise.all([...loops, resets]);
  console.log(nights, Object.fromEntries([...heard].toSorted()));
  const odd = new Map<string, number>();
  for (const l of place.lines) { const j = JSON.parse(l); if (j.level !== 'info') { const k = `${j.level} ${j.msg} ${j.kind ?? ''} ${j.err?.message ?? ''} ${j.err?.code ?? ''} ${(j.err?.stack ?? '').split('\n').slice(1,4).join('|').slice(0,300)}`; odd.set(k, (odd.get(k) ?? 0) + 1); } }
  console.log([...odd].map(([k, n]) => `${n} ${k}`).join('\n'));
  await place.stop(); await receiver.close();
  expect(1).toBe(1);
}, 90_000);
