import { Failure } from '../../support/print.ts';

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const iso = /^P(?=.)(?:(\d{1,4})D)?(?:T(?=.)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?)?$/;

/** Days, hours, minutes and seconds, as in `P1DT2H3M4S`. */
const isoUnits = [86_400, 3600, 60, 1];

/** `90`, `30s`, `10m`, `2h`, `1d` or an ISO duration such as `PT5M` → seconds. */
export function secondsIn(text: string, option: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  if (count !== undefined) return Number(count) * (units[unit] ?? 1);
  const parts = iso.exec(text)?.slice(1);
  if (!parts)
    throw new Failure('usage', `${option} takes a time such as 30s, 10m, 2h, 1d or PT5M, not "${text}".`);
  return parts.reduce((sum, part, at) => sum + Number(part ?? 0) * (isoUnits[at] ?? 0), 0);
}

/** @param of what is counted, as in `calls` */
export function countIn(text: string, option: string, of: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Failure('usage', `${option} takes a number of ${of}, from 1.`);
  return Number(text);
}

/** The names that differ in few letters from what was typed, the nearest first. */
function nearest(typed: string, names: readonly string[], most = 3): readonly string[] {
  const wanted = typed.toLowerCase();
  return names
    .map((name) => ({ name, far: distance(wanted, name.toLowerCase()) }))
    .filter(({ name, far }) => far <= Math.max(2, name.length / 3) || isPart(wanted, name.toLowerCase()))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ name }) => name);
}

/** `Did you mean a or b?`; empty if nothing is near. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const near = nearest(typed, names);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}

const isPart = (typed: string, name: string): boolean => typed.length >= 4 && name.includes(typed);

/** How many letters must be inserted, deleted or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let at = 1; at <= a.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= b.length; to += 1) {
      const changed = (row[to - 1] ?? 0) + (a[at - 1] === b[to - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
