import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { env } from 'node:process';
import { describe, expect, it } from 'vitest';
import { createMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { auditLedgerAcrossMerchants } from '../../../src/domain/money/ledger/audit/audit.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { aCardCheckout, openedCheckout } from '../../support/builders/build.ts';
import { isWholeProfile } from '../../support/faults/profile.ts';
import { until } from '../../support/faults/victim.ts';
import { type Acquirer, jposIsMissing, startJpos } from '../../support/rails/jpos.ts';
import { apiOf } from '../../support/service/api.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { payByCard } from '../../support/service/page.ts';
import { aFreePort } from '../../support/service/process.ts';

const rounds = isWholeProfile ? 20 : 2;
const count = 10;
const note = jposIsMissing ? ` (skipped: ${jposIsMissing})` : '';
const program = join(import.meta.dirname, '../../support/rails/acquirer-service.ts');

describe.skipIf(jposIsMissing !== undefined)(`payments by an acquirer${note}`, () => {
  it('are charged once and booked once, or reversed, when the service is killed with kill -9 before the answers', async () => {
    const [database, acquirer] = [
      await cloneDatabase(),
      await startJpos('ascii', { answer_ms: 1500, reversal_ms: 1000 }),
    ];
    const merchant = await createMerchant(
      database.databases.platform,
      createSecrets(database.secretKey),
      aShop,
    );
    const port = await aFreePort();
    for (let round = 0; round < rounds; round += 1) {
      const victim = await startVictim(database, acquirer, port);
      const api = apiOf(victim.baseUrl, merchant.secretKey);
      const pages = await Promise.all(
        Array.from({ length: count }, async () => (await openedCheckout(api, aCardCheckout())).payment_url),
      );
      await acquirer.misbehave('lost', round % 2 === 0 ? count : count / 2);
      const paying = Promise.all(
        pages.map((page) => payByCard(page, '4242424242424242').catch(() => undefined)),
      );
      const sent = (round + 1) * count;
      await until('all payments are sent', async () => Object.keys(await acquirer.ledger()).length >= sent);

      victim.child.kill('SIGKILL');

      await paying;
      await acquirer.behave();
    }

    const survivor = await startVictim(database, acquirer, port);
    await until('every payment is decided', async () => {
      await database.asOwner(`UPDATE live.jobs SET due_at = now(), lease_until = least(lease_until, now())
        WHERE kind = 'payments.requery'`);
      const open = await database.asOwner(`SELECT FROM live.transactions WHERE status = 'pending'`);
      const unreversed = await database.asOwner(
        `SELECT FROM live.acquirer_messages WHERE state IN ('sent', 'reversing')`,
      );
      return open.length === 0 && unreversed.length === 0;
    });

    const booked =
      await database.asOwner(`SELECT gateway_reference AS rrn FROM live.transactions t WHERE status = 'completed'
      AND 1 = (SELECT count(*) FROM live.ledger_journals j WHERE j.source_id = t.id AND j.movement = 'payment.captured')
      AND 1 = (SELECT count(*) FROM live.events e WHERE e.resource_id = t.id AND e.type = 'payment.capture.completed')`);
    const entries = Object.entries(await acquirer.ledger());
    const charged = entries.filter(([, { taken, bookings }]) => taken === 1000 && bookings === 1);
    const reversed = entries.filter(([, { taken, reversed: isReversed }]) => taken === 0 && isReversed);
    process.stdout.write(
      `${rounds} kills: ${rounds * count} payments, ${charged.length} charged, ${reversed.length} reversed\n`,
    );
    expect(charged.map(([rrn]) => rrn).toSorted()).toEqual(booked.map(({ rrn }) => String(rrn)).toSorted());
    expect(charged.length + reversed.length).toBe(rounds * count);
    expect(reversed.length).toBeGreaterThanOrEqual(count);
    expect(await auditLedgerAcrossMerchants(database.databases.live)).toEqual([]);
    survivor.child.kill('SIGKILL');
    await once(survivor.child, 'exit');
    acquirer.stop();
    await database.close();
  });
});

const aShop = {
  businessName: 'Corner Shop',
  email: 'owner@example.test',
  country: 'ZW',
  kycTier: 1,
  mode: 'live',
  rateLimit: 100_000,
  webhookUrl: null,
  totp: false,
} as const;

/** The service in a process of its own, on a database that is there already. */
async function startVictim({ url, secretKey }: TestDatabase, { settings }: Acquirer, port: number) {
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    env: {
      ...env,
      DATABASE_URL: url,
      SECRET_KEY: secretKey,
      PORT: String(port),
      EGRESS_ALLOW: '127.0.0.0/8',
      NODE_ENV: 'development',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { child, baseUrl: `http://localhost:${port}` };
}
