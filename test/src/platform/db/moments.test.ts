import { types } from 'pg';
import { describe, expect, it } from 'vitest';
import { momentOf } from '../../../../src/platform/db/driver/moments.ts';

const byDriver: (text: string) => unknown = types.getTypeParser(types.builtins.TIMESTAMPTZ, 'text');

/** As PostgreSQL writes a moment in UTC: without zeros at the end of the fraction. */
function written(ms: number, micros: number): string {
  const [day = '', time = ''] = new Date(ms).toISOString().slice(0, 23).split('T');
  const fraction = `${time.slice(9)}${String(micros).padStart(3, '0')}`.replace(/0+$/, '');
  return `${day} ${time.slice(0, 8)}${fraction === '' ? '' : `.${fraction}`}+00`;
}

describe('a moment of PostgreSQL', () => {
  it('is read as the driver reads it, cut to milliseconds', () => {
    const [from, to] = [Date.UTC(1970, 0, 1), Date.UTC(2199, 11, 31)];
    for (let at = 0; at < 20_000; at += 1) {
      const ms = from + Math.trunc(((to - from) * at) / 20_000) + at;
      const micros = at % 3 === 0 ? 0 : (at * 7919) % 1000;
      expect(momentOf(written(ms, micros))).toEqual(new Date(ms));
    }
  });

  it.each([
    '2026-11-20 18:13:46+00',
    '2026-11-20 18:13:46.1+00',
    '2026-11-20 18:13:46.12+00',
    '2026-11-20 18:13:46.123+00',
    '2026-11-20 18:13:46.1234+00',
    '2026-11-20 18:13:46.123999+00',
    '2028-02-29 23:59:59.999999+00',
    '9999-12-31 23:59:59+00',
  ])('of the usual form is the same as the driver says: %s', (text) => {
    expect(momentOf(text)).toEqual(new Date(Math.trunc(Number(byDriver(text)))));
  });

  it.each([
    '0001-01-01 00:00:00+00',
    '0099-12-31 23:59:59+00',
    '2026-11-20 18:13:46+02',
    '0044-03-15 12:00:00+00 BC',
    'infinity',
  ])('of any other form is left to the driver: %s', (text) => {
    expect(momentOf(text)).toEqual(byDriver(text));
  });
});
