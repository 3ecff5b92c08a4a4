import type { Link, Operation } from '../contract.ts';
import type { Request } from '../requests.ts';
import type { Case } from './case.ts';
import type { Exchange } from './client.ts';
import { count } from './coverage.ts';
import { type Answered, requestBy } from './expressions.ts';
import type { Tester } from './tester.ts';

type Step = { readonly from: Answered; readonly link: Link; readonly name: string };
type Missed = { readonly tried: Case; readonly exchange: Exchange };

/** Each link is followed this often, from different answers. */
const timesEach = 3;
/** A link may lead nowhere from some answers: a checkout that is paid by card has no mobile status. */
const missesEach = 6;

/**
 * Follows every link of these answers and of those that they lead to. The call that a link leads to must accept its request, and
 * find its object from one of the answers at least. Deletions come last, so that no other link leads to what is gone.
 */
export async function followLinks(
  tester: Tester,
  operations: readonly Operation[],
  answers: readonly Answered[],
): Promise<void> {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const trail: Trail = { tester, gone: new Set(), times: new Map(), missed: new Map() };
  const isDeletion = ({ link }: Step) => byId.get(link.operationId)?.method === 'DELETE';
  const open = answers.flatMap(stepsFrom);
  for (let step = nextOf(open, isDeletion); step; step = nextOf(open, isDeletion)) {
    const target = byId.get(step.link.operationId);
    const next = target && !isEnough(trail, step) ? await follow(trail, step, target) : undefined;
    if (next) open.push(...stepsFrom(next));
  }
  const sources = new Set(answers.map(({ exchange }) => exchange.operation.id));
  for (const [name, [first]] of trail.missed) {
    const isOurs = sources.has(name.split(' ')[0] ?? '');
    if (first && isOurs && !trail.times.has(name))
      tester.report(first.tried, 'a link leads to an answer 404', first.exchange);
  }
}

type Trail = {
  readonly tester: Tester;
  /** Ids of what was deleted on the way. */
  readonly gone: Set<string>;
  /** How often each link led to something. */
  readonly times: Map<string, number>;
  /** By link, the answers 404. */
  readonly missed: Map<string, readonly Missed[]>;
};

function isEnough({ times, missed }: Trail, { name }: Step): boolean {
  return (times.get(name) ?? 0) >= timesEach || (missed.get(name) ?? []).length >= missesEach;
}

/** Returns the answer if it is a success, from which other links lead on. */
async function follow(
  trail: Trail,
  { link, from, name }: Step,
  target: Operation,
): Promise<Answered | undefined> {
  const { tester, gone, times, missed } = trail;
  const request = requestBy(link, from, target);
  if (!request) return undefined;
  const leadsToGone = namesOneOf(gone, request);
  const tried: Case = {
    operation: target,
    request,
    expect: leadsToGone ? 'declared' : 'accepted',
    rule: `the link ${name}`,
  };
  const exchange = await tester.try(tried);
  if (!exchange || leadsToGone) return undefined;
  if (exchange.status === 404) {
    missed.set(name, [...(missed.get(name) ?? []), { tried, exchange }]);
    return undefined;
  }
  count(times, name);
  count(tester.coverage.links, name);
  if (exchange.status >= 300) return undefined;
  if (target.method === 'DELETE') gone.add(request.path['id'] ?? '');
  return { exchange, request };
}

function namesOneOf(gone: ReadonlySet<string>, { path, body }: Request): boolean {
  const text = JSON.stringify([path, body]);
  return [...gone].some((id) => text.includes(id));
}

/** The first step that is no deletion; if there is none, the first. */
function nextOf(open: Step[], isDeletion: (step: Step) => boolean): Step | undefined {
  const first = open.findIndex((step) => !isDeletion(step));
  return open.splice(Math.max(first, 0), 1)[0];
}

function stepsFrom(from: Answered): Step[] {
  const { operation, status } = from.exchange;
  const links = operation.answers[status]?.links ?? [];
  return links.map((link) => ({ from, link, name: `${operation.id} ${status} ${link.name}` }));
}
