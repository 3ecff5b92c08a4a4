// Made by `npm run generate` from src/sdk/webhooks.ts. Do not edit.
/**
 * The receiver's side of webhooks: is this request from the service, and what does it say?
 *
 * Import it, or copy this one file: it needs Node (or Bun, or Deno) and nothing else. If you copy it, do one of two things:
 * copy `generated/webhooks.d.ts` and `generated/openapi.d.ts` too and correct the path below; or delete the import and
 * change the type `EventTypes` so that it says `type EventTypes = Record<string, any>`.
 *
 *   import { verifyWebhook } from 'merchant-payments/webhooks';
 *
 *   const event = verifyWebhook({ header: req.headers['service-signature'], body: rawBody, secret });
 *   if (event.type === 'payment.capture.completed') await pay(event.data.merchantTransactionId);
 *
 * It follows the rules in docs/webhook-vectors.json, with which you can test a receiver in any other language too.
 *
 * Spec: "Signature".
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
/** The request cannot be trusted: answer 400 and log `reason`. */
export class WebhookVerificationError extends Error {
    name = 'WebhookVerificationError';
    reason;
    constructor(reason, words) {
        super(words);
        this.reason = reason;
    }
}
/**
 * Checks a request and reads its event.
 *
 * @throws WebhookVerificationError the request cannot be trusted; `reason` says why
 * @throws TypeError                the call is wrong: no secret, a space in it, or an invalid time
 *
 * Spec: "Signature".
 */
export function verifyWebhook({ header, body, secret, now, toleranceSeconds = 300 }) {
    const secrets = knownSecrets(secret);
    const nowSeconds = secondsOf(now);
    // An infinite tolerance would accept any time.
    if (!Number.isFinite(toleranceSeconds) || toleranceSeconds < 0)
        throw new TypeError('toleranceSeconds must be a number of 0 or more.');
    if (typeof body !== 'string' && !ArrayBuffer.isView(body))
        throw new WebhookVerificationError(...parsedBody);
    const { time, signatures } = readHeader(header);
    // Never ends early, so the time it takes reveals nothing about which secret matches.
    const fitting = secrets.flatMap((each) => {
        const expected = digest(each, time, body);
        return signatures.filter((given) => timingSafeEqual(Buffer.from(given), Buffer.from(expected)));
    });
    if (fitting.length === 0)
        throw new WebhookVerificationError('wrong_signature', 'No v1 fits: another secret, or the body is not byte for byte what was sent.');
    if (Math.abs(nowSeconds - Number(time)) > toleranceSeconds)
        throw new WebhookVerificationError('timestamp_skew', `The signature is of ${time}, the clock here says ${nowSeconds}: more than ${toleranceSeconds} seconds lie between them.`);
    return readEvent(body);
}
/**
 * Signs a body as the service does, for tests of a receiver.
 *
 * @param wanted.secret a list, the newest first, as in the 24 hours after a rotation
 * @returns the value of `Service-Signature`
 *
 * Spec: "Signature".
 */
export function signWebhook(wanted) {
    const time = String(secondsOf(wanted.now));
    const digests = knownSecrets(wanted.secret).map((secret) => `v1=${digest(secret, time, wanted.body)}`);
    return [`t=${time}`, ...digests].join(',');
}
const parsedBody = [
    'body_not_raw',
    'The body is not raw: pass the bytes of the request as they came, before any JSON parser (in Express: express.raw).',
];
/** The service sends fewer than 200 characters; anything longer is no signature and is refused unread. */
const longestHeader = 1024;
/** Ignores names other than `t` and `v1`: they belong to a later scheme. */
function readHeader(header) {
    const text = typeof header === 'string' ? header : (header ?? []).join(',');
    if (text === '')
        throw malformed('The request has no Service-Signature.');
    if (text.length > longestHeader)
        throw malformed(`Service-Signature is longer than ${longestHeader}.`);
    const parts = text.split(',');
    const times = parts.filter((part) => part.startsWith('t='));
    const time = times.join().slice(2);
    if (!/^\d{1,15}$/.test(time))
        throw malformed('Service-Signature has not one t of Unix seconds.');
    const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => part.slice(3));
    if (signatures.length === 0)
        throw malformed('Service-Signature has no v1 of 64 hexadecimal digits.');
    return { time, signatures };
}
function malformed(words) {
    return new WebhookVerificationError('malformed_header', words);
}
function digest(secret, time, body) {
    return createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
}
function readEvent(body) {
    const event = parsed(body);
    if (!isEvent(event))
        throw new WebhookVerificationError('not_an_event', 'The signature is valid, but the body is not an event.');
    return event;
}
function parsed(body) {
    try {
        const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
        return JSON.parse(text);
    }
    catch {
        throw new WebhookVerificationError('invalid_json', 'The signature is valid, but the body is not JSON in UTF-8.');
    }
}
/** Checks the outer fields only: the signature already proves that the service wrote the body. */
function isEvent(value) {
    if (typeof value !== 'object' || value === null)
        return false;
    const of = (name) => (Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined);
    const data = of('data');
    return (of('object') === 'event' &&
        typeof of('id') === 'string' &&
        typeof of('type') === 'string' &&
        typeof data === 'object' &&
        data !== null);
}
/** Throws on an empty secret: anyone can sign with one, so a missing setting must not go unnoticed. */
function knownSecrets(secret) {
    const secrets = typeof secret === 'string' ? [secret] : secret;
    if (!Array.isArray(secrets) || secrets.length === 0)
        throw new TypeError('There is no webhook secret.');
    for (const each of secrets) {
        if (typeof each !== 'string' || each === '')
            throw new TypeError('There is no webhook secret.');
        if (/\s/.test(each))
            throw new TypeError('The webhook secret contains a space or a line break.');
    }
    return secrets;
}
function secondsOf(now = new Date()) {
    const seconds = Math.floor(now.getTime() / 1000);
    if (Number.isNaN(seconds))
        throw new TypeError('now must be a valid time.');
    return seconds;
}
