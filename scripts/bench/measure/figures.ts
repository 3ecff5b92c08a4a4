import { cpus, totalmem } from 'node:os';

/** One measured figure and its goal. */
export type Figure = {
  /** The name of its goal: `P1` … */
  readonly id: string;
  readonly what: string;
  /** One value for each round, or a single one. */
  readonly values: readonly number[];
  readonly goal: { readonly atLeast: number } | { readonly atMost: number };
  readonly unit: 'x' | 'ms' | 's' | 'MB' | '/s' | 'calls' | 'lines' | 'errors';
  /** How it was measured: both sides of a ratio, what the baseline was. */
  readonly about: string;
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

export function isMet({ goal, values }: Figure): boolean {
  const value = median(values);
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

export function lineOf(figure: Figure): string {
  const { id, what, values, goal, unit, about } = figure;
  const aim = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  const spread = values.length > 1 ? ` (${shown(Math.min(...values))} to ${shown(Math.max(...values))})` : '';
  const value = `${shown(median(values))}${unit === 'x' ? '' : ` ${unit}`}${spread}`;
  return `${isMet(figure) ? '✔' : '✘'} ${id.padEnd(4)} ${what.padEnd(51)} ${value.padEnd(28)} goal ${aim}\n       ${about}`;
}

/** Describes both sides of a ratio by their median rates. */
export function sides(
  names: readonly [string, string],
  rates: readonly [readonly number[], readonly number[]],
): string {
  return names.map((name, side) => `${name} ${Math.round(median(rates[side] ?? []))}/s`).join(', ');
}

export function ratios(service: readonly number[], baseline: readonly number[]): readonly number[] {
  return service.map((value, round) => value / (baseline[round] ?? Number.NaN));
}

export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${memory} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}

function shown(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
