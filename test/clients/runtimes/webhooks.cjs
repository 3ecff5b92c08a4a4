// Requires both entries of the package, and compares every published vector with what the package says of it.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Payments } = require('@merchant-payments/client');
const { signWebhook, verifyWebhook, WebhookVerificationError } = require('@merchant-payments/client/webhooks');

const published = join(__dirname, '../../../../docs/webhook-vectors.json');
const { vectors } = JSON.parse(readFileSync(published, 'utf8'));

// A body that is no event is refused only after its signature was accepted.
function verdictOf({ header, body_base64, secret, now }) {
  try {
    verifyWebhook({ header, body: Buffer.from(body_base64, 'base64'), secret, now: new Date(now * 1000) });
    return 'ok';
  } catch (error) {
    if (error instanceof TypeError && error.message === 'There is no webhook secret.') return 'no_secret';
    if (!(error instanceof WebhookVerificationError)) throw error;
    return ['invalid_json', 'not_an_event'].includes(error.reason) ? 'ok' : error.reason;
  }
}

const wrong = vectors.filter((vector) => verdictOf(vector) !== vector.reason).map(({ name }) => name);
const body = '{"id":"evt_1","object":"event","type":"payment.capture.completed","data":{}}';
const secret = 'whsec_1';
if (verifyWebhook({ header: signWebhook({ body, secret }), body, secret }).id !== 'evt_1') wrong.push('its own signature');
if (typeof Payments !== 'function') wrong.push('no class Payments');
if (vectors.length < 50 || wrong.length > 0) throw new Error(`wrong of ${vectors.length}: ${wrong.join(', ')}`);
