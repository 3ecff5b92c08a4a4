import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readId, showId } from '../../../../src/platform/ids.ts';
import { aPayment, openService, openShop, type Place } from '../../../journeys/shop.ts';
import { gatewayOf } from '../../../support/builders/inside.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/operate/undecided.md'), 'utf8');

let place: Place;
beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());

it('lists what is undecided by the ids that the commands take', async () => {
  const shop = await openShop(place);
  vi.spyOn(gatewayOf(place, 'sandbox_card'), 'refund').mockResolvedValue({ kind: 'unknown' });
  const params = { id: await aPayment(shop) };
  const { data } = await shop.api('refundTransaction', { params, body: { amount: '40.00' } });
  await place.database.asOwner(
    "UPDATE sandbox.refunds SET created_at = now() - interval '26 hours' WHERE id = $1",
    [readId('ref', data.refund_id)],
  );
  const [, statements = ''] = /```sql\n(.*?)```/s.exec(page) ?? [];

  const listed = await Promise.all(
    statements
      .replaceAll('live.', 'sandbox.')
      .split(';')
      .slice(0, -1)
      .map((statement) => place.database.asOwner(statement)),
  );

  const merchant = showId('mer', shop.merchant.merchantId);
  expect(listed).toMatchObject([
    [{ merchant, refund: data.refund_id, amount: '40.00', currency: 'USD' }],
    [],
    [],
    [],
  ]);
});
