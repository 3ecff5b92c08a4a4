import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { now } from '../../../src/platform/clock.ts';
import {
  dashed,
  isUuid,
  newId,
  randomBase58,
  randomBase62,
  randomDigits,
  randomUuid,
  readId,
  showId,
  uuidIn,
} from '../../../src/platform/ids.ts';

const uuids = fc.uuid();

describe('a new id', () => {
  it('is a UUIDv7 of this millisecond', () => {
    // Not the machine's clock: once it is measured, PostgreSQL's may differ from it.
    const before = now().getTime();

    const id = newId();

    const ms = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ms).toBeGreaterThanOrEqual(before);
    expect(ms).toBeLessThanOrEqual(now().getTime() + 1);
  });

  it('is greater than every earlier id, so that lists keep the order of creation', () => {
    const ids = Array.from({ length: 20_000 }, () => newId());

    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is greater even when the clock stands still or is set back', () => {
    // Never ahead: later ids of this process would be ahead too.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const still = Array.from({ length: 10_000 }, () => newId());
    vi.setSystemTime(Date.now() - 3_600_000);
    const back = Array.from({ length: 10_000 }, () => newId());
    vi.useRealTimers();

    const ids = [...still, ...back];
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('reveals no time when it is random', () => {
    expect(randomUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });
});

describe('a shown id', () => {
  it('is read back as the uuid it was made from', () => {
    fc.assert(
      fc.property(uuids, (uuid) => {
        expect(readId('chk', showId('chk', uuid))).toBe(uuid);
      }),
    );
  });

  it('is the prefix and 32 hex digits', () => {
    fc.assert(
      fc.property(uuids, (uuid) => {
        expect(showId('plink', uuid)).toMatch(/^plink_[0-9a-f]{32}$/);
      }),
    );
  });

  it('is refused under another prefix', () => {
    expect(() => readId('txn', showId('chk', newId()))).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
  });

  it.each([
    '',
    'chk',
    'chk_',
    'chk_0123',
    `chk_${'A'.repeat(32)}`,
    `chk_${'0'.repeat(33)}`,
    `chk_${'0'.repeat(32)}\n`,
    `chk-${'0'.repeat(32)}`,
    `chkk${'0'.repeat(32)}`,
    '00000000-0000-0000-0000-000000000000',
  ])('is refused as NOT_FOUND when it reads %j', (text) => {
    expect(() => readId('chk', text)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });

  it('is refused for any other text', () => {
    const others = fc.string({ unit: 'binary' }).filter((text) => !/^chk_[0-9a-f]{32}$/.test(text));

    fc.assert(
      fc.property(others, (text) => {
        expect(() => readId('chk', text)).toThrow('does not exist');
      }),
    );
  });
});

describe('an id of any kind', () => {
  it('is read only from a whole id', () => {
    const id = newId();

    expect(uuidIn(showId('chk', id))).toBe(id);
    expect(uuidIn(showId('plan', id))).toBe(id);
    expect(uuidIn(id)).toBeUndefined();
    expect(uuidIn(`order ${showId('chk', id)}`)).toBeUndefined();
    expect(uuidIn(`${showId('chk', id)}\n`)).toBeUndefined();
  });
});

describe('a uuid', () => {
  it('is distinguished from other texts', () => {
    expect(isUuid(newId())).toBe(true);
    expect(isUuid(newId().toUpperCase())).toBe(false);
    expect(isUuid(newId().replaceAll('-', ''))).toBe(false);
    expect(isUuid(`${newId()}\n`)).toBe(false);
  });

  it('gets its dashes back', () => {
    fc.assert(
      fc.property(uuids, (uuid) => {
        expect(dashed(uuid.replaceAll('-', ''))).toBe(uuid);
      }),
    );
  });
});

describe('a random text', () => {
  it.each([
    [randomBase58, /^[1-9A-HJ-NP-Za-km-z]*$/, 58],
    [randomBase62, /^[0-9A-Za-z]*$/, 62],
    [randomDigits, /^[0-9]*$/, 10],
  ])('has its length and uses all letters of its alphabet (%#)', (random, letters, size) => {
    const text = random(20_000);

    expect(text).toHaveLength(20_000);
    expect(text).toMatch(letters);
    expect(new Set(text).size).toBe(size);
  });

  it('uses all letters equally often', () => {
    const counts = new Map<string, number>();
    for (const letter of randomBase58(58_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);

    // 1,000 expected each; 6 standard deviations are 190.
    expect(Math.min(...counts.values())).toBeGreaterThan(810);
    expect(Math.max(...counts.values())).toBeLessThan(1190);
  });
});
