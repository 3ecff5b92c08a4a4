import type { Client } from 'pg';
import { type Figure, quantile } from './figures.ts';
import type { Receiver } from './receiver.ts';

export async function nowIn(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now ?? new Date(Number.NaN);
}

/** From PostgreSQL's time of the commit to the receiver's time of the request. */
export async function latencies(client: Client, receiver: Receiver, since: Date): Promise<readonly number[]> {
  const arrivals = await receiver.arrivals();
  const { rows } = await client.query<{ id: string; at: number }>(
    `SELECT replace(d.delivery_id::text, '-', '') AS id, extract(epoch FROM pg_xact_commit_timestamp(e.xmin))::float8 * 1000 AS at
    FROM sandbox.events e JOIN sandbox.webhook_deliveries d USING (merchant_id, event_id)
    WHERE pg_xact_commit_timestamp(e.xmin) >= $1`,
    [since],
  );
  return rows.map(({ id, at }) => (arrivals.get(id) ?? Number.NaN) - at);
}

/** The promise of a healthy receiver's first attempt is a second, whatever else goes on. */
export function latencyFigures(values: readonly number[], when: string, about: string): readonly Figure[] {
  const figure = (name: string, share: number, atMost: number): Figure => ({
    id: 'P8',
    what: `commit to first attempt ${when}, ${name}`,
    values: [quantile(values, share)],
    goal: { atMost },
    unit: 'ms',
    about: `${about}, from PostgreSQL's time of the commit`,
  });
  return [figure('p50', 0.5, 50), figure('p99', 0.99, 1000)];
}
