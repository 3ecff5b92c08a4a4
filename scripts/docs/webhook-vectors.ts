import { createHmac } from 'node:crypto';

type Verdict = 'ok' | 'malformed_header' | 'timestamp_skew' | 'wrong_signature' | 'no_secret';

/** A request, and what every receiver must make of it at that time. */
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

// Made up: no app has them. The format is that of real ones.
const secret = `whsec_${'Made0Up1'.repeat(4)}`;
const older = `whsec_${'WasMine2'.repeat(4)}`;
const stranger = `whsec_${'NotOurs3'.repeat(4)}`;
const now = 1_767_225_600;

const event = (words: string): string =>
  `{"id":"evt_019b76da58007c10a1f2e3d4c5b6a798","object":"event","type":"payment.capture.completed","created":1767225599,` +
  `"api_version":"2026-01-01","livemode":false,"resource_id":"txn_019b76da57ff7a01b2c3d4e5f6a7b8c9","sequence":1,` +
  `"data":{"id":"txn_019b76da57ff7a01b2c3d4e5f6a7b8c9","amount":"10.0000","net":"9.6500","currency":"USD","status":"completed",` +
  `"fee":"0.3500","gateway":"sandbox_card","checkout_id":"chk_019b76da57fe7b02a3b4c5d6e7f8091a","merchantTransactionId":"${words}",` +
  `"payment_method":null,"source":{"type":"checkout","id":"chk_019b76da57fe7b02a3b4c5d6e7f8091a"},"failure":null,"late":false}}`;
const body = event('order-1001');

/** In the words of the specification: the hex HMAC-SHA256, keyed with the secret, of `<t>.<raw_body>`. */
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

/** A right request at the time of its signature, but for what is said. */
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

/** A body that is signed as it is. */
function signed(name: string, bytes: string | Buffer, about: string): WebhookVector {
  return vector(name, 'ok', { about, body: bytes, header: `t=${now},v1=${hmac(secret, now, bytes)}` });
}

/** A header that is wrong although the digest in it was made with the secret over just that `t`. */
function badTime(name: string, t: string, about: string): WebhookVector {
  return vector(name, 'malformed_header', { about, header: `t=${t},v1=${hmac(secret, t, body)}` });
}

/** A clock that is off by so many seconds. */
function at(name: string, reason: Verdict, seconds: number, about: string): WebhookVector {
  return vector(name, reason, { about, now: now + seconds });
}

const right: readonly WebhookVector[] = [
  vector('valid', 'ok', { about: 'A delivery as it comes.' }),
  vector('rotation-new-secret', 'ok', {
    about: 'Within 24 hours of a rotation, checked with the new secret: the first v1 fits.',
    header: `${header},v1=${hmac(older, now, body)}`,
  }),
  vector('rotation-old-secret', 'ok', {
    about: 'The same delivery, checked with the secret from before: the second v1 fits.',
    secret: older,
    header: `${header},v1=${hmac(older, now, body)}`,
  }),
  vector('two-v1-in-the-other-order', 'ok', {
    about: 'The order of the v1 means nothing.',
    header: `t=${now},v1=${hmac(older, now, body)},v1=${good}`,
  }),
  vector('v1-before-t', 'ok', {
    about: 'The order of the parts means nothing.',
    header: `v1=${good},t=${now}`,
  }),
  vector('other-schemes-and-keys', 'ok', {
    about: 'Parts with another name are of a later scheme: leave them alone.',
    header: `t=${now},v0=${'0'.repeat(64)},v1=${good},v2=abc,kid=k1`,
  }),
  vector('a-broken-v1-beside-the-right-one', 'ok', {
    about: 'One v1 that fits is enough.',
    header: `t=${now},v1=,v1=zz,v1=${good}`,
  }),
  vector('zeros-before-t', 'ok', {
    about: 't is signed as it stands, and not as the number that it is.',
    header: `t=000${now},v1=${hmac(secret, `000${now}`, body)}`,
  }),
  at('300-seconds-old', 'ok', 300, 'The edge of the tolerance is inside.'),
  at('300-seconds-ahead', 'ok', -300, 'The edge of the tolerance is inside, in the future too.'),
];

