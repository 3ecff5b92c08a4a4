import * as fc from 'fast-check';
import type { Contract, Operation } from '../contract.ts';
import { filled, type Made, type Start } from '../needs/start.ts';
import { brokenRequest, type Ids, type Request, validRequest } from '../requests.ts';
import type { Case, Expectation } from './case.ts';
import { makerFor, type Pool, poolOf, successesOf } from './pool.ts';
import { Interrupted, type Tester } from './tester.ts';

/** A kind of request of an operation, generated at random. */
type Source = {
  readonly operation: Operation;
  readonly arbitrary: fc.Arbitrary<Request & { readonly rule?: string }>;
  readonly expect: Expectation;
  readonly start: Start;
  readonly pool: Pool;
  readonly tester: Tester;
};

/** So many requests of one kind, then the next kind: what runs are about is mixed, and little memory is held. */
const atOnce = 20;
/** A failing request is made smaller with at most so many more. */
const mostShrinks = 150;

type Wanted = { readonly seed: number; readonly cases: number; readonly isOver: () => boolean };
type Tried = { readonly operation: Operation; readonly tester: Tester };

/** Sends valid and broken requests of all operations in turn, until there were enough or the time is over. */
export async function sendRandomly(
  tried: readonly Tried[],
  contract: Contract,
  wanted: Wanted,
): Promise<void> {
  const sources = tried.flatMap(({ operation, tester }) => sourcesOf(operation, tester, contract));
  const rounds = Math.ceil(wanted.cases / Math.max(1, sources.length) / atOnce);
  for (let round = 0; round < rounds; round += 1) {
    for (const source of sources) {
      if (wanted.isOver()) return;
      const left = wanted.cases / sources.length - round * atOnce;
      await sample(source, { seed: wanted.seed + round * 7919, numRuns: Math.ceil(Math.min(atOnce, left)) });
    }
  }
}

function sourcesOf(operation: Operation, tester: Tester, contract: Contract): Source[] {
  const maker = makerFor(tester, contract, operation);
  const [start = { name: 'none' }, ...others] = successesOf(operation).toReversed();
  const chosen = others.at(-1) ?? start;
  const shared = { operation, tester, start: chosen, pool: poolOf(maker, chosen) };
  const ids = placesOf(operation, chosen);
  const broken = brokenRequest(operation, ids);
  return [
    { ...shared, arbitrary: validRequest(operation, ids), expect: 'accepted' },
    ...(broken ? [{ ...shared, arbitrary: broken, expect: 'refused' as const }] : []),
  ];
}

/** Where a request of the start holds what was made. */
function placesOf({ id }: Operation, { request }: Start): Ids {
  const fields = Object.entries(Object(request?.body)).flatMap(([name, value]) =>
    typeof value === 'string' && /^\{\{(?!unique)\w+\}\}$/.test(value)
      ? [[`${id}.${name}`, [value]] as const]
      : [],
  );
  const path = request?.path?.['id'];
  return { ...Object.fromEntries(fields), ...(path !== undefined && { [id]: [path] }) };
}

type Sampling = { readonly seed: number; readonly numRuns: number };

async function sample(source: Source, sampling: Sampling): Promise<void> {
  let sent = 0;
  let worst: { readonly tried: Case; readonly wrong: string } | undefined;
  const property = fc.asyncProperty(source.arbitrary, async (request) => {
    sent += 1;
    if (sent > sampling.numRuns + mostShrinks) return;
    const { tried, wrong } = await attempt(source, request);
    if (wrong === undefined) return;
    worst = { tried, wrong };
    throw new Error(wrong);
  });
  const result = await fc.check(property, sampling);
  if (result.errorInstance instanceof Interrupted) throw result.errorInstance;
  // Sent once more for its answer: of what was found, this is the smallest.
  if (worst) await confirm(source, worst);
  // Whatever else was thrown kept requests from being sent.
  else if (result.errorInstance !== null) throw result.errorInstance;
}

async function attempt(
  { operation, expect, pool, start, tester }: Source,
  request: Request & { readonly rule?: string },
) {
  const made = await pool.current();
  const tried = caseOf({ operation, expect, start, made }, request);
  const { exchange, wrong } = await tester.ask(tried);
  if (exchange) pool.used(exchange.status);
  return { tried, wrong };
}

function caseOf(
  {
    operation,
    expect,
    start,
    made,
  }: Pick<Source, 'operation' | 'expect' | 'start'> & { readonly made: Made },
  { rule = 'at random', ...request }: Request & { readonly rule?: string },
): Case {
  return { operation, request: filled(request, made), expect, rule, start: start.name, made };
}

async function confirm(
  { tester }: Source,
  { tried, wrong }: { readonly tried: Case; readonly wrong: string },
): Promise<void> {
  const again = await tester.ask(tried);
  tester.report(tried, again.wrong ?? wrong, again.exchange);
}
