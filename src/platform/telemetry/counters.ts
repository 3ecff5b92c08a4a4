import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/**
 * What this process has counted since it began. One registry for the process: whoever counts needs no reference to it. Labels have few
 * values, which are known beforehand: an operation, a status, a gateway of the configuration; never a path, a merchant or an id.
 *
 * Decision 0109.
 */
export const counted = new Registry();
const registers = [counted];

const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by operation and status, and how long they took until the answer was sent.',
  labelNames: ['operation', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

/** Without labels: a series with labels is not there before its first observation, so no rate has ever seen its beginning. */
const answered = new Counter({
  name: 'http_requests_total',
  help: 'Requests of any operation or page, but for health checks.',
  registers,
});

const serverErrors = new Counter({
  name: 'http_server_errors_total',
  help: 'Those of them that were answered with a 5xx, but for those that a provider of the sandbox could not serve.',
  registers,
});

const payments = new Counter({
  name: 'payments_total',
  help: 'Statuses that payments have reached.',
  labelNames: ['gateway', 'method', 'status', 'mode'] as const,
  registers,
});

const attempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Attempts of webhook deliveries by outcome.',
  labelNames: ['outcome'] as const,
  registers,
});

const firstAttemptLag = new Histogram({
  name: 'webhook_first_attempt_lag_seconds',
  help: 'How long after its due time the first attempt of a delivery began.',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60],
  registers,
});

const replicaReads = new Counter({
  name: 'db_replica_reads_total',
  help: 'Lists that the replica served, or that the primary served because the replica was behind or away.',
  labelNames: ['outcome'] as const,
  registers,
});

const refusals = new Counter({
  name: 'rate_limited_total',
  help: 'Calls that a rate limit refused.',
  labelNames: ['bucket'] as const,
  registers,
});

const overloads = new Counter({
  name: 'overload_refused_total',
  help: 'Calls that were answered 503 before anything was done for them, because more came than could be served.',
  registers,
});

/** What health checks are counted as. They are no calls: a process that may not serve yet answers them with 503. */
export const healthChecks = 'health';

/**
 * @param operation an operationId, or a part of the service
 * @param isPlayed the failure is one that the sandbox plays, or one of a provider's test system: nobody is to be woken for it
 */
export function countRequest(operation: string, status: number, seconds: number, isPlayed = false): void {
  requests.observe({ operation, status }, seconds);
  if (operation === healthChecks) return;
  answered.inc();
  if (status >= 500 && !isPlayed) serverErrors.inc();
}

export type CountedPayment = {
  readonly gateway: string;
  readonly method: string;
  readonly status: string;
  readonly mode: string;
};

/** Call it after the commit. */
export function countPayment(payment: CountedPayment): void {
  payments.inc(payment);
}

/**
 * @param outcome `delivered`, or why the attempt failed
 * @param lagMs of a first attempt: since its due time
 */
export function countAttempt(outcome: string, lagMs?: number): void {
  attempts.inc({ outcome });
  if (lagMs !== undefined) firstAttemptLag.observe(Math.max(0, lagMs) / 1000);
}

/** Attempts whose worker was lost, which another worker has found. */
export function countLostAttempts(count: number): void {
  if (count > 0) attempts.inc({ outcome: 'worker_lost' }, count);
}

/** @param outcome `replica`, or why it was not read from */
export function countReplicaRead(outcome: 'replica' | 'behind' | 'away'): void {
  replicaReads.inc({ outcome });
}

/** What keys of buckets begin with. */
const buckets = new Set([
  'key',
  'mobile-status',
  'address',
  'wrong-key',
  'page',
  'look',
  'open',
  'prompt',
  'declined',
  'unknown-page',
  'listen',
  'listen-reports',
]);

/** @param key of the bucket: its first known part says what was limited, and the rest says whom */
export function countRefusal(key: string): void {
  refusals.inc({ bucket: key.split(':').find((part) => buckets.has(part)) ?? 'other' });
}

/** A call was refused because of an overload. */
export function countOverload(): void {
  overloads.inc();
}

let watched = false;

/** Begins to measure the process itself: CPU, memory, event loop, garbage collection. Costs a timer, so only if somebody asks. */
export function watchProcess(): void {
  if (watched) return;
  watched = true;
  collectDefaultMetrics({ register: counted });
}
