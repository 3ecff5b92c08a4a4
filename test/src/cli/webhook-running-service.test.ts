import { afterAll, beforeAll, expect, it } from 'vitest';
import { showId } from '../../../src/platform/ids.ts';
import { aReceiver, isSigned, type Receiver } from '../../support/receivers/receiver.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { jsonOf, mps } from './mps.ts';

let app: App;
let receiver: Receiver;

beforeAll(async () => {
  app = await startApp();
  receiver = await aReceiver();
});
afterAll(async () => {
  await receiver.close();
  await app.stop();
});

it('a running service applies changes of an endpoint, and reports them to its new URL', async () => {
  const { appId, webhookSecret } = await app.aMerchant({ webhookUrl: 'https://before.example.com/hook' });
  const shown = showId('app', appId);
  const env = {
    DATABASE_URL: app.database.url,
    SECRET_KEY: app.database.secretKey,
    EGRESS_ALLOW: '127.0.0.0/8',
  };

  await mps(`webhook set --app ${shown} --url ${receiver.url}/hook?token=hush --events *`, env);
  const [first] = await receiver.sees(1);
  await mps(`webhook pause --app ${shown}`, env);
  const rolled = jsonOf(await mps(`webhook roll-secret --now --app ${shown} --json`, env));
  await mps(`webhook resume --app ${shown}`, env);
  const later = (await receiver.sees(4)).slice(1);

  const bodies = receiver.received.map(({ body }) => JSON.parse(body));
  expect(first && (await isSigned(first, webhookSecret))).toBe(true);
  expect(bodies.map(({ type, sequence, data }) => [type, sequence, data])).toEqual([
    ['merchant.settings.updated', 1, { id: shown, changed: ['webhook_url', 'event_types'] }],
    ['merchant.settings.updated', 2, { id: shown, changed: ['webhook_paused'] }],
    ['merchant.settings.updated', 3, { id: shown, changed: ['webhook_secret'] }],
    ['merchant.settings.updated', 4, { id: shown, changed: ['webhook_paused'] }],
  ]);
  // Deliveries that waited during the pause are signed with the secret at the time they are sent.
  for (const request of later) expect(await isSigned(request, String(rolled['webhook_secret']))).toBe(true);
  expect(app.lines.join('\n')).not.toMatch(/hush|whsec_/);
});
