import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signWebhook, verifyWebhook, WebhookVerificationError } from '../../../src/sdk/webhooks.ts';

const nowSeconds = 1_767_225_600;
const now = new Date(nowSeconds * 1000);

const aSecret = fc.stringMatching(/^[0-9A-Za-z]{32}$/).map((random) => `whsec_${random}`);
/** An event may contain any text. */
const aBody = fc
  .string({ unit: 'binary', maxLength: 200 })
  .map((words) => JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { words } }));
const aRequest = fc.record({ secret: aSecret, body: aBody });

type Tried = { header: unknown; body: unknown; secret: unknown };

/** `ok` or the reason of the refusal. Any other exception would be a 500 that an attacker can cause. */
function verdictOf(tried: Tried): string {
  try {
    verifyWebhook({ ...(tried as { header: string; body: string; secret: string }), now });
    return 'ok';
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}

const refused = (tried: Tried): boolean => verdictOf(tried) !== 'ok';

describe('an attacker without the secret', () => {
  it('cannot change a bit of any body', () => {
    fc.assert(
      fc.property(aRequest, fc.nat(), fc.integer({ min: 0, max: 7 }), ({ secret, body }, place, bit) => {
        const bytes = Buffer.from(body);
        const header = signWebhook({ body, secret, now });
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);

        expect(verdictOf({ header, body, secret })).toBe('ok');
        expect(verdictOf({ header, body: bytes, secret })).toBe('wrong_signature');
      }),
    );
  });

  it('cannot change, drop, double or insert a byte anywhere in a body', () => {
    const [secret, body] = [
      `whsec_${'a1B2'.repeat(8)}`,
      '{"id":"evt_1","object":"event","type":"x","data":{}}',
    ];
    const header = signWebhook({ body, secret, now });
    const changed = Array.from(body, (_, at) => [
      body.slice(0, at) + body.slice(at + 1),
      body.slice(0, at) + body.charAt(at) + body.slice(at),
      `${body.slice(0, at)} ${body.slice(at)}`,
      `${body.slice(0, at)}\0${body.slice(at)}`,
    ]).flat();

    const accepted = changed.filter((each) => !refused({ header, body: each, secret }));

    expect(changed.length).toBeGreaterThan(200);
    expect(accepted).toEqual([]);
  });

  it('cannot change a character of the header into any other', () => {
    const [secret, body] = [
      `whsec_${'a1B2'.repeat(8)}`,
      '{"id":"evt_1","object":"event","type":"x","data":{}}',
    ];
    const header = signWebhook({ body, secret, now });
    const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
    const changed = Array.from(header, (_, at) =>
      characters.map((character) => header.slice(0, at) + character + header.slice(at + 1)),
    ).flat();

    const accepted = changed.filter((each) => each !== header && !refused({ header: each, body, secret }));

    expect(changed).toHaveLength(header.length * 256);
    expect(accepted).toEqual([]);
  });

  it('cannot truncate the header', () => {
    fc.assert(
      fc.property(aRequest, fc.nat(), ({ secret, body }, place) => {
        const header = signWebhook({ body, secret, now });
        const cut = header.slice(0, place % header.length);

        expect(verdictOf({ header: cut, body, secret })).toBe('malformed_header');
      }),
    );
  });

  it('cannot move the separator between time and body', () => {
    fc.assert(
      fc.property(aRequest, fc.integer({ min: 1, max: 9 }), ({ secret, body }, digits) => {
        const t = String(nowSeconds);
        const header = signWebhook({ body: `${t.slice(digits)}.${body}`, secret, now });
        const moved = header.replace(`t=${t}`, `t=${t.slice(0, digits)}`);

        expect(refused({ header: moved, body, secret })).toBe(true);
        expect(refused({ header: header.replace(t, `${t}.5`), body, secret })).toBe(true);
      }),
    );
  });

  it('cannot use another secret, however similar', () => {
    fc.assert(
      fc.property(aRequest, aSecret, ({ secret, body }, other) => {
        fc.pre(secret !== other);
        const header = signWebhook({ body, secret: other, now });
        const near = signWebhook({ body, secret: secret.slice(0, -1), now });

        expect(verdictOf({ header, body, secret })).toBe('wrong_signature');
        expect(verdictOf({ header: near, body, secret })).toBe('wrong_signature');
      }),
    );
  });

  it('cannot cause an unexpected exception with any header', () => {
    const junk = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2000 }),
      fc
        .array(fc.constantFrom('t=', 'v1=', ',', '=', ' ', String(nowSeconds), '0', 'ff', '\n', '％', '-'), {
          maxLength: 60,
        })
        .map((pieces) => pieces.join('')),
      fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }),
    );

    fc.assert(
      fc.property(aRequest, junk, ({ secret, body }, header) => {
        expect(['malformed_header', 'timestamp_skew', 'wrong_signature']).toContain(
          verdictOf({ header, body, secret }),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('cannot cause an unexpected exception with any body', () => {
    fc.assert(
      fc.property(aRequest, fc.anything({ withTypedArray: true }), ({ secret, body }, other) => {
        const header = signWebhook({ body, secret, now });

        expect(['wrong_signature', 'body_not_raw']).toContain(verdictOf({ header, body: other, secret }));
      }),
    );
  });
});

describe('a sender with the secret', () => {
  it('is accepted with every body, as text and as bytes', () => {
    fc.assert(
      fc.property(aRequest, ({ secret, body }) => {
        const header = signWebhook({ body: Buffer.from(body), secret, now });

        expect(verdictOf({ header, body, secret })).toBe('ok');
        expect(verdictOf({ header, body: Buffer.from(body), secret })).toBe('ok');
      }),
    );
  });

  it('is accepted with further parts in the header, in any order', () => {
    const other = fc.stringMatching(/^(?:v0|v2|kid|x|v1)=[0-9a-z]{0,40}$/);
    fc.assert(
      fc.property(aRequest, fc.array(other, { maxLength: 8 }), fc.nat(), ({ secret, body }, others, turn) => {
        const parts = [...signWebhook({ body, secret, now }).split(','), ...others];
        const at = turn % parts.length;
        const header = [...parts.slice(at), ...parts.slice(0, at)].toReversed().join(',');

        expect(verdictOf({ header, body, secret })).toBe('ok');
      }),
    );
  });

  it('is accepted with each of the secrets of a rotation', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(aSecret, { minLength: 2, maxLength: 4 }),
        aBody,
        fc.nat(),
        (secrets, body, pick) => {
          const header = signWebhook({ body, secret: secrets, now });
          const mine = secrets[pick % secrets.length];

          expect(verdictOf({ header, body, secret: mine })).toBe('ok');
          expect(verdictOf({ header, body, secret: secrets.toReversed() })).toBe('ok');
        },
      ),
    );
  });

  it('is accepted within the tolerance only', () => {
    fc.assert(
      fc.property(aRequest, fc.integer({ min: -1000, max: 1000 }), ({ secret, body }, seconds) => {
        const signedAt = new Date((nowSeconds + seconds) * 1000);
        const header = signWebhook({ body, secret, now: signedAt });

        expect(verdictOf({ header, body, secret })).toBe(Math.abs(seconds) <= 300 ? 'ok' : 'timestamp_skew');
      }),
    );
  });
});
