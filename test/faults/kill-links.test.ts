import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../src/domain/money/ledger/audit.ts';
import { apiOf } from '../support/api.ts';
import { turnClock } from '../support/build.ts';
import { createdLink, goodCard, listedLink, startPayment } from '../support/counter.ts';
import { openPage, submit } from '../support/page.ts';
import { openVictim, until, type Victim } from '../support/victim.ts';

/** The service is killed while payers of a link are being charged: no use is lost, and none is taken twice. */
let service: Victim;

beforeAll(async () => {
  service = await openVictim();
}, 90_000);
afterAll(() => service.close(), 60_000);

const pending = async () =>
  (await service.owner(`SELECT id FROM sandbox.transactions WHERE status = 'pending'`)).length;
const usesOf = async () =>
  (await service.owner('SELECT uses_reserved, uses_completed FROM sandbox.payment_links'))[0];

it('frees the uses of payers that were under way when it was killed with kill -9', async () => {
  const api = apiOf(service.baseUrl, service.merchant.secretKey);
  const link = await createdLink(api, { max_uses: 2 });
  const payers = [await startPayment(link), await startPayment(link)];
  // Whoever writes what the gateway said waits, so that both have begun and none has ended.
  await service.owner(
    `CREATE FUNCTION public.dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(5); RETURN NEW; END $$`,
  );
  await service.owner(
    'CREATE TRIGGER dawdle BEFORE UPDATE ON sandbox.transactions FOR EACH ROW EXECUTE FUNCTION public.dawdle()',
  );
  const paying = payers.map((page) => submit(page, 'pay', goodCard).catch(() => undefined));
  await until('both have begun', async () => (await pending()) === 2);

  await service.kill();

  expect(await Promise.all(paying)).toEqual([undefined, undefined]);
  await service.owner('DROP FUNCTION public.dawdle() CASCADE');
  expect(await usesOf()).toEqual({ uses_reserved: 2, uses_completed: 0 });
  await service.restart();
  expect([(await openPage(link.url)).name, (await openPage(payers[0]?.address ?? '')).name]).toEqual([
    'busy',
    'bank',
  ]);
  await service.expireLeases();
  // The sandbox's gateway knows of no charge: after half a minute that is certain.
  await turnClock(api, 31);
  expect(await usesOf()).toEqual({ uses_reserved: 0, uses_completed: 0 });
  for (const { address } of payers) await submit(await openPage(address), 'pay', goodCard);
  expect(await listedLink(api, link.id)).toMatchObject({
    uses_completed: 2,
    status: 'exhausted',
    amount_collected: '30.00',
  });
  expect(await auditLedgerAcrossMerchants(service.databases().sandbox)).toEqual([]);
}, 120_000);
