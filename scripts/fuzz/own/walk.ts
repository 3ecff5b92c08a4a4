import { isValid } from '../arbitrary.ts';
import type { Contract, Operation } from '../contract.ts';
import { filled, hasPlaceholders, type Made, type Start, templated } from '../needs/start.ts';
import { startsOf } from '../needs/starts.ts';
import type { Request } from '../requests.ts';
import type { Case } from './case.ts';
import type { Corpus, Entry } from './corpus.ts';
import type { Answered } from './expressions.ts';
import { type BusyKey, type Doors, provokeFailures } from './failures.ts';
import { followLinks } from './links.ts';
import { breakages, edges, type Planned } from './plan.ts';
import { type Maker, makerFor, requestOf, successesOf } from './pool.ts';
import type { Tester } from './tester.ts';

type Ways = {
  readonly contract: Contract;
  readonly corpus: Corpus;
  readonly doors?: Doors | undefined;
  readonly busy?: BusyKey | undefined;
  /** Each way to succeed, and nothing else. */
  readonly onlyWays?: boolean;
};

/** A request that succeeded, what it was made from, and how to make it again. */
type Base = { readonly start: Start; readonly made: Made; readonly request: Request };

/**
 * Everything about an operation that is the same in every run: the requests that showed faults before, each way to succeed, each
 * boundary, each broken rule, each failure, and each link.
 */
export async function walk(tester: Tester, operation: Operation, ways: Ways): Promise<void> {
  const maker = makerFor(tester, ways.contract, operation);
  await replay(tester, operation, maker, ways.corpus);
  const begun: Begun[] = [];
  for (const start of startsOf(operation)) begun.push(...(await begin(tester, operation, ways, start)));
  if (ways.onlyWays) return;
  const bases = begun.map(({ base }) => base).filter(({ start }) => start.refusal === undefined);
  for (const base of distinct(operation, bases)) {
    for (const planned of edges(operation, base.request, base.made['unique'] ?? ''))
      await tryAnew(tester, operation, maker, base, planned);
    for (const planned of breakages(operation, base.request))
      await tester.try(caseOf(operation, base, planned));
  }
  for (const first of bases.slice(0, 1)) {
    const { request: base } = (await remade(maker, first)) ?? first;
    await provokeFailures(tester, operation, { base, doors: ways.doors, busy: ways.busy });
    await provokeByLive(tester, operation, ways);
  }
  const answers = begun.flatMap(({ answered }) => answered ?? []);
  await followLinks(tester, ways.contract, answers);
}

/** The requests of the corpus that are about this operation. */
async function replay(tester: Tester, operation: Operation, maker: Maker, corpus: Corpus): Promise<void> {
  for (const entry of corpus.entries.filter((each) => each.operation === operation.id)) {
    const start = startsOf(operation).find(({ name }) => name === entry.start) ?? { name: 'none' };
    const made = await maker.make(start);
    if (!made) continue;
    const { expect, rule } = entry;
    const request = filled(entry.request, made);
    if (isOutdated(operation, { ...entry, request })) continue;
    await tester.try({ operation, request, expect, rule, start: start.name, made });
  }
}

/** The contract has changed since: what it refuses now cannot be expected to be accepted, nor the reverse. */
function isOutdated({ body }: Operation, { request, expect, rule }: Entry): boolean {
  if (body === undefined || request.body === undefined) return false;
  if (!isValid(body, request.body)) return expect === 'accepted' || expect === 'success';
  return expect === 'refused' && rule.startsWith('body ') && !rule.endsWith('x-no-card-number');
}

type Begun = { readonly base: Base; readonly answered: Answered | undefined };

/** Makes what the start needs and sends its request. Nothing if it cannot be made, or if the merchant is not there. */
async function begin(
  tester: Tester,
  operation: Operation,
  { contract, doors }: Ways,
  start: Start,
): Promise<readonly Begun[]> {
  const door = start.as ? doors?.[start.as] : tester.door;
  if (!door) return [];
  const made = await makerFor({ ...tester, door: { ...tester.door, ...door } }, contract, operation).make(
    start,
  );
  if (!made) return [];
  const request = requestOf(start, made);
  const expect = start.refusal === undefined ? 'success' : { code: start.refusal };
  const exchange = await tester.try({
    operation,
    request,
    expect,
    rule: start.name,
    start: start.name,
    made,
    ...(start.as && { door }),
  });
  const isGood = exchange !== undefined && exchange.status < 300;
  return [{ base: { start, made, request }, answered: isGood ? { exchange, request } : undefined }];
}

/** One request is enough to vary, unless the body is one of several kinds. */
function distinct({ body }: Operation, bases: readonly Base[]): readonly Base[] {
  const withBody = bases.filter(({ request }) => request.body !== undefined);
  if (body?.discriminator) return bases;
  return (body && withBody.length > 0 ? withBody : bases).slice(0, 1);
}

/** Sends a planned request with new objects in the places of the old ones, which may be used up. */
async function tryAnew(
  tester: Tester,
  operation: Operation,
  maker: Maker,
  base: Base,
  planned: Planned,
): Promise<void> {
  const fresh = await remade(maker, base);
  if (!fresh) return;
  const request = filled(templated(planned.request, base.made), fresh.made);
  await tester.try(caseOf(operation, fresh, { ...planned, request }));
}

async function remade(maker: Maker, base: Base): Promise<Base | undefined> {
  const { start } = base;
  // What does not name its objects can use those that are there.
  const isFree = start.make === undefined || !hasPlaceholders(start.request);
  const made = await maker.make(isFree ? { name: start.name } : start);
  return made && { start, made, request: requestOf(start, made) };
}

function caseOf(operation: Operation, { start, made }: Base, { request, expect, rule, raw }: Planned): Case {
  return { operation, request, expect, rule, start: start.name, made, ...(raw && { raw }) };
}

/** In live mode nothing can be paid yet; the merchant may make what is not about payments. */
async function provokeByLive(tester: Tester, operation: Operation, { contract, doors }: Ways): Promise<void> {
  if (!doors || !operation.codes.includes('GATEWAY_NOT_CONFIGURED')) return;
  const quiet: Tester = { ...tester, door: { ...tester.door, ...doors.live }, report: () => undefined };
  const maker = makerFor(quiet, contract, operation);
  for (const start of successesOf(operation)) {
    const made = await maker.make(start);
    if (!made) continue;
    await tester.try({
      operation,
      request: requestOf(start, made),
      expect: 'declared',
      rule: 'in live mode',
      door: doors.live,
    });
  }
}
