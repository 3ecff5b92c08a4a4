import { describe, expect, it } from 'vitest';
import { signature } from '../../../../src/domain/notices/signatures/signature.ts';
import { isSigned, type Received } from '../../../support/receivers/receiver.ts';

const secret = `whsec_${'a1B2'.repeat(8)}`;
const oldSecret = `whsec_${'z9Y8'.repeat(8)}`;
const body = '{"id":"evt_1","data":{"name":"Zoë"}}';
const unixSeconds = 1_767_225_600;

function signedBy(secrets: readonly string[], sent = body): Received {
  const headers = { 'service-signature': signature({ body, secrets, unixSeconds }) };
  return { path: '/', method: 'POST', headers, body: sent, atMs: 0, open: 1 };
}

describe('the signature of a webhook', () => {
  it('is t and the HMAC-SHA256 of "<t>.<body>" in hexadecimal', () => {
    const value = signature({ body: '{}', secrets: ['whsec_test'], unixSeconds: 1 });

    // printf '1.{}' | openssl dgst -sha256 -hmac whsec_test
    expect(value).toBe('t=1,v1=7500d5d4be4b3ef07af1fe56f7d522d135cdaa7530de557e67cc1049c52de094');
  });

  it('is accepted by a receiver that follows the specification', async () => {
    expect(await isSigned(signedBy([secret]), secret, unixSeconds)).toBe(true);
  });

  it('is made with the new and the old secret during a rotation, the new one first', async () => {
    const request = signedBy([secret, oldSecret]);

    expect(request.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(request.headers['service-signature']).toContain(signedBy([secret]).headers['service-signature']);
    expect(await isSigned(request, secret, unixSeconds)).toBe(true);
    expect(await isSigned(request, oldSecret, unixSeconds)).toBe(true);
  });

  it('does not match a changed byte, a re-serialised body, another secret or an old time', async () => {
    const spaced = JSON.stringify(JSON.parse(body), undefined, 1);

    expect(await isSigned(signedBy([secret], body.replace('1', '2')), secret, unixSeconds)).toBe(false);
    expect(await isSigned(signedBy([secret], spaced), secret, unixSeconds)).toBe(false);
    expect(await isSigned(signedBy([secret]), oldSecret, unixSeconds)).toBe(false);
    expect(await isSigned(signedBy([secret]), secret, unixSeconds + 301)).toBe(false);
  });
});