const bodies: readonly WebhookVector[] = [
  signed('non-ascii-body', event('Zoë, 東京, 🛒'), 'Count bytes, not characters: UTF-8 as it came.'),
  signed('escaped-body', event('Zo\\u00eb \\/ \\ud83d\\uded2'), 'Escapes stay as they came.'),
  signed('white-space-in-body', body.replaceAll(',"', ',\r\n\t"'), 'White space stays as it came.'),
  signed('line-end-after-body', `${body}\n`, 'The last line end is part of the body.'),
  signed(
    'number-that-json-changes',
    '{"a":1.0,"b":1e2,"a":9007199254740993}',
    'A parser does not give it back.',
  ),
  signed('empty-body', '', 'Right signature of nothing. It is no event; refuse it when parsing.'),
  signed(
    'not-utf-8',
    Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]),
    'Bytes that are no text are signed as bytes.',
  ),
  signed('body-with-a-dot', '.', 'The first dot ends the time; the others are of the body.'),
];

const times: readonly WebhookVector[] = [
  at('301-seconds-old', 'timestamp_skew', 301, 'Too old: a repeated request, or a slow clock here.'),
  at('301-seconds-ahead', 'timestamp_skew', -301, 'Too far ahead: a clock is wrong.'),
  at('a-year-old', 'timestamp_skew', 31_536_000, 'A stored request, sent again.'),
  vector('milliseconds-in-t', 'timestamp_skew', {
    about: 't is in seconds.',
    header: `t=${now}000,v1=${hmac(secret, `${now}000`, body)}`,
  }),
  vector('old-and-wrong-secret', 'wrong_signature', {
    about: 'The signature is judged first: the time of a stranger says nothing.',
    secret: stranger,
    now: now + 301,
  }),
  vector('t-moved-to-now', 'wrong_signature', {
    about: 'An old request under a fresh t: the time is signed too.',
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
    about: 'Two v1, and none of this secret.',
    secret: stranger,
    header: `${header},v1=${hmac(older, now, body)}`,
  }),
  vector('one-byte-changed', 'wrong_signature', {
    about: 'An amount with another digit.',
    body: body.replace('10.0000', '90.0000'),
  }),
  vector('white-space-added', 'wrong_signature', {
    about: 'The same JSON, written anew by a framework: not the same bytes.',
    body: body.replaceAll('":', '": '),
  }),
  vector('line-end-added', 'wrong_signature', { about: 'One byte more.', body: `${body}\n` }),
  vector('body-cut', 'wrong_signature', { about: 'One byte less.', body: body.slice(0, -1) }),
  vector('body-gone', 'wrong_signature', {
    about: 'A framework that read the body before you did.',
    body: '',
  }),
  vector('composed-differently', 'wrong_signature', {
    about: 'Looks the same, in other code points: NFD instead of NFC.',
    body: event('Zoë').normalize('NFD'),
    header: `t=${now},v1=${hmac(secret, now, event('Zoë'))}`,
  }),
  vector('dot-moved', 'wrong_signature', {
    about: 'What is signed is cut after the first dot, nowhere else.',
    body: `5.${body}`,
    header: `t=${now},v1=${hmac(secret, now, `.5.${body}`)}`,
  }),
  vector('body-signed-without-t', 'wrong_signature', {
    about: 'The time and a dot come before the body.',
    header: `t=${now},v1=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }),
  vector('last-digit-changed', 'wrong_signature', {
    about: 'Compare all of it.',
    header: `t=${now},v1=${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
  }),
];

const malformed: readonly WebhookVector[] = [
  vector('no-header', 'malformed_header', { about: 'Nothing, or nothing in it.', header: '' }),
  vector('no-t', 'malformed_header', { about: 'No time.', header: `v1=${good}` }),
  vector('no-v1', 'malformed_header', { about: 'A time and nothing else.', header: `t=${now}` }),
  vector('only-an-unknown-scheme', 'malformed_header', {
    about: 'The right digest under another name does not count: no falling back to another scheme.',
    header: `t=${now},v0=${good},v2=${good},V1=${good}`,
  }),
  vector('empty-v1', 'malformed_header', { about: 'Nothing fits nothing.', header: `t=${now},v1=` }),
  vector('short-v1', 'malformed_header', {
    about: 'The beginning of the right digest is not the digest.',
    header: `t=${now},v1=${good.slice(0, 32)}`,
  }),
  vector('long-v1', 'malformed_header', { about: 'Nor is more than the digest.', header: `${header}00` }),
  vector('capital-letters', 'malformed_header', {
    about: 'The digest is in small letters.',
    header: `t=${now},v1=${good.toUpperCase()}`,
  }),
  vector('base64-instead-of-hex', 'malformed_header', {
    about: 'The digest is in hexadecimal digits.',
    header: `t=${now},v1=${Buffer.from(good, 'hex').toString('base64')}`,
  }),
  vector('letters-beyond-f', 'malformed_header', {
    about: 'As long as a digest, and none.',
    header: `t=${now},v1=${'g'.repeat(64)}`,
  }),
  vector('other-letters-in-v1', 'malformed_header', {
    about: 'As many characters as a digest, and more bytes: refuse it, do not fall over.',
    header: `t=${now},v1=${'é'.repeat(64)}`,
  }),
  vector('commas', 'malformed_header', {
    about: 'Many parts with nothing in them.',
    header: ','.repeat(100),
  }),
  vector('blank-after-comma', 'malformed_header', {
    about: 'The service sends no blanks; what is joined by a proxy is two headers.',
    header: `t=${now}, v1=${good}`,
  }),
  vector('semicolons', 'malformed_header', { about: 'Parts end at commas.', header: `t=${now};v1=${good}` }),
  vector('two-t', 'malformed_header', {
    about: 'Which of the two was judged, and which was signed?',
    header: `t=${now - 999},t=${now},v1=${good}`,
  }),
  vector('two-headers-joined', 'malformed_header', {
    about: 'A server joins two Service-Signature headers with a comma: t is there twice.',
    header: `${header},${header}`,
  }),
  badTime('empty-t', '', 'A time of no digits.'),
  badTime('negative-t', `-${now}`, 'Digits only, although it is signed.'),
  badTime('signed-t', `+${now}`, 'Digits only.'),
  badTime('t-with-a-blank', ` ${now}`, 'Digits only.'),
  badTime('t-with-a-line-end', `${now}\n`, 'Digits only; beware of $ in regular expressions.'),
  badTime('t-with-a-fraction', `${now}.0`, 'Digits only.'),
  badTime('t-with-an-exponent', '1767225600e0', 'Digits only.'),
  badTime('t-with-underscores', '1_767_225_600', 'Digits only.'),
  badTime('hexadecimal-t', `0x${now.toString(16)}`, 'Digits only.'),
  badTime('t-is-not-a-number', 'NaN', 'A comparison with NaN is never true: refuse it by name.'),
  badTime('infinite-t', 'Infinity', 'Digits only.'),
  badTime('other-digits-in-t', '１７６７２２５６００', 'Only the digits 0 to 9 of ASCII.'),
  badTime('huge-t', '9'.repeat(40), 'At most 15 digits: no number overflows.'),
];

const secrets: readonly WebhookVector[] = [
  vector('empty-secret', 'no_secret', {
    about: 'A setting that is missing. Anyone can sign with the empty key: refuse to check at all.',
    secret: '',
    header: `t=${now},v1=${hmac('', now, body)}`,
  }),
];

/** What docs/webhook-vectors.json holds. */
export function webhookVectors() {
  return {
    about:
      'Requests and the verdict that a receiver of webhooks must come to. The key is the whole secret, the message is t, a dot and the bytes of the body. See docs/guides/receive-webhooks.md.',
    tolerance_seconds: 300,
    vectors: [...right, ...bodies, ...times, ...wrong, ...malformed, ...secrets],
  };
}
