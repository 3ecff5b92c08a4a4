import { describe, expect, it } from 'vitest';
import type { Arrived } from '../../../../../../src/domain/money/gateways/bank-files/transport/box.ts';
import { restedFiles } from '../../../../../../src/domain/money/gateways/bank-files/transport/rested.ts';

const restMs = 5000;
const time = new Date('2026-11-25T08:00:00Z');
const aFile = (about: Partial<Arrived> = {}): Arrived => {
  return { name: '1.xml', size: 10, changedAt: time, ...about };
};

/** Looks at the folder at each of these seconds, and says when the file had rested. */
function restedAt(looks: readonly (readonly [second: number, ...files: Arrived[]])[], rest = restMs) {
  let nowMs = 0;
  const rested = restedFiles(rest, () => nowMs);
  return looks.flatMap(([second, ...files]) => {
    nowMs = second * 1000;
    return rested(files).map(({ name }) => [second, name]);
  });
}

describe('a file of the bank has rested', () => {
  it('if it was the same at two looks, and the rest lies between them', () => {
    const looks = [0, 4.9, 5, 60].map((second) => [second, aFile()] as const);

    expect(restedAt(looks)).toEqual([
      [5, '1.xml'],
      [60, '1.xml'],
    ]);
  });

  it.each([
    ['an hour ahead of', '2026-11-25T09:00:00Z'],
    ['an hour behind', '2026-11-25T07:00:00Z'],
  ])('also if the clock of the bank is %s ours', (_skew, text) => {
    const file = aFile({ changedAt: new Date(text) });

    expect(
      restedAt([
        [0, file],
        [5, file],
      ]),
    ).toEqual([[5, '1.xml']]);
  });

  it.each<[string, Partial<Arrived>]>([
    ['size', { size: 11 }],
    ['time', { changedAt: new Date(time.getTime() + 1000) }],
  ])('only after its %s has not changed for as long', (_what, about) => {
    const changed = aFile(about);

    expect(
      restedAt([
        [0, aFile()],
        [6, changed],
        [10, changed],
        [11, changed],
      ]),
    ).toEqual([[11, '1.xml']]);
  });

  it('anew if it was away', () => {
    const looks = [[0, aFile()], [3], [6, aFile()], [10, aFile()], [11, aFile()]] as const;

    expect(restedAt(looks)).toEqual([[11, '1.xml']]);
  });

  it('whatever the others do', () => {
    const other = (size: number) => aFile({ name: '2.xml', size });

    expect(
      restedAt([
        [0, aFile(), other(1)],
        [5, aFile(), other(2)],
      ]),
    ).toEqual([[5, '1.xml']]);
  });

  it('at the first look if it need not rest', () => {
    expect(restedAt([[0, aFile()]], 0)).toEqual([[0, '1.xml']]);
  });
});
