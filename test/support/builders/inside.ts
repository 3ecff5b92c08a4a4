import { expect } from 'vitest';
import type { Act, JobKind } from '../../../src/engine/context.ts';
import { merchantId } from '../../../src/engine/principal.ts';
import { inTransaction } from '../../../src/platform/db/database.ts';
import type { App } from '../service/app.ts';

/** What tests do behind the back of the API: read events, repeat jobs, run an action, suspend a merchant. */

type Merchant = { readonly merchantId: string };

export type RecordedEvent = {
  readonly type: string;
  readonly sequence: number;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** The events about one resource, in order. Their sequence must have no gap. */
export async function eventsAbout(app: App, { id }: { readonly id: string }): Promise<RecordedEvent[]> {
  const rows = await app.database.asOwner(
    `SELECT type, sequence, created_at, data FROM sandbox.events
      WHERE replace(resource_id::text, '-', '') = $1 ORDER BY sequence`,
    [id.replace(/^[a-z]+_/, '')],
  );
  const events = rows.map((row) => ({ ...recorded(row), sequence: Number(row['sequence']) }));
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1));
  return events;
}

/** All events of a merchant, in order. */
export async function eventsOfMerchant(
  app: App,
  merchant: Merchant,
): Promise<Omit<RecordedEvent, 'sequence'>[]> {
  const rows = await app.database.asOwner(
    'SELECT type, created_at, data FROM sandbox.events WHERE merchant_id = $1 ORDER BY event_id',
    [merchant.merchantId],
  );
  return rows.map(recorded);
}

function recorded(row: Record<string, unknown>): Omit<RecordedEvent, 'sequence'> {
  return {
    type: String(row['type']),
    at: (row['created_at'] as Date).toISOString(),
    data: JSON.parse(String(row['data'])),
  };
}

/** Queues a job that has run before, as if the worker had died before it could say so. */
export async function runAgain(app: App, merchant: Merchant, kind: JobKind, payload: object): Promise<void> {
  await app.database.asOwner(
    `INSERT INTO sandbox.jobs (merchant_id, job_id, kind, key, payload, due_at)
      VALUES ($1, gen_random_uuid(), $2, 'again', $3::text::jsonb, now())`,
    [merchant.merchantId, kind, JSON.stringify(payload)],
  );
}

/** Runs an action in a transaction of the merchant's, as a call of theirs would. */
export function actingAs<T>(app: App, merchant: Merchant, work: (act: Act) => Promise<T>): Promise<T> {
  const ctx = app.service.contexts.sandbox;
  const id = merchantId(merchant.merchantId);
  return inTransaction(ctx.db, id, (tx, clockOffsetMs) => work({ ctx, tx, merchant: { id, clockOffsetMs } }));
}

export function gatewayOf(app: App, name: string) {
  const gateway = app.service.contexts.sandbox.gateways.byName(name);
  if (!gateway) throw new Error(`the sandbox has no gateway ${name}`);
  return gateway;
}

export async function setMerchantStatus(
  app: App,
  merchant: Merchant,
  status: 'active' | 'suspended',
): Promise<void> {
  await app.database.asOwner('UPDATE platform.merchants SET status = $1 WHERE id = $2', [
    status,
    merchant.merchantId,
  ]);
}
