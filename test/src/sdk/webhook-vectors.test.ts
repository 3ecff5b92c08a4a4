import { describe, expect, it } from 'vitest';
import { type WebhookVector, webhookVectors } from '../../../scripts/docs/webhook-vectors.ts';
import {
  isInTime,
  isSignedBy,
  readSignature,
  signature,
} from '../../../src/domain/notices/signatures/signature.ts';
import { signWebhook, verifyWebhook, WebhookVerificationError } from '../../../src/sdk/webhooks.ts';
import { isSigned } from '../../support/receivers/receiver.ts';
import { bytesOf, published } from './vectors.ts';

const { vectors } = published;
const timeIn = ({ header }: WebhookVector): string => /(?:^|,)t=(\d+)/.exec(header)?.[1] ?? '';

/** The verdict of the module. A body that is no event is refused only after its signature was accepted. */
function verdictOf(vector: WebhookVector): string {
  const now = new Date(vector.now * 1000);
  try {
    verifyWebhook({ header: vector.header, body: bytesOf(vector), secret: vector.secret, now });
    return 'ok';
  } catch (error) {
    if (error instanceof WebhookVerificationError)
      return ['invalid_json', 'not_an_event'].includes(error.reason) ? 'ok' : error.reason;
    if (error instanceof TypeError && error.message === 'There is no webhook secret.') return 'no_secret';
    throw error;
  }
}

/** The verdict of the service's own check, for a merchant with one app and one secret. */
function verdictOfService(vector: WebhookVector): string {
  const signed = readSignature(vector.header);
  if (signed === undefined) return 'malformed_header';
  if (!isSignedBy(signed, bytesOf(vector), [vector.secret])) return 'wrong_signature';
  return isInTime(signed, vector.now) ? 'ok' : 'timestamp_skew';
}

describe('the published vectors', () => {
  it('are up to date with their generator', () => {
    expect(published).toEqual(webhookVectors());
  });

  it('have unique names, and many of them have each verdict', () => {
    const count = (wanted: string) => vectors.filter(({ reason }) => reason === wanted).length;

    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
    expect(count('ok')).toBeGreaterThan(12);
    expect(count('malformed_header')).toBeGreaterThan(20);
    expect(count('wrong_signature')).toBeGreaterThan(10);
    expect(count('timestamp_skew')).toBeGreaterThan(3);
    expect(vectors.filter(({ valid, reason }) => valid !== (reason === 'ok'))).toEqual([]);
  });

  it.each(vectors)('$name is $reason for the module', (vector) => {
    expect(verdictOf(vector)).toBe(vector.reason);
  });

  // In the service every app has a secret.
  it.each(vectors.filter(({ reason }) => reason !== 'no_secret'))(
    '$name is $reason for the service',
    (vector) => {
      expect(verdictOfService(vector)).toBe(vector.reason);
    },
  );

  it.each(vectors.filter(({ valid, name }) => valid && !['not-utf-8', 'zeros-before-t'].includes(name)))(
    '$name is signed alike by the service and the module, as bytes and as text',
    async (vector) => {
      const body = bytesOf(vector).toString('utf8');
      const t = Number(timeIn(vector));
      const now = new Date(t * 1000);

      const byService = signature({ body, secrets: [vector.secret], unixSeconds: t });

      expect(signWebhook({ body, secret: vector.secret, now })).toBe(byService);
      expect(signWebhook({ body: bytesOf(vector), secret: vector.secret, now })).toBe(byService);
      expect(vector.header).toContain(byService.split(',')[1]);
      // `isSigned` is written from the specification alone, with another implementation of HMAC.
      const headers = { 'service-signature': vector.header };
      const request = { path: '/', method: 'POST', headers, body, atMs: 0, open: 1 };
      expect(await isSigned(request, vector.secret, vector.now)).toBe(true);
    },
  );
});
