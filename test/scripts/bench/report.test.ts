import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Figure,
  isMet,
  lineOf,
  median,
  quantile,
  ratioFigure,
} from '../../../scripts/bench/measure/figures.ts';
import { inTurn } from '../../../scripts/bench/measure/scenario.ts';
import { compare, lineOfComparison } from '../../../scripts/bench/report/compare.ts';
import { documentOf } from '../../../scripts/bench/report/document.ts';
import { pageOf } from '../../../scripts/bench/report/page.ts';
import {
  newestFailures,
  newestFigures,
  type Run,
  readRuns,
  usedRuns,
  writeRuns,
} from '../../../scripts/bench/report/runs.ts';

const root = resolve(import.meta.dirname, '../../..');

function aFigure(given: Partial<Figure> = {}): Figure {
  return { id: 'P1', what: 'create checkout', values: [1, 2, 3], unit: 'x', about: 'service 2/s', ...given };
}

function aRun(given: Partial<Run> = {}): Run {
  return {
    at: '2026-11-26T09:00:00.000Z',
    commit: '8fc0c83e26',
    machine: '2 cores',
    versions: ['PostgreSQL 18.4'],
    rounds: 3,
    seconds: 5,
    loadBefore: 0.1,
    figures: [aFigure()],
    scenarios: ['P1'],
    failed: [],
    ...given,
  };
}

describe('a figure', () => {
  it('is the median of its values, between the two in the middle if they are even', () => {
    expect(median([9, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 100])).toBe(3);
    expect(quantile([0, 10], 0.99)).toBeCloseTo(9.9);
  });

  it('meets a goal by its median, and has no verdict without a goal', () => {
    expect(isMet(aFigure({ values: [0, 2, 9], goal: { atLeast: 2 } }))).toBe(true);
    expect(isMet(aFigure({ values: [0, 2, 9], goal: { atMost: 1.9 } }))).toBe(false);
    expect(isMet(aFigure())).toBeUndefined();
  });

  it('shows its spread, its goal and what is not like for like', () => {
    const line = lineOf(aFigure({ goal: { atLeast: 2.5 }, unlike: 'It draws no page.' }));

    expect(line).toContain('✘ P1   create checkout');
    expect(line).toContain('2.00 (1.00 to 3.00)');
    expect(line).toContain('goal ≥ 2.5');
    expect(line).toContain('not like for like: It draws no page.');
  });

  it('divides the rates of each round, not the medians of both sides', () => {
    const sides = [
      { of: 'service', values: [100, 10, 30] },
      { of: 'pgbench', values: [200, 10, 10] },
    ] as const;
    const figure = ratioFigure(
      { id: 'P1', what: 'create', goal: { atLeast: 1 }, about: '64 connections' },
      sides,
    );

    expect(figure.values).toEqual([0.5, 1, 3]);
    expect(figure.about).toBe('service 30/s, pgbench 10/s; 64 connections');
    expect(figure.plot).toEqual({ over: 'rounds', unit: '/s', sides });
  });
});

describe('sides that are measured in turn', () => {
  it('are warmed up once, and then measured one after the other in every round', async () => {
    const order: string[] = [];
    const side = (of: string) => [of, async () => order.push(of)] as const;
    const sides = await inTurn({ rounds: 2, say: () => undefined }, 'P1', [side('a'), side('b'), side('c')]);

    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
    // What each returned after its warm-up.
    expect(sides.map(({ values }) => values)).toEqual([
      [4, 7],
      [5, 8],
      [6, 9],
    ]);
  });
});

function compared(before: Partial<Figure>, after: Partial<Figure>) {
  return compare([aRun({ figures: [aFigure(before)] })], [aRun({ figures: [aFigure(after)] })])[0];
}

describe('a comparison with an earlier run', () => {
  it('calls a figure better or worse only if all values lie apart', () => {
    expect(compared({ values: [1, 2, 3] }, { values: [3.1, 4, 5] })?.verdict).toBe('better');
    expect(compared({ values: [1, 2, 3] }, { values: [0.7, 0.8, 0.9] })?.verdict).toBe('worse');
    expect(compared({ values: [1, 2, 3] }, { values: [3, 4, 5] })?.verdict).toBe('within the spread');
    expect(compared({ values: [2] }, { values: [3, 4, 5] })?.verdict).toBe('one value');
  });

  it('knows which way is better: by the goal, else by the unit', () => {
    const less = { values: [0.1, 0.2] };
    expect(compared({ unit: 'ms' }, { unit: 'ms', ...less })?.verdict).toBe('better');
    expect(compared({ unit: '/s' }, { unit: '/s', ...less })?.verdict).toBe('worse');
    expect(compared({}, { goal: { atMost: 1.3 }, ...less })?.verdict).toBe('better');
  });

  it('leaves out what only one of them has measured, and shows both sides of the rest', () => {
    const before = [aRun({ figures: [aFigure(), aFigure({ id: 'P2' })] })];
    const after = [aRun({ figures: [aFigure({ values: [4, 6] }), aFigure({ id: 'P3' })] })];
    const [comparison, ...others] = compare(before, after);

    expect(others).toEqual([]);
    expect(comparison?.change).toBe(2.5);
    expect(comparison && lineOfComparison(comparison)).toMatch(
      /^better +P1: create checkout +2\.00 \(1\.00 to 3\.00\) → 5\.00 \(4\.00 to 6\.00\): × 2\.50$/,
    );
  });
});

