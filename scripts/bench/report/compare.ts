import { type Figure, median, spreadOf, valueOf } from '../measure/figures.ts';
import { keyOf, newestFigures, type Run } from './runs.ts';

type Verdict = 'better' | 'worse' | 'within the spread' | 'one value';

export type Comparison = {
  readonly key: string;
  readonly before: Figure;
  readonly after: Figure;
  /** The new median divided by the old one. */
  readonly change: number;
  readonly verdict: Verdict;
};

/** Compares the figures that both have. What only one of them has is left out. */
export function compare(before: readonly Run[], after: readonly Run[]): readonly Comparison[] {
  const earlier = new Map(newestFigures(before).map(({ figure }) => [keyOf(figure), figure]));
  return newestFigures(after).flatMap(({ figure }) => {
    const old = earlier.get(keyOf(figure));
    if (old === undefined) return [];
    const change = median(figure.values) / median(old.values);
    return [{ key: keyOf(figure), before: old, after: figure, change, verdict: verdictOf(old, figure) }];
  });
}

/** Medians differ in any two runs. Only values that lie apart tell something, and a single value has no spread to lie apart from. */
function verdictOf(before: Figure, after: Figure): Verdict {
  if (before.values.length < 2 || after.values.length < 2) return 'one value';
  const isAbove = Math.min(...after.values) > Math.max(...before.values);
  const isBelow = Math.max(...after.values) < Math.min(...before.values);
  if (!isAbove && !isBelow) return 'within the spread';
  return isAbove === isMoreBetter(after) ? 'better' : 'worse';
}

/** The goal says it; a figure without one is a rate or a ratio, of which more is better, or a time, a size or a count of errors. */
function isMoreBetter({ goal, unit }: Figure): boolean {
  if (goal !== undefined) return 'atLeast' in goal;
  return unit === 'x' || unit === '/s' || unit === 'lines';
}

export function lineOfComparison({ key, before, after, change, verdict }: Comparison): string {
  const [from, to] = [before, after].map((figure) =>
    `${valueOf(figure)} ${spreadOf(figure.values)}`.trimEnd(),
  );
  return `${verdict.padEnd(17)} ${key.padEnd(60)} ${from} → ${to}: × ${change.toFixed(2)}`;
}
