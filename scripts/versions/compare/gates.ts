import type { Versions } from './bodies.ts';
import { changed } from './keywords.ts';
import type { Finding } from './rows.ts';
import { type Fields, fieldsOf, listOf } from './source.ts';

/** Whether an app that was let in is still let in. */
export function compareGates(versions: Versions, was: Fields, is: Fields): Finding[] {
  return [
    ...['x-feature', 'x-permission', 'x-mode', 'x-platform-billing', 'x-second-factor'].flatMap((gate) =>
      compareGate(versions, was, is, gate),
    ),
    ...compareTier(versions, was, is),
    ...compareList(versions, was, is, 'x-key-kinds', { gone: 'breaking', come: 'addition' }),
    ...compareList(versions, was, is, 'x-errors', { gone: 'breaking', come: 'addition' }),
    ...compareLimit(versions, was, is),
    ...compareLargestBody(versions, was, is),
  ];
}

/** A gate with a name: every other name lets in somebody else. */
function compareGate({ is: contract }: Versions, was: Fields, is: Fields, gate: string): Finding[] {
  if (was[gate] === is[gate]) return [];
  const verdict = is[gate] === undefined ? 'addition' : 'breaking';
  return [{ verdict, at: contract.place(is, gate), reason: changed(gate, was[gate], is[gate]), trail: [] }];
}

/** A tier lets in everybody above it. */
function compareTier({ is: contract }: Versions, was: Fields, is: Fields): Finding[] {
  const [before, now] = [was['x-kyc'] ?? 0, is['x-kyc'] ?? 0];
  if (before === now) return [];
  const verdict = Number(now) > Number(before) ? 'breaking' : 'addition';
  const reason = changed('x-kyc', was['x-kyc'], is['x-kyc']);
  return [{ verdict, at: contract.place(is, 'x-kyc'), reason, trail: [] }];
}

type Verdicts = Readonly<Record<'gone' | 'come', Finding['verdict']>>;

function compareList(
  { is: contract }: Versions,
  was: Fields,
  is: Fields,
  keyword: string,
  { gone, come }: Verdicts,
): Finding[] {
  const [before, now] = [listOf(was[keyword]), listOf(is[keyword])];
  const at = contract.place(is, keyword);
  return [
    ...before
      .filter((value) => !now.includes(value))
      .map(
        (value): Finding => ({
          verdict: gone,
          at,
          reason: `${String(value)} was removed from \`${keyword}\``,
          trail: [],
        }),
      ),
    ...now.flatMap((value, index): Finding[] =>
      before.includes(value)
        ? []
        : [
            {
              verdict: come,
              at: contract.place(is[keyword], index),
              reason: `${String(value)} was added to \`${keyword}\``,
              trail: [],
            },
          ],
    ),
  ];
}

/** Fewer calls in a second are a narrower gate. Without a limit of its own an operation has that of the key. */
function compareLimit(versions: Versions, was: Fields, is: Fields): Finding[] {
  if (!('x-rate-limit' in was || 'x-rate-limit' in is)) return [];
  const [before, now] = [limitOf(versions.was.openapi.root, was), limitOf(versions.is.openapi.root, is)];
  const isLower = isStricter(before, now);
  const at = versions.is.place(is, 'x-rate-limit');
  const counted = compareBucket(before, now).map((finding) => ({ ...finding, at, trail: [] }));
  if (!isLower && !isStricter(now, before)) return counted;
  const reason = `the rate limit became ${isLower ? 'lower' : 'higher'}`;
  return [...counted, { verdict: isLower ? 'breaking' : 'addition', at, reason, trail: [] }];
}

/** Calls of one bucket are counted together. Apps read its name in `RateLimit`. */
function compareBucket(was: unknown, is: unknown): Pick<Finding, 'verdict' | 'reason'>[] {
  const [before, now] = [bucketOf(was), bucketOf(is)];
  if (before === now) return [];
  const reason = `the calls are counted as "${now}" instead of "${before}"`;
  return [{ verdict: before === 'default' ? 'addition' : 'breaking', reason }];
}

function bucketOf(limit: unknown): string {
  const { bucket } = fieldsOf(limit);
  return typeof bucket === 'string' ? bucket : 'default';
}

/** Without a size of its own an operation takes as much as every other, which is less than any `x-largest-body`. */
function compareLargestBody({ is: contract }: Versions, was: Fields, is: Fields): Finding[] {
  const [before, now] = [fieldsOf(was['x-largest-body']), fieldsOf(is['x-largest-body'])];
  const sizes = ['bytes', 'values'].map((of) => [Number(before[of] ?? 0), Number(now[of] ?? 0)] as const);
  if (sizes.every(([old, current]) => old === current)) return [];
  const isSmaller = sizes.some(([old, current]) => current < old);
  const at = contract.place(is, 'x-largest-body');
  const reason = `the largest body became ${isSmaller ? 'smaller' : 'larger'}`;
  return [{ verdict: isSmaller ? 'breaking' : 'addition', at, reason, trail: [] }];
}

function limitOf(root: Fields, operation: Fields): unknown {
  return operation['x-rate-limit'] ?? fieldsOf(root['x-rate-limits'])['default'];
}

/** Whether some app that kept to the first limit breaks the second: by calls at once, or in the long run. */
export function isStricter(was: unknown, is: unknown): boolean {
  const [before, now] = [fieldsOf(was), fieldsOf(is)];
  return Number(now['limit']) < Number(before['limit']) || rate(now) < rate(before);
}

function rate({ limit, window }: Fields): number {
  return Number(limit) / Number(window);
}

/** Each entry of `security` is one way in. */
export function compareSecurity(versions: Versions, was: Fields, is: Fields): Finding[] {
  const before = listOf(was['security'] ?? versions.was.openapi.root['security']);
  const now = listOf(is['security'] ?? versions.is.openapi.root['security']);
  const kept = (way: unknown) =>
    now.length === 0 || now.some((other) => isWithin(fieldsOf(other), fieldsOf(way)));
  const at = 'security' in is ? versions.is.place(is, 'security') : versions.is.place(is);
  const ways = before.length === 0 ? [{}] : before;
  if (ways.some((way) => !kept(way)))
    return [
      { verdict: 'breaking', at, reason: 'authentication that was enough is no longer accepted', trail: [] },
    ];
  const isWider = before.length > 0 && (now.length === 0 || now.length > before.length);
  return isWider
    ? [{ verdict: 'addition', at, reason: 'another way to authenticate was added', trail: [] }]
    : [];
}

/** Whether a caller that meets `way` meets `other` too. */
function isWithin(other: Fields, way: Fields): boolean {
  return Object.entries(other).every(
    ([scheme, scopes]) =>
      scheme in way && listOf(scopes).every((scope) => listOf(way[scheme]).includes(scope)),
  );
}
