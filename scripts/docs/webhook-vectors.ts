import { createHmac } from 'node:crypto';

type Verdict = 'ok' | 'malformed_header' | 'timestamp_skew' | 'wrong_signature' | 'no_secret';

/** A request and the verdict that every receiver must reach at that time. */
export type WebhookVector = {
  readonly name: string;
  readonly about: string;
  readonly secret: string;
  readonly header: string;
  readonly body_base64: string;
  /** Unix seconds. */
  readonly now: number;
  readonly valid: boolean;
  readonly reason: Verdict;
};

// Made up, in the format of real secrets. No app has them.
const secret = `whsec_${'Made0Up1'.repeat(4)}`;
const previous = `whsec_${'WasMine2'.repeat(4)}`;
const stranger = `whsec_${'NotOurs3'.repeat(4)}`;
const now = 1_767_225_600;

const event = (words: string): string =>
  `{"id":"evt_019b76da58007c10a1f2e3d4c5b6a798","object":"event","type":"payment.capture.completed","created":1767225599,` +
  `"api_version":"2026-01-01","livemode":false,"resource_id":"txn_019b76da57ff7a01b2c3d4e5f6a7b8c9","sequence":1,` +
  `"data":{"id":"txn_019b76da57ff7a01b2c3d4e5f6a7b8c9","amount":"10.0000","net":"9.6500","currency":"USD","status":"completed",` +
  `"fee":"0.3500","gateway":"sandbox_card","checkout_id":"chk_019b76da57fe7b02a3b4c5d6e7f8091a","merchantTransactionId":"${words}",` +
  `"payment_method":null,"source":{"type":"checkout","id":"chk_019b76da57fe7b02a3b4c5d6e7f8091a"},"failure":null,"late":false}}`;
const body = event('order-1001');

/** Spec: "Signature": the hex HMAC-SHA256, keyed with the secret, of `<t>.<raw_body>`. */
function hmac(key: string, t: string | number, bytes: string | Buffer): string {
  const message = Buffer.concat([Buffer.from(`${t}.`), Buffer.from(bytes)]);
  return createHmac('sha256', Buffer.from(key)).update(message).digest('hex');
}

const good = hmac(secret, now, body);
const header = `t=${now},v1=${good}`;

type Case = Partial<Omit<WebhookVector, 'body_base64' | 'valid'>> & {
  readonly about: string;
  readonly body?: string | Buffer;
};

/** A valid request at the time of its signature, except for what `case_` changes. */
function vector(name: string, reason: Verdict, case_: Case): WebhookVector {
  const { about, body: bytes = body, ...also } = case_;
  const body_base64 = Buffer.from(bytes).toString('base64');
  return {
    name,
    about,
    secret,
    header,
    body_base64,
    now,
    valid: reason === 'ok',
    reason,
    ...also,
  };
}

/** A valid request with another body. */
function signed(name: string, bytes: string | Buffer, about: string): WebhookVector {
  return vector(name, 'ok', { about, body: bytes, header: `t=${now},v1=${hmac(secret, now, bytes)}` });
}

/** A header with a malformed `t`, although the digest is that of this `t`. */
function badTime(name: string, t: string, about: string): WebhookVector {
  return vector(name, 'malformed_header', { about, header: `t=${t},v1=${hmac(secret, t, body)}` });
}

/** A valid request, received so many seconds after its signature. */
function at(name: string, reason: Verdict, seconds: number, about: string): WebhookVector {
  return vector(name, reason, { about, now: now + seconds });
}

const valid: readonly WebhookVector[] = [
  vector('valid', 'ok', { about: 'A delivery as the service sends it.' }),
  vector('rotation-new-secret', 'ok', {
    about: 'Within 24 hours of a rotation, checked with the new secret: the first v1 matches.',
    header: `${header},v1=${hmac(previous, now, body)}`,
  }),
  vector('rotation-old-secret', 'ok', {
    about: 'The same delivery, checked with the previous secret: the second v1 matches.',
    secret: previous,
    header: `${header},v1=${hmac(previous, now, body)}`,
  }),
  vector('two-v1-in-the-other-order', 'ok', {
    about: 'The order of the v1 does not matter.',
    header: `t=${now},v1=${hmac(previous, now, body)},v1=${good}`,
  }),
  vector('v1-before-t', 'ok', {
    about: 'The order of the parts does not matter.',
    header: `v1=${good},t=${now}`,
  }),
  vector('other-schemes-and-keys', 'ok', {
    about: 'Parts with other names belong to later schemes: ignore them.',
    header: `t=${now},v0=${'0'.repeat(64)},v1=${good},v2=abc,kid=k1`,
  }),
  vector('a-broken-v1-beside-the-right-one', 'ok', {
    about: 'One v1 that matches is enough.',
    header: `t=${now},v1=,v1=zz,v1=${good}`,
  }),
  vector('zeros-before-t', 'ok', {
    about: 't is signed as the text in the header, not as a number.',
    header: `t=000${now},v1=${hmac(secret, `000${now}`, body)}`,
  }),
  at('300-seconds-old', 'ok', 300, 'Exactly 300 seconds is still accepted.'),
  at('300-seconds-ahead', 'ok', -300, 'Exactly 300 seconds is still accepted, in the future too.'),
];

