import { afterAll, beforeAll, expect, it } from 'vitest';
import { setEndpoint } from '../../src/domain/notices/endpoints/set-endpoint.ts';
import { createEgress } from '../../src/platform/http/egress.ts';
import { openVictim, until, type Victim } from '../support/victim.ts';

let victim: Victim;

beforeAll(async () => {
  victim = await openVictim();
}, 60_000);
afterAll(() => victim.close());

const events = () =>
  victim.owner("SELECT data FROM sandbox.events WHERE type = 'merchant.settings.updated' ORDER BY sequence");
const untold = () => victim.owner('SELECT FROM platform.settings_changes WHERE told_at IS NULL');

it('a service that is killed between the event of a setting and the note that it was told makes no second one', async () => {
  await victim.owner(`
    CREATE FUNCTION platform.waits() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(4); RETURN NEW; END $$;
    CREATE TRIGGER waits BEFORE UPDATE ON platform.settings_changes FOR EACH ROW EXECUTE FUNCTION platform.waits()`);
  const { merchantId, appId } = victim.merchant;
  const ctx = {
    platform: victim.databases().platform,
    egress: createEgress({ allow: [], ports: [443] }),
  };
  await setEndpoint(ctx, { merchantId, appId }, { url: 'https://shop.example.com/hook' });
  await setEndpoint(ctx, { merchantId, appId }, { url: null });
  await until('the first event is there', async () => (await events()).length === 1);

  await victim.kill();
  const between = await untold();
  await victim.owner('DROP FUNCTION platform.waits CASCADE');
  await victim.restart();
  await until('all is told', async () => (await untold()).length === 0);

  expect(between).toHaveLength(2);
  expect((await events()).map(({ data }) => JSON.parse(String(data)).changed)).toEqual([
    ['webhook_url'],
    ['webhook_url'],
  ]);
}, 60_000);
