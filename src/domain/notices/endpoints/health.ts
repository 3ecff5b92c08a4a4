import { deliveryTerms } from '../../../../generated/event-registry.ts';
import type { Db } from '../../../platform/db/database.ts';
import { failureWords } from '../events/standing.ts';
import type { EndpointOf } from './change-endpoint.ts';
import {
  type DurationRow,
  type FailureRow,
  findDurations,
  findLanes,
  findLastFailures,
} from './health-queries.ts';

/** The state of one receiver. An app has one for its URL, and one for each origin of the notification URLs it gave. */
export type ReceiverHealth = {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly failingSince: Date | null;
  /** Of the newest 5,000 finished deliveries, as the last failure is. */
  readonly lastSuccessAt: Date | null;
  readonly lastFailure: LastFailure | null;
  /** Deliveries that wait for an attempt, now or later. */
  readonly due: number;
  readonly sending: number;
  readonly deliveredIn24h: number;
  readonly exhaustedIn24h: number;
  /** There are more than were counted: of a receiver, the newest 5,000 finished deliveries and 5,000 in each other state are. */
  readonly countsEnd: boolean;
  /** The earliest time at which a waiting delivery may be attempted. If it is in the past, the delivery has waited since then. */
  readonly oldestDueAt: Date | null;
  /** Of the answers to the newest 1,000 finished deliveries, and to some that are not finished, in the last 24 hours; null: none. */
  readonly answerMs: { readonly p50: number; readonly p95: number } | null;
};

type LastFailure = {
  readonly at: Date;
  /** For operators only: merchants must not learn which names and addresses answer from here. */
  readonly words: string;
  /** As the event screen says it. */
  readonly merchantWords: string | null;
};

export type Health = {
  /** The longest failing first. */
  readonly receivers: readonly ReceiverHealth[];
  /** There are more receivers; none of them is in a worse state than these. */
  readonly more: boolean;
};

const mostReceivers = 100;

/**
 * The state of the receivers of an app, from the newest deliveries of the last 30 days.
 *
 * Spec: "Delivery and retry". Decision 0011.
 */
export async function endpointHealth(db: Db, { merchantId, appId }: EndpointOf): Promise<Health> {
  const lanes = await findLanes(db, merchantId, { appId, limit: mostReceivers + 1 });
  const shown = lanes.slice(0, mostReceivers);
  const ids = shown.map(({ lane_id: id }) => id);
  const failures = new Map((await findLastFailures(db, merchantId, ids)).map((row) => [row.lane_id, row]));
  const durations = new Map((await findDurations(db, merchantId, ids)).map((row) => [row.lane_id, row]));
  const receivers = shown.map((lane) => ({
    origin: lane.origin,
    failingSince: lane.failing_since,
    lastSuccessAt: lane.last_success_at,
    lastFailure: failureIn(failures.get(lane.lane_id)),
    due: lane.due,
    sending: lane.sending,
    deliveredIn24h: lane.delivered,
    exhaustedIn24h: lane.exhausted,
    countsEnd: lane.more,
    oldestDueAt: lane.oldest_due_at,
    answerMs: answerMs(durations.get(lane.lane_id)),
  }));
  return { receivers, more: lanes.length > mostReceivers };
}

function failureIn(row: FailureRow | undefined): LastFailure | null {
  return row ? { at: row.at, words: operatorWords(row), merchantWords: failureWords(row) } : null;
}

function answerMs(row: DurationRow | undefined): ReceiverHealth['answerMs'] {
  return row ? { p50: row.p50_ms, p95: row.p95_ms } : null;
}

const words: Readonly<Record<string, string>> = {
  dns: 'the name could not be resolved',
  address: 'the address may not be reached from here',
  connect: 'no connection could be made',
  tls: 'TLS was not agreed on',
  timeout: `there was no answer within ${deliveryTerms.acknowledgeSeconds} seconds`,
  reset: 'the connection ended before an answer that could be read',
  worker_lost: 'our own worker was lost while it sent',
};

function operatorWords({ failure, status }: FailureRow): string {
  return failure === 'http' ? `it answered ${status}` : (words[failure] ?? failure);
}
