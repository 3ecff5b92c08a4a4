import { cpus, totalmem } from 'node:os';

/** One measured figure and its goal. */
export type Figure = {
  /** The name of its goal: `P1` … */
  readonly id: string;
  readonly what: string;
  /** One value for each round, or a single one. */
  readonly values: readonly number[];
  /** Absent: the figure only orients. */
  readonly goal?: Goal;
  readonly unit: 'x' | 'ms' | 's' | 'MB' | '/s' | 'calls' | 'lines' | 'errors';
  /** How it was measured: both sides of a ratio, what the baseline was. */
  readonly about: string;
  /** What was measured, for the plots. */
  readonly plot?: Plot;
  /** What is not like for like between its sides. */
  readonly unlike?: string;
};

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** Values of one side, in their order. */
export type Side = { readonly of: string; readonly values: readonly number[] };

/** `rounds`: bars with a dot for each value. `minutes`: lines over time. */
export type Plot = {
  readonly over: 'rounds' | 'minutes';
  readonly unit: Figure['unit'];
  readonly sides: readonly Side[];
};

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

/** Undefined for a figure without a goal. */
export function isMet({ goal, values }: Figure): boolean | undefined {
  if (goal === undefined) return undefined;
  const value = median(values);
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

export function lineOf(figure: Figure): string {
  const { id, what, values, goal, about, unlike } = figure;
  const met = isMet(figure);
  const sign = met === undefined ? '·' : met ? '✔' : '✘';
  const value = [valueOf(figure), spreadOf(values)].filter((part) => part !== '').join(' ');
  const aim = goal === undefined ? '' : `goal ${aimOf(goal)}`;
  const below = [about, ...(unlike === undefined ? [] : [`not like for like: ${unlike}`])];
  return [
    `${sign} ${id.padEnd(4)} ${what.padEnd(51)} ${value.padEnd(28)} ${aim}`.trimEnd(),
    ...below.map((line) => `       ${line}`),
  ].join('\n');
}

export function aimOf(goal: Goal): string {
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

/** The median with its unit. */
export function valueOf({ values, unit }: Pick<Figure, 'values' | 'unit'>): string {
  return `${shown(median(values))}${unit === 'x' ? '' : ` ${unit}`}`;
}

/** The lowest and the highest value; empty for a single one. */
export function spreadOf(values: readonly number[]): string {
  if (values.length < 2) return '';
  return `(${shown(Math.min(...values))} to ${shown(Math.max(...values))})`;
}

/** Describes sides by their median rates. */
export function ratesOf(sides: readonly Side[]): string {
  return sides.map(({ of, values }) => `${of} ${rounded(median(values))}/s`).join(', ');
}

function rounded(rate: number): string {
  return rate < 10 ? rate.toFixed(1) : rate.toFixed(0);
}

export function ratios(service: readonly number[], baseline: readonly number[]): readonly number[] {
  return service.map((value, round) => value / (baseline[round] ?? Number.NaN));
}

type Compared = Pick<Figure, 'id' | 'what' | 'goal' | 'unlike'> & {
  /** What is said after both rates. */
  readonly about?: string;
};

/** The rates of the service divided by those of its baseline, round by round. */
export function ratioFigure({ about, ...named }: Compared, sides: readonly [Side, Side]): Figure {
  const [service, baseline] = sides;
  return {
    ...named,
    values: ratios(service.values, baseline.values),
    unit: 'x',
    about: [ratesOf(sides), ...(about === undefined ? [] : [about])].join('; '),
    plot: { over: 'rounds', unit: '/s', sides },
  };
}

export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${memory} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}

/** With as many digits as the noise of a measurement leaves. */
function shown(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
