import { describe, expect, it } from 'vitest';
import { createLog, type Log } from '../../../src/platform/log.ts';

/** A card number that passes the Luhn check, assembled so that the repository contains none. */
const card = `4${'1'.repeat(15)}`;
const key = ['sk', 'test', 'a'.repeat(38)].join('_');

function aLog(options: { readable?: boolean } = {}): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { log: createLog({ level: 'debug', destination, readable: false, ...options }), lines };
}

/** The log line of `about`, as an object. */
function logged(about: Record<string, unknown>, message = ''): Record<string, unknown> {
  const { log, lines } = aLog();
  log.info(about, message);
  return JSON.parse(lines.join('')) as Record<string, unknown>;
}

describe('a log line', () => {
  it('is one JSON object with time, level and message', () => {
    const line = logged({ operation: 'createCheckout', status: 201 }, 'request');

    expect(line).toMatchObject({ level: 'info', operation: 'createCheckout', status: 201, msg: 'request' });
    expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it.each([
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'pan',
    'cvv',
    'card_number',
    'cardNumber',
    'agent_otp',
    'secret',
    'secret_sealed',
    'previousSecretSealed',
    'webhook_secret',
    'password',
    'totp',
    'x-totp-code',
    'SECRET_KEY',
  ])('never shows %s, at any depth', (name) => {
    const line = logged({ [name]: 'hush', request: { headers: [{ [name]: 'hush' }] } });

    expect(JSON.stringify(line)).not.toContain('hush');
    expect(line[name]).toBe('[redacted]');
  });

  it('shows an object by its properties only', () => {
    const target = new URL('https://shop.example/hook?key=hush');

    expect(JSON.stringify(logged({ target }))).not.toContain('hush');
  });

  it('redacts values that are not text', () => {
    expect(logged({ pan: 42, cvv: { digits: 123 } })).toMatchObject({ pan: '[redacted]', cvv: '[redacted]' });
  });

  it.each(['phone', 'customer_phone', 'customerPhone', 'mobile_money_number'])(
    'shows four digits of %s',
    (name) => {
      expect(logged({ [name]: '+263771234567' })[name]).toBe('…4567');
    },
  );

  it('shows identifiers', () => {
    const about = {
      app: 'app_1',
      key: 'sk_test_…cdef',
      span: 'a',
      company: 'b',
      amount: 12n,
      at: new Date(0),
    };

    expect(logged(about)).toMatchObject({ ...about, amount: '12', at: '1970-01-01T00:00:00.000Z' });
  });

  it('redacts card numbers, keys and phones quoted in a message or a stack', () => {
    const spaced = card.replaceAll(/(....)(?=.)/g, '$1 ');
    const err = new Error(`no ${card}, ${spaced}, ${key}, Bearer ${'b'.repeat(20)}, 0771234567`);

    const text = JSON.stringify(logged({ err }, `for ${card} and +263771234567`));

    for (const hidden of [card, spaced, key, 'bbbb', '771234567']) expect(text).not.toContain(hidden);
    expect(text).toContain('…4567');
  });

  it.each([
    [13, ['4', '2'.repeat(12)].join('')],
    [14, ['3', '0569309025904'].join('')],
    [15, ['3', '78282246310005'].join('')],
    [19, ['6', '3'.repeat(17), '6'].join('')],
  ])('redacts card numbers of %i digits', (digits, number) => {
    expect(number).toHaveLength(digits);
    expect(logged({ err: new Error(`no ${number}`) }, `for ${number}`)).toMatchObject({
      msg: 'for [redacted]',
      err: { message: 'no [redacted]' },
    });
  });

  it.each([
    ['\n', 'a line break'],
    ['\t', 'a tab'],
    ['\r\n', 'a line break of Windows'],
    ['\u0001', 'a control character'],
    ['\\\n', 'a backslash and a line break'],
    ['%2B', 'a sign of a URL'],
  ])('redacts what follows %j: %s', (before) => {
    const live = ['sk', 'live', 'abcdefghijklmnop1234'].join('_');
    const why = `bad${before}${card}, bad${before}${live}, bad${before}263771234567`;

    const { message, stack } = logged({ err: new Error(why) })['err'] as Record<string, unknown>;

    const shown = `bad${before}[redacted], bad${before}sk_live_[redacted], bad${before}…4567`;
    expect([message, logged({ why })['why']]).toEqual([shown, shown]);
    expect(stack).toContain(shown);
  });

  it('keeps digits after a letter that follows a backslash', () => {
    const path = `C:\\n${card}`;

    expect(logged({ path })['path']).toBe(path);
  });

  it('redacts card numbers of the domestic switch', () => {
    const ours = ['9716', '0'.repeat(11), '6'].join('');

    expect(logged({ err: new Error(`no ${ours}`) }, `for ${ours}`)).toMatchObject({
      msg: 'for [redacted]',
      err: { message: 'no [redacted]' },
    });
  });

  it('keeps ids, and numbers that are not card numbers', () => {
    const id = `chk_${'4'.repeat(32)}`;
    const order = `${card.slice(0, 15)}2`;

    expect(logged({ id }, order)).toMatchObject({ id, msg: order });
  });

  it('shows what an error is, but not the row it concerns', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'refs',
      detail: 'Jane',
    });

    const line = logged({ err: new TypeError('cannot insert', { cause }) });

    expect(line['err']).toMatchObject({
      type: 'TypeError',
      message: 'cannot insert',
      stack: expect.stringContaining('log.test.ts') as unknown,
      cause: { code: '23505', constraint: 'refs' },
    });
    expect(JSON.stringify(line)).not.toContain('Jane');
  });

  it('is bounded for any input', () => {
    const round: Record<string, unknown> = {
      bytes: Buffer.from('hush'),
      many: Array.from({ length: 1e5 }, () => 1),
    };
    round['round'] = round;

    const text = JSON.stringify(logged(round));

    expect(text).toContain('[4 bytes]');
    expect(text.length).toBeLessThan(10_000);
  });

  it('redacts the bindings of a child', () => {
    const { log, lines } = aLog();

    log.child({ mode: 'sandbox', password: 'hush' }).warn('words');

    expect(lines.join('')).toContain('"mode":"sandbox"');
    expect(lines.join('')).not.toContain('hush');
  });

  it('is omitted below the log level', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } });

    log.info('quiet');
    log.error('loud');

    expect(lines).toHaveLength(1);
  });
});

describe('a line for people', () => {
  it('consists of time, level, message and pairs', () => {
    const { log, lines } = aLog({ readable: true });

    log.info({ operation: 'createCheckout', ms: 3.5 }, 'request');

    expect(lines).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d info {2}request operation=createCheckout ms=3.5\n$/),
    ]);
  });

  it('is followed by the redacted stack', () => {
    const { log, lines } = aLog({ readable: true });

    log.error({ err: new Error(`no ${card}`) }, 'failed');

    expect(lines.join('')).toMatch(/^\S+ error failed\n {4}Error: no \[redacted\]\n {8}at /);
  });
});