const bodies: readonly WebhookVector[] = [
  signed('non-ascii-body', event('Zoë, 東京, 🛒'), 'Sign the bytes that arrived, not characters.'),
  signed('escaped-body', event('Zo\\u00eb \\/ \\ud83d\\uded2'), 'Escapes are signed as they arrived.'),
  signed('white-space-in-body', body.replaceAll(',"', ',\r\n\t"'), 'White space is signed as it arrived.'),
  signed('line-end-after-body', `${body}\n`, 'A line end after the JSON is part of the body.'),
  signed(
    'number-that-json-changes',
    '{"a":1.0,"b":1e2,"a":9007199254740993}',
    'A JSON parser loses these numbers: sign the raw body.',
  ),
  signed(
    'empty-body',
    '',
    'The signature of an empty body is valid. It is no event; refuse it when parsing.',
  ),
  signed(
    'not-utf-8',
    Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]),
    'Bytes that are not valid UTF-8 are signed as bytes.',
  ),
  signed('body-with-a-dot', '.', 'The first dot ends the time; further dots belong to the body.'),
];

const times: readonly WebhookVector[] = [
  at('301-seconds-old', 'timestamp_skew', 301, 'Too old: a replayed request, or one of the clocks is wrong.'),
  at('301-seconds-ahead', 'timestamp_skew', -301, 'Too far in the future: one of the clocks is wrong.'),
  at('a-year-old', 'timestamp_skew', 31_536_000, 'An old request, stored and sent again.'),
  vector('milliseconds-in-t', 'timestamp_skew', {
    about: 't is in seconds.',
    header: `t=${now}000,v1=${hmac(secret, `${now}000`, body)}`,
  }),
  vector('old-and-wrong-secret', 'wrong_signature', {
    about: 'Check the signature first: without it the time cannot be trusted.',
    secret: stranger,
    now: now + 301,
  }),
  vector('t-moved-to-now', 'wrong_signature', {
    about: 'An old request with a new t: the time is signed too.',
    header: `t=${now + 600},v1=${good}`,
    now: now + 600,
  }),
];

