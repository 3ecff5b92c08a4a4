import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryStandingAcrossMerchants } from '../../../../../src/domain/notices/deliveries/standing-queries.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { type App, startApp } from '../../../../support/service/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());

/** A merchant whose app has a delivery that is due: nobody sends it. */
async function aDueDelivery(): Promise<string> {
  const webhookUrl = 'http://127.0.0.1:9/hook';
  const { merchantId, secretKey } = await app.aMerchant({ webhookUrl, eventTypes: ['*'] });
  await apiOf(app.baseUrl, secretKey)('triggerTestEvent', { body: { type: 'billing.plan.updated' } });
  return merchantId;
}

/**
 * Copies the due delivery of a merchant, without triggers and references: they would make this slow. Their lane comes first, whether rows
 * are read by lane or in the order in which they were written.
 */
const fiftyThousand = (merchantId: string, lane: number) => `SET LOCAL session_replication_role = replica;
  UPDATE sandbox.webhook_lanes SET lane_id = lpad('${lane}', 32, '0')::uuid WHERE merchant_id = '${merchantId}';
  UPDATE sandbox.webhook_deliveries SET lane_id = lpad('${lane}', 32, '0')::uuid WHERE merchant_id = '${merchantId}';
  INSERT INTO sandbox.webhook_deliveries
  SELECT copy.* FROM sandbox.webhook_deliveries d, generate_series(1, 50001) AS n,
    LATERAL jsonb_populate_record(d, jsonb_build_object('delivery_id', gen_random_uuid(), 'event_id', gen_random_uuid(), 'sequence', n)) AS copy
  WHERE d.merchant_id = '${merchantId}'`;

const lateNow = async () => (await deliveryStandingAcrossMerchants(app.database.databases.sandbox)).late;

describe('how late deliveries are', () => {
  it('counts what a worker should have begun', async () => {
    const before = await lateNow();
    await aDueDelivery();

    const { late, oldest } = await deliveryStandingAcrossMerchants(app.database.databases.sandbox);

    expect(late).toBe(before + 1);
    expect(oldest).not.toBeNull();
  });

  it.each([
    [
      'that have arrived',
      `UPDATE sandbox.webhook_deliveries SET state = 'delivered', finished_at = now() WHERE merchant_id = $1`,
    ],
    [
      'whose time has not come',
      `UPDATE sandbox.webhook_deliveries SET next_attempt_at = now() + interval '1 hour' WHERE merchant_id = $1`,
    ],
    ['of a paused app', 'UPDATE platform.webhook_endpoints SET paused_at = now() WHERE merchant_id = $1'],
    [
      'of a receiver that fails',
      'UPDATE sandbox.webhook_lanes SET failing_since = now() WHERE merchant_id = $1',
    ],
  ])('leaves out those %s', async (_what, change) => {
    const before = await lateNow();
    const merchantId = await aDueDelivery();
    const due = await lateNow();
    await app.database.asOwner(change, [merchantId]);

    expect([due, await lateNow()]).toEqual([before + 1, before]);
  });

  it('is seen behind however many deliveries of a receiver that fails and of a paused app', async () => {
    const before = await lateNow();
    const failing = await aDueDelivery();
    const paused = await aDueDelivery();
    await app.database.asOwner(
      'UPDATE sandbox.webhook_lanes SET failing_since = now() WHERE merchant_id = $1',
      [failing],
    );
    await app.database.asOwner(
      'UPDATE platform.webhook_endpoints SET paused_at = now() WHERE merchant_id = $1',
      [paused],
    );
    await app.database.asOwner(fiftyThousand(failing, 1));
    await app.database.asOwner(fiftyThousand(paused, 2));
    await aDueDelivery();
    await aDueDelivery();

    const { late, oldest } = await deliveryStandingAcrossMerchants(app.database.databases.sandbox);

    expect(late).toBe(before + 2);
    expect(oldest).not.toBeNull();
  });
});
