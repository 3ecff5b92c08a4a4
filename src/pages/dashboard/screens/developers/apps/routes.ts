import { member, type Route } from '../../../requests/route.ts';
import { create, showApp, showApps, showCreate } from './apps.ts';
import { switchFeatures } from './features.ts';
import { createKey, revoke, roll, setKeyPermissions, showKey, showNewKey } from './keys.ts';
import { showSmaller } from './smaller-key.ts';
import { move, showUpgrade } from './versions.ts';
import { pause, resume, saveWebhook, sendTest, showWebhook } from './webhook.ts';
import { endPrevious, rollWebhookSecret } from './webhook-secret.ts';

/** Apps, their keys, features, version and webhooks. Spec: "Authentication", "Delivery and retry", "Versioning". */
export const appsRoutes: readonly Route[] = [
  member('see').get('/apps', showApps),
  member('develop').get('/apps/new', showCreate, { stepUp: true }),
  member('develop').post('/apps/new', create, { again: showCreate, stepUp: true }),
  member('see').get('/apps/:app', showApp),
  member('develop').post('/apps/:app/features', switchFeatures, { again: showApp, stepUp: true }),
  member('develop').get('/apps/:app/keys/new', showNewKey, { stepUp: true }),
  member('develop').post('/apps/:app/keys/new', createKey, { again: showNewKey, stepUp: true }),
  member('develop').get('/apps/:app/keys/smaller', showSmaller, { stepUp: true }),
  member('develop').get('/apps/:app/keys/:key', showKey),
  member('develop').post('/apps/:app/keys/:key/permissions', setKeyPermissions, {
    again: showKey,
    stepUp: true,
  }),
  member('develop').post('/apps/:app/keys/:key/roll', roll, { again: showKey, stepUp: true }),
  member('develop').post('/apps/:app/keys/:key/revoke', revoke, { again: showKey }),
  member('develop').get('/apps/:app/version', showUpgrade),
  member('develop').post('/apps/:app/version', move, { again: showUpgrade, stepUp: true }),
  member('see').get('/apps/:app/webhook', showWebhook),
  member('develop').post('/apps/:app/webhook', saveWebhook, { again: showWebhook }),
  member('develop').post('/apps/:app/webhook/secret', rollWebhookSecret, {
    again: showWebhook,
    stepUp: true,
  }),
  member('develop').post('/apps/:app/webhook/end-previous', endPrevious, { again: showWebhook }),
  member('develop').post('/apps/:app/webhook/pause', pause, { again: showWebhook }),
  member('develop').post('/apps/:app/webhook/resume', resume, { again: showWebhook }),
  member('develop').post('/apps/:app/webhook/test', sendTest, { again: showWebhook }),
];
