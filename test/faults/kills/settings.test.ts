import { expect, it } from 'vitest';
import { setEndpoint } from '../../../src/domain/notices/endpoints/set-endpoint.ts';
import { createEgress } from '../../../src/platform/http/egress/egress.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';

const { service } = victimForFile();

const events = () =>
  service().owner(
    "SELECT data FROM sandbox.events WHERE type = 'merchant.settings.updated' ORDER BY sequence",
  );
const withoutEvent = () => service().owner('SELECT FROM platform.settings_changes WHERE told_at IS NULL');

it('records one event for each changed setting when the service is killed before it marks the change as done', async () => {
  const endDelay = await service().delayWrites('BEFORE UPDATE ON platform.settings_changes FOR EACH ROW', 4);
  const { merchantId, appId } = service().merchant;
  const ctx = {
    platform: service().databases().platform,
    egress: createEgress({ allow: [], ports: [443] }),
  };
  await setEndpoint(ctx, { merchantId, appId }, { url: 'https://shop.example.com/hook' });
  await setEndpoint(ctx, { merchantId, appId }, { url: null });
  await until('the first event is recorded', async () => (await events()).length === 1);

  await service().kill();
  const between = await withoutEvent();
  await endDelay();
  await service().restart();
  await until('all changes are marked', async () => (await withoutEvent()).length === 0);

  expect(between).toHaveLength(2);
  expect((await events()).map(({ data }) => JSON.parse(String(data)).changed)).toEqual([
    ['webhook_url'],
    ['webhook_url'],
  ]);
});
