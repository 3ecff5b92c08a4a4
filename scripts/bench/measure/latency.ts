import type { Client } from 'pg';
import type { Receiver } from '../load/receiver.ts';
import { type Figure, quantile } from './figures.ts';

export async function nowIn(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now ?? new Date(Number.NaN);
}

export function latencies(client: Client, receiver: Receiver, since: Date): Promise<readonly number[]> {
  return latenciesOf(client, receiver, { since });
}

/**
 * The ms from PostgreSQL's time of each commit since `since` to the time its delivery reached the receiver; NaN if it has not
 * reached it.
 *
 * @param events.merchantId only events of this merchant
 */
export async function latenciesOf(
  client: Client,
  receiver: Receiver,
  { since, merchantId = null }: { since: Date; merchantId?: string | null },
): Promise<readonly number[]> {
  const arrivals = await receiver.arrivals();
  const { rows } = await client.query<{ id: string; at: number }>(
    `SELECT replace(d.delivery_id::text, '-', '') AS id, extract(epoch FROM pg_xact_commit_timestamp(e.xmin))::float8 * 1000 AS at
    FROM sandbox.events e JOIN sandbox.webhook_deliveries d USING (merchant_id, event_id)
    WHERE pg_xact_commit_timestamp(e.xmin) >= $1 AND ($2::uuid IS NULL OR e.merchant_id = $2)`,
    [since, merchantId],
  );
  return rows.map(({ id, at }) => (arrivals.get(id) ?? Number.NaN) - at);
}

type Goals = { readonly p50: number; readonly p99: number };

/** Goals under load, in milliseconds from the commit to the first attempt at a healthy receiver. */
export const underLoad: Goals = { p50: 50, p99: 1000 };

/** @param when says under which load, as part of the figure's name */
export function latencyFigures(
  values: readonly number[],
  { when, about, goals }: { when: string; about: string; goals: Goals },
): readonly Figure[] {
  const figure = (name: keyof Goals, share: number): Figure => ({
    id: 'P8',
    what: `commit to first attempt, ${when}, ${name}`,
    values: [quantile(values, share)],
    goal: { atMost: goals[name] },
    unit: 'ms',
    about: `${about}, from PostgreSQL's time of the commit`,
  });
  return [figure('p50', 0.5), figure('p99', 0.99)];
}
