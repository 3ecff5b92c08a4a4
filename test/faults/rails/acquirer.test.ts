import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../journeys/shop.ts';
import { type Connected, connect, patient } from '../../src/domain/money/gateways/acquirer/desk.ts';
import { isWholeProfile } from '../../support/faults/profile.ts';
import { until } from '../../support/faults/victim.ts';
import { type Acquirer, jposIsMissing, startJpos } from '../../support/rails/jpos.ts';
import { liveAcquirer } from '../../support/rails/live-acquirer.ts';
import { startApp } from '../../support/service/app.ts';
import { payByCard } from '../../support/service/page.ts';

const count = isWholeProfile ? 1000 : 40;
const atOnce = 20;
const note = jposIsMissing ? ` (skipped: ${jposIsMissing})` : '';

let acquirer: Acquirer;
let place: Place;
let shop: Shop;
/** Another process of the service. */
let other: Connected;

/** The payments of the shop, with what the service has booked and told of each. */
const paymentsText = `SELECT t.status, t.gateway_reference AS rrn, t.amount,
    (SELECT count(*)::int FROM live.ledger_journals j WHERE j.source_id = t.id AND j.movement = 'payment.captured') AS journals,
    (SELECT count(*)::int FROM live.events e WHERE e.resource_id = t.id AND e.type = 'payment.capture.completed') AS events
  FROM live.transactions t WHERE t.merchant_id = $1 AND t.type = 'payment'`;

async function payments() {
  return await place.database.asOwner(paymentsText, [shop.merchant.merchantId]);
}

/** Does now what jobs and workers would do a few seconds later. */
async function hurry(): Promise<void> {
  await place.database.asOwner(`UPDATE live.jobs SET due_at = now() WHERE kind = 'payments.requery'`);
  await other.rail.tick?.(new AbortController().signal);
}

async function payMany(): Promise<void> {
  for (let begun = 0; begun < count; begun += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - begun) }, async () => {
      const { payment_url: url } = await shop.card();
      await payByCard(url, '4242424242424242');
    });
    await Promise.all(some);
  }
}

const harmless = [
  { fault: 'none', what: 'as a rule' },
  { fault: 'twice', what: 'when answers come twice' },
] as const;
const failures = [
  { fault: 'lost', what: 'when answers are lost' },
  { fault: 'late', what: 'when answers come after the reversal' },
  { fault: 'cut', what: 'when the connection is cut between request and answer' },
  { fault: 'unbooked', what: 'when the connection is cut before anything is booked' },
  { fault: 'half', what: 'when answers are cut in half' },
  { fault: 'length', what: 'when answers have a wrong length' },
  { fault: 'stan', what: 'when answers have another trace number' },
] as const;

describe.skipIf(jposIsMissing !== undefined).each([
  { how: 'answers', times: patient, faults: harmless },
  { how: 'fails', times: { answer_ms: 1500, reversal_ms: 1000 }, faults: failures },
])(`payments by an acquirer that $how${note}`, ({ how, times, faults }) => {
  beforeAll(async () => {
    acquirer = await startJpos('bcd', { ...times, most_outstanding: 64 });
    const app = await startApp({ connectGateways: liveAcquirer(acquirer.settings) });
    other = connect(app.database, acquirer.settings);
    place = { ...app, notificationUrl: 'http://127.0.0.1:9/unheard' };
  });
  afterAll(async () => {
    if (place) await expectSoundBooks(place);
    await place?.stop();
    await other?.rail.stop();
    acquirer?.stop();
  });

  it.each([...faults])('charges once and books once, or not at all, $what', async ({ fault }) => {
    shop = await openShop(place, { mode: 'live', kycTier: 1 });
    const before = new Set(Object.keys(await acquirer.ledger()));
    // Every second one, so that good payments share the connection with bad ones.
    if (fault !== 'none') await acquirer.misbehave(fault, count / 2);

    await payMany();
    await acquirer.behave();
    await until('every payment is decided', async () => {
      await hurry();
      return (await payments()).every(({ status }) => status !== 'pending');
    });
    const reversing = `SELECT FROM live.acquirer_messages WHERE state IN ('sent', 'reversing')`;
    await until('everything is reversed', async () => {
      await hurry();
      return (await place.database.asOwner(reversing)).length === 0;
    });

    const entries = Object.entries(await acquirer.ledger()).filter(([rrn]) => !before.has(rrn));
    const all = await payments();
    const completed = all.filter(({ status }) => status === 'completed');
    const charged = entries.filter(([, { taken }]) => taken > 0);
    process.stdout.write(
      `${fault}: ${count} payments, ${completed.length} charged and booked, ${entries.filter(([, { reversed }]) => reversed).length} reversed, ${count - all.length} never begun\n`,
    );
    expect(charged.map(([rrn]) => rrn).toSorted()).toEqual(
      completed.map(({ rrn }) => String(rrn)).toSorted(),
    );
    expect(charged.filter(([, { bookings, taken }]) => bookings !== 1 || taken !== 1000)).toEqual([]);
    expect(completed.filter(({ journals, events }) => journals !== 1 || events !== 1)).toEqual([]);
    expect(all.filter(({ status, journals }) => status !== 'completed' && journals !== 0)).toEqual([]);
    const isHarmless = how === 'answers';
    expect(isHarmless ? completed.length : count - completed.length).toBeGreaterThanOrEqual(
      isHarmless ? count : 1,
    );
  });
});