const wrong: readonly WebhookVector[] = [
  vector('wrong-secret', 'wrong_signature', { about: 'The secret of another app.', secret: stranger }),
  vector('secret-without-prefix', 'wrong_signature', {
    about: 'The key is the whole secret, with whsec_.',
    secret: secret.slice('whsec_'.length),
  }),
  vector('rotation-neither-secret', 'wrong_signature', {
    about: 'Two v1, and neither was made with this secret.',
    secret: stranger,
    header: `${header},v1=${hmac(previous, now, body)}`,
  }),
  vector('one-byte-changed', 'wrong_signature', {
    about: 'One digit of the amount is changed.',
    body: body.replace('10.0000', '90.0000'),
  }),
  vector('white-space-added', 'wrong_signature', {
    about: 'The same JSON, parsed and written again by a framework: other bytes.',
    body: body.replaceAll('":', '": '),
  }),
  vector('line-end-added', 'wrong_signature', { about: 'One byte more.', body: `${body}\n` }),
  vector('body-cut', 'wrong_signature', { about: 'One byte less.', body: body.slice(0, -1) }),
  vector('body-gone', 'wrong_signature', {
    about: 'A framework read the body first, and nothing is left.',
    body: '',
  }),
  vector('composed-differently', 'wrong_signature', {
    about: 'Looks the same but has other code points: NFD instead of NFC.',
    body: event('Zoë').normalize('NFD'),
    header: `t=${now},v1=${hmac(secret, now, event('Zoë'))}`,
  }),
  vector('dot-moved', 'wrong_signature', {
    about: 'Split elsewhere: only the first dot separates the time from the body.',
    body: `5.${body}`,
    header: `t=${now},v1=${hmac(secret, now, `.5.${body}`)}`,
  }),
  vector('body-signed-without-t', 'wrong_signature', {
    about: 'The time and a dot come before the body.',
    header: `t=${now},v1=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }),
  vector('last-digit-changed', 'wrong_signature', {
    about: 'Compare the whole digest.',
    header: `t=${now},v1=${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
  }),
];

const malformed: readonly WebhookVector[] = [
  vector('no-header', 'malformed_header', { about: 'The header is missing or empty.', header: '' }),
  vector('no-t', 'malformed_header', { about: 'There is no time.', header: `v1=${good}` }),
  vector('no-v1', 'malformed_header', { about: 'There is a time but no signature.', header: `t=${now}` }),
  vector('only-an-unknown-scheme', 'malformed_header', {
    about: 'The right digest under another name does not count: never fall back to another scheme.',
    header: `t=${now},v0=${good},v2=${good},V1=${good}`,
  }),
  vector('empty-v1', 'malformed_header', { about: 'An empty v1 never matches.', header: `t=${now},v1=` }),
  vector('short-v1', 'malformed_header', {
    about: 'Only the beginning of the right digest.',
    header: `t=${now},v1=${good.slice(0, 32)}`,
  }),
  vector('long-v1', 'malformed_header', {
    about: 'The right digest with more digits after it.',
    header: `${header}00`,
  }),
  vector('capital-letters', 'malformed_header', {
    about: 'The digest must be in lower case.',
    header: `t=${now},v1=${good.toUpperCase()}`,
  }),
  vector('base64-instead-of-hex', 'malformed_header', {
    about: 'The digest must be in hexadecimal digits.',
    header: `t=${now},v1=${Buffer.from(good, 'hex').toString('base64')}`,
  }),
  vector('letters-beyond-f', 'malformed_header', {
    about: 'As long as a digest, but not hexadecimal.',
    header: `t=${now},v1=${'g'.repeat(64)}`,
  }),
  vector('other-letters-in-v1', 'malformed_header', {
    about: 'As many characters as a digest, but more bytes: refuse it without an exception.',
    header: `t=${now},v1=${'é'.repeat(64)}`,
  }),
  vector('commas', 'malformed_header', {
    about: 'Many empty parts.',
    header: ','.repeat(100),
  }),
  vector('blank-after-comma', 'malformed_header', {
    about: 'The service sends no blanks. A comma and a blank come from a proxy that joined two headers.',
    header: `t=${now}, v1=${good}`,
  }),
  vector('semicolons', 'malformed_header', {
    about: 'Parts are separated by commas.',
    header: `t=${now};v1=${good}`,
  }),
  vector('two-t', 'malformed_header', {
    about: 'It is unclear which t was signed and which to compare with the clock.',
    header: `t=${now - 999},t=${now},v1=${good}`,
  }),
  vector('two-headers-joined', 'malformed_header', {
    about: 'A server joins two Service-Signature headers with a comma: t occurs twice.',
    header: `${header},${header}`,
  }),
  badTime('empty-t', '', 'An empty time.'),
  badTime('negative-t', `-${now}`, 'Digits only, even if the digest matches.'),
  badTime('signed-t', `+${now}`, 'Digits only.'),
  badTime('t-with-a-blank', ` ${now}`, 'Digits only.'),
  badTime('t-with-a-line-end', `${now}\n`, 'Digits only; beware of $ in regular expressions.'),
  badTime('t-with-a-fraction', `${now}.0`, 'Digits only.'),
  badTime('t-with-an-exponent', '1767225600e0', 'Digits only.'),
  badTime('t-with-underscores', '1_767_225_600', 'Digits only.'),
  badTime('hexadecimal-t', `0x${now.toString(16)}`, 'Digits only.'),
  badTime('t-is-not-a-number', 'NaN', 'Comparisons with NaN are always false: refuse it explicitly.'),
  badTime('infinite-t', 'Infinity', 'Digits only.'),
  badTime('other-digits-in-t', '１７６７２２５６００', 'Only the ASCII digits 0 to 9.'),
  badTime('huge-t', '9'.repeat(40), 'At most 15 digits, so that no number overflows.'),
];

const secrets: readonly WebhookVector[] = [
  vector('empty-secret', 'no_secret', {
    about: 'The setting is missing. Anyone can sign with an empty key: refuse to check at all.',
    secret: '',
    header: `t=${now},v1=${hmac('', now, body)}`,
  }),
];

/** What docs/webhook-vectors.json holds. */
export function webhookVectors() {
  return {
    about:
      'Requests and the verdict that a receiver of webhooks must reach. The key is the whole secret, the message is t, a dot and the bytes of the body. See docs/guides/webhooks/receive-webhooks.md.',
    tolerance_seconds: 300,
    vectors: [...valid, ...bodies, ...times, ...wrong, ...malformed, ...secrets],
  };
}