describe('several runs', () => {
  const old = aRun({ figures: [aFigure(), aFigure({ id: 'P2' })] });
  const newer = aRun({
    at: '2026-11-27T09:00:00.000Z',
    figures: [aFigure({ values: [7] }), aFigure({ id: 'P3' })],
  });

  it('show each figure once, from the last run that measured it', () => {
    const figures = newestFigures([old, newer]);

    expect(figures.map(({ figure }) => figure.id)).toEqual(['P1', 'P2', 'P3']);
    expect(figures[0]).toMatchObject({ figure: { values: [7] }, run: newer });
  });

  it('are left out when later ones have measured all of their figures', () => {
    const all = aRun({ figures: [...old.figures, ...newer.figures] });

    expect(usedRuns([old, newer])).toEqual([old, newer]);
    expect(usedRuns([old, newer, all])).toEqual([all]);
  });

  it('keep a failure until the scenario runs again', () => {
    const failing = aRun({
      figures: [],
      scenarios: ['P1', 'P9'],
      failed: [{ scenario: 'P9', error: 'gone' }],
    });
    const other = aRun({ scenarios: ['P1'] });
    const again = aRun({ scenarios: ['P9'], figures: [aFigure({ id: 'P9' })] });

    expect(newestFailures([failing, other])).toEqual([{ scenario: 'P9', error: 'gone', run: failing }]);
    expect(newestFailures([failing, other, again])).toEqual([]);
    expect(usedRuns([failing, other, again])).toEqual([other, again]);
  });

  it('are written with as many digits as mean something, and read again', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'bench-report-')), 'runs.json');
    writeRuns(file, [aRun({ figures: [aFigure({ values: [0.123456789, 123_456] })] })]);

    expect(readRuns(file)[0]?.figures[0]?.values).toEqual([0.12346, 123_456]);
  });
});

describe('the document', () => {
  const runs = [
    aRun({
      loadBefore: 7,
      failed: [{ scenario: 'P9', error: 'a receiver was gone' }],
      figures: [
        aFigure({ goal: { atLeast: 2 }, unlike: 'It draws no page.' }),
        aFigure({ id: 'P6', what: 'full payment', goal: { atLeast: 3 }, unlike: 'It draws no page.' }),
        aFigure({ id: 'ways', what: 'payment by card', unit: '/s', values: [80] }),
        aFigure({ id: 'peers', what: 'a payment | Blnk' }),
      ],
    }),
  ];
  const text = documentOf(runs, 'How to build them.');

  it('has a row for each figure, with its spread, its goal and the run', () => {
    expect(text).toContain('| P1 | create checkout | 2.00 | 1.00 to 3.00 | ≥ 2 | met | service 2/s | 1 |');
    expect(text).toContain('| P6 | full payment | 2.00 | 1.00 to 3.00 | ≥ 3 | missed | service 2/s | 1 |');
    expect(text).toContain('| ways | payment by card | 80.0 /s |  |  |  | service 2/s | 1 |');
    expect(text).toContain('1 of 2 goals are met.');
  });

  it('says what is not like for like once, what failed, and that the machine was not quiet', () => {
    expect(text).toContain('- P1; P6: It draws no page.');
    expect(text).toContain('- P9: a receiver was gone\n');
    expect(text).toContain('The machine was not quiet: load 7.0 before the run.');
  });

  it('shows other programs apart, with how to build them', () => {
    const [, others = ''] = text.split('## Other programs');
    expect(others).toContain('How to build them.');
    expect(others).toContain('| peers | a payment \\| Blnk |');
  });

  it('in docs/ is made from the runs beside it', () => {
    const kept = readRuns(join(root, 'docs/benchmarks.json'));
    const peers = readFileSync(join(root, 'scripts/bench/peers/README.md'), 'utf8').trim();

    expect(readFileSync(join(root, 'docs/benchmarks.md'), 'utf8')).toBe(documentOf(kept, peers));
  });
});

describe('the page', () => {
  const sides = [
    { of: 'service', values: [10, 12] },
    { of: 'pgbench <15>', values: [20, 22] },
  ];

  it('plots a bar for each side and a dot for each round, and needs no script and no other file', () => {
    const page = pageOf([aRun({ figures: [aFigure({ plot: { over: 'rounds', unit: '/s', sides } })] })]);
    const medians = sides.map(({ of, values }) => ({ of, values: [median(values)] }));
    const fewer = pageOf([
      aRun({ figures: [aFigure({ plot: { over: 'rounds', unit: '/s', sides: medians } })] }),
    ]);

    expect(page).toContain('<svg');
    expect(page).toContain('11 /s');
    expect(page).toContain('21 /s');
    expect(count(page, '<path') - count(fewer, '<path')).toBe(2);
    expect(page).not.toMatch(/<script|\ssrc=|<link/);
  });

  it('plots a line for each side over the minutes, with a legend', () => {
    const page = pageOf([aRun({ figures: [aFigure({ plot: { over: 'minutes', unit: 'ms', sides } })] })]);

    expect(page).toContain('>service<');
    expect(page).toMatch(/>1<.*>2</s);
  });

  it('escapes what others have named', () => {
    expect(pageOf([aRun({ figures: [aFigure({ what: '<b>bold</b>' })] })])).toContain('&lt;b&gt;bold');
  });
});

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
