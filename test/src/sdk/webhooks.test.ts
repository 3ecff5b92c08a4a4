import { describe, expect, it } from 'vitest';
import webhooks from '../../../generated/webhooks.json' with { type: 'json' };
import {
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from '../../../src/sdk/webhooks.ts';

const secret = `whsec_${'a1B2'.repeat(8)}`;
const previous = `whsec_${'z9Y8'.repeat(8)}`;
const now = new Date(1_767_225_600_000);
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'payment.capture.completed',
  created: 1_767_225_600,
  data: { id: 'txn_1', amount: '10.0000', merchantTransactionId: 'Zoë-1' },
};
const body = JSON.stringify(event);
const header = signWebhook({ body, secret, now });
const request = { header, body, secret, now };

/** The error that verifying throws. */
function refusalOf(work: () => unknown): WebhookVerificationError {
  try {
    work();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error;
    throw error;
  }
  throw new Error('the request was accepted');
}

const reasonOf = (also: Partial<Record<keyof typeof request | 'toleranceSeconds', unknown>>): string =>
  refusalOf(() => verifyWebhook({ ...request, ...also } as typeof request)).reason;

describe('a verified event', () => {
  it('is the parsed body, given as bytes or as text', () => {
    const bytes = Buffer.from(body);

    expect(verifyWebhook(request)).toEqual(event);
    expect(verifyWebhook({ ...request, body: bytes })).toEqual(event);
    expect(verifyWebhook({ ...request, body: new Uint8Array(bytes) })).toEqual(event);
    // Small buffers are slices of a larger pool.
    expect(
      verifyWebhook({ ...request, body: Buffer.concat([bytes, bytes]).subarray(0, bytes.length) }),
    ).toEqual(event);
  });

  it('narrows the type of its data by its `type`', () => {
    const seen: WebhookEvent = verifyWebhook(request);

    const reference = seen.type === 'payment.capture.completed' ? seen.data.merchantTransactionId : '';
    // @ts-expect-error a refund has no such field
    const none = seen.type === 'payment.refund.completed' ? seen.data.merchantTransactionId : undefined;

    expect([reference, none]).toEqual(['Zoë-1', undefined]);
  });

  it('may have a type that the module does not know', () => {
    const newer = JSON.stringify({ ...event, type: 'payment.capture.some-day' });

    const seen = verifyWebhook({
      ...request,
      body: newer,
      header: signWebhook({ body: newer, secret, now }),
    });

    expect(seen.type).toBe('payment.capture.some-day');
  });

  it.each(Object.values(webhooks.webhooks).map((each) => each.post['operationId']))(
    'may be %s',
    (operationId) => {
      const [type = ''] =
        Object.entries(webhooks.webhooks).find(([, each]) => each.post.operationId === operationId) ?? [];
      const sent = JSON.stringify({ ...event, type });

      expect(
        verifyWebhook({ ...request, body: sent, header: signWebhook({ body: sent, secret, now }) }).type,
      ).toBe(type);
    },
  );
});

describe('the header', () => {
  it('is accepted in every form in which frameworks pass it', () => {
    expect(verifyWebhook({ ...request, header: [header] }).id).toBe('evt_1');
    expect(reasonOf({ header: undefined })).toBe('malformed_header');
    expect(reasonOf({ header: null })).toBe('malformed_header');
    expect(reasonOf({ header: [] })).toBe('malformed_header');
    expect(reasonOf({ header: [header, header] })).toBe('malformed_header');
  });

  it('is refused when it is longer than any that the service sends', () => {
    const long = `${header},${'v1=0,'.repeat(200)}`;

    expect(refusalOf(() => verifyWebhook({ ...request, header: long }))).toMatchObject({
      reason: 'malformed_header',
      message: 'Service-Signature is longer than 1024.',
    });
  });

  it('matches either secret during a rotation, and the receiver may pass both', () => {
    const both = signWebhook({ body, secret: [secret, previous], now });

    expect(both).toMatch(/^t=1767225600,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const known of [secret, previous, [previous, secret], ['whsec_third', previous]])
      expect(verifyWebhook({ ...request, header: both, secret: known }).id).toBe('evt_1');
    expect(reasonOf({ header: both, secret: ['whsec_third'] })).toBe('wrong_signature');
  });
});

const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('the time', () => {
  it('may differ by 300 seconds unless another tolerance is given', () => {
    for (const seconds of [300, -300])
      expect(verifyWebhook({ ...request, now: later(seconds) }).id).toBe('evt_1');
    for (const seconds of [301, -301]) expect(reasonOf({ now: later(seconds) })).toBe('timestamp_skew');
    expect(verifyWebhook({ ...request, now: later(3600), toleranceSeconds: 3600 }).id).toBe('evt_1');
    expect(reasonOf({ now: later(1), toleranceSeconds: 0 })).toBe('timestamp_skew');
  });

  it('is compared with the clock when none is given', () => {
    const fresh = signWebhook({ body, secret });

    expect(verifyWebhook({ header: fresh, body, secret }).id).toBe('evt_1');
    expect(refusalOf(() => verifyWebhook({ header, body, secret })).message).toContain('1767225600');
  });

  it.each([Number.NaN, -1, Infinity, '300', null])(
    'is not checked with an invalid tolerance: %s',
    (toleranceSeconds) => {
      expect(() => verifyWebhook({ ...request, toleranceSeconds: toleranceSeconds as number })).toThrow(
        TypeError,
      );
    },
  );

  it('is not checked with an invalid date', () => {
    expect(() => verifyWebhook({ ...request, now: new Date(Number.NaN) })).toThrow(TypeError);
  });
});

describe('a body', () => {
  it.each([[event], [undefined], [null], [42], [[...Buffer.from(body)]], [{}]])(
    'that was parsed already (%j) is refused with a hint',
    (parsed) => {
      const refusal = refusalOf(() => verifyWebhook({ ...request, body: parsed as unknown as string }));

      expect(refusal.reason).toBe('body_not_raw');
      expect(refusal.message).toContain('express.raw');
    },
  );

  it.each([
    ['', 'invalid_json'],
    ['{"id":', 'invalid_json'],
    [Buffer.from([0x22, 0xff, 0x22]), 'invalid_json'],
    ['null', 'not_an_event'],
    ['[]', 'not_an_event'],
    ['"evt_1"', 'not_an_event'],
    ['{}', 'not_an_event'],
    ['{"object":"event","id":"evt_1","type":"x","data":null}', 'not_an_event'],
    ['{"object":"event","id":1,"type":"x","data":{}}', 'not_an_event'],
    ['{"object":"checkout","id":"chk_1","type":"x","data":{}}', 'not_an_event'],
    ['{"__proto__":{"object":"event","id":"evt_1","type":"x","data":{}}}', 'not_an_event'],
  ])('of %s is refused as %s, although its signature matches', (sent, reason) => {
    expect(reasonOf({ body: sent, header: signWebhook({ body: sent, secret, now }) })).toBe(reason);
  });

  it('is not parsed before its signature matches', () => {
    expect(reasonOf({ body: 'not json' })).toBe('wrong_signature');
  });
});

describe('a secret', () => {
  it.each([[''], [[]], [[secret, '']], [undefined], [null], [[undefined]], [`${secret}\n`], [` ${secret}`]])(
    'of %j is a TypeError, in verifying and in signing',
    (wrong) => {
      const signed = signWebhook({ body, secret: 'x', now });

      expect(() => verifyWebhook({ ...request, header: signed, secret: wrong as string })).toThrow(TypeError);
      expect(() => signWebhook({ body, secret: wrong as string, now })).toThrow(TypeError);
    },
  );
});
