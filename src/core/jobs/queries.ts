import { CompiledQuery } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { MerchantId } from '../merchants/principal.ts';

export type NewJob = {
  readonly jobId: string;
  readonly kind: string;
  readonly key: string;
  /** JSON. */
  readonly payload: string;
  /** Real time; null: as soon as it is committed, by the database's own clock. */
  readonly dueAt: Date | null;
};

const insertOnce = `INSERT INTO jobs (merchant_id, job_id, kind, key, payload, due_at)
  VALUES ($1, $2, $3, $4, $5::jsonb, coalesce($6::timestamptz, now()))
  ON CONFLICT ON CONSTRAINT job_once DO NOTHING`;

/** One job per kind and key: a second one is the same job. */
export async function insertJob(tx: Tx, merchantId: MerchantId, job: NewJob): Promise<void> {
  const values = [merchantId, job.jobId, job.kind, job.key, job.payload, job.dueAt];
  await tx.executeQuery(CompiledQuery.raw(insertOnce, values));
}

/** A job that is not needed any more; one that runs already ends by itself. */
export async function deleteJob(tx: Tx, merchantId: MerchantId, kind: string, key: string): Promise<void> {
  const text = "DELETE FROM jobs WHERE merchant_id = $1 AND kind = $2 AND key = $3 AND state <> 'running'";
  await tx.executeQuery(CompiledQuery.raw(text, [merchantId, kind, key]));
}
