import type { Contract } from '../contract.ts';
import type { Finding, Progress } from '../judge.ts';
import { fieldsOf } from '../needs/shop.ts';
import { templated } from '../needs/start.ts';
import { startsOf } from '../needs/starts.ts';
import { type Case, disappointment } from './case.ts';
import { curlOf, type Door, type Exchange, send, sendPatiently } from './client.ts';
import { type Conformance, conformanceTo } from './conformance.ts';
import type { Corpus } from './corpus.ts';
import { type Coverage, codeOf, cover, noCoverage } from './coverage.ts';

/** A finding, the case that showed it, and the exchange. */
export type Found = Finding & { readonly case: Case; readonly exchange: Exchange | undefined };

/** Sends cases, judges the answers, and remembers what was seen and found. */
export type Tester = {
  readonly door: Door;
  readonly coverage: Coverage;
  readonly findings: readonly Found[];
  /** A few exchanges of every kind of answer. */
  readonly samples: readonly Exchange[];
  /** Sends a case and reports what is wrong with its answer. Undefined: the service did not answer. */
  readonly try: (tried: Case) => Promise<Exchange | undefined>;
  /** Sends a case and returns what is wrong with its answer, unreported. */
  readonly ask: (
    tried: Case,
  ) => Promise<{ readonly exchange: Exchange | undefined; readonly wrong: string | undefined }>;
  readonly report: (tried: Case, what: string, exchange?: Exchange) => void;
};

/** The run was interrupted, or its time is over. */
export class Interrupted extends Error {}

type Parts = {
  readonly contract: Contract;
  readonly door: Door;
  /** False if the service limits the rate by rules that are not ours. */
  readonly isOurs: boolean;
  readonly corpus: Corpus;
  readonly progress: Progress;
};

/** So many findings of one operation say enough. */
const mostFindings = 10;
const samplesEach = 2;

export function createTester({ contract, door, isOurs, corpus, progress }: Parts): Tester {
  const conformance = conformanceTo(contract);
  const coverage = noCoverage();
  const findings: Found[] = [];
  const samples: Exchange[] = [];
  const sampled = new Map<string, number>();
  const known = new Set<string>();
  const report: Tester['report'] = (tried, wrong, exchange) => {
    const { operation, rule } = tried;
    const name = `${operation.id} ${wrong.replaceAll(/\d{4,}|"[^"]*"/g, '…')}`;
    const ofIt = findings.filter((finding) => finding.operation === operation.id);
    if (known.has(name) || ofIt.length >= mostFindings) return;
    known.add(name);
    const curl = exchange && curlOf(exchange);
    const what = [
      `${wrong} (${rule})`,
      ...(exchange ? [`${exchange.status} ${exchange.text.slice(0, 1000)}`] : []),
    ];
    findings.push({
      operation: operation.id,
      what: what.join('\n'),
      ...(curl !== undefined && { curl }),
      case: tried,
      exchange,
    });
    if (exchange) corpus.keep(tried, templated(tried.request, tried.made ?? {}), wrong);
    progress.at({ findings: findings.length, cases: coverage.requests });
  };
  const ask: Tester['ask'] = async (tried) => {
    if (door.signal?.aborted === true) throw new Interrupted();
    const answered = await exchangeOf(tried, door, isOurs);
    if (!('status' in answered)) return { exchange: undefined, wrong: answered.silence };
    cover(coverage, answered, tried.request);
    progress.at({ operation: tried.operation.id, cases: coverage.requests });
    const kind = `${tried.operation.id} ${answered.status}`;
    sampled.set(kind, (sampled.get(kind) ?? 0) + 1);
    if ((sampled.get(kind) ?? 0) <= samplesEach) samples.push(answered);
    return { exchange: answered, wrong: wrongIn(tried, answered, conformance) };
  };
  return {
    door,
    coverage,
    findings,
    samples,
    ask,
    report,
    try: async (tried) => {
      const { exchange, wrong } = await ask(tried);
      if (wrong !== undefined) report(tried, wrong, exchange);
      return exchange;
    },
  };
}

function wrongIn(tried: Case, exchange: Exchange, conformance: Conformance): string | undefined {
  const isMeant = tried.expect === 'accepted' && refusalsFor(tried).includes(codeOf(exchange.text));
  return (isMeant ? undefined : disappointment(tried.expect, exchange)) ?? conformance(exchange);
}

/** How a value of the request is refused, though the contract allows it. */
function refusalsFor({ operation, request }: Case): readonly (string | undefined)[] {
  const sent = fieldsOf(request.body);
  return startsOf(operation)
    .filter(
      ({ refusedFor: field, request: refused }) =>
        field !== undefined && sent[field] === fieldsOf(refused?.body)[field],
    )
    .map(({ refusal }) => refusal);
}

type Silence = { readonly silence: string };

async function exchangeOf(tried: Case, door: Door, isOurs: boolean): Promise<Exchange | Silence> {
  const { operation, request, raw } = tried;
  // Every door leads to the version that is tested, and is shut by the same signal.
  const chosen = tried.door ? { version: door.version, signal: door.signal, ...tried.door } : door;
  try {
    if (!isOurs && raw === undefined) return await sendPatiently(chosen, operation, request);
    return await send(chosen, operation, request, raw);
  } catch (error) {
    if (door.signal?.aborted === true) throw new Interrupted();
    return {
      silence: `the service does not answer: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
