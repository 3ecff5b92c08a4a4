import { type RawBuilder, sql } from 'kysely';

type Wanted = {
  readonly gateway: string;
  /** Selects message ids of files. */
  readonly files: RawBuilder<unknown>;
  /** Selects end-to-end ids of transfers. */
  readonly ids: RawBuilder<unknown>;
};

/**
 * CTEs, of which the last is `sent`: the transfers that these files ask a bank for, and these transfers, each with the message id and
 * the gateway of its file. What merchants have is read by itself: on a cluster it is not where the files are, and is not joined with them.
 */
export const sentOf = ({ gateway, files, ids }: Wanted) => sql`
    named AS MATERIALIZED (SELECT id FROM bank_files WHERE gateway = ${gateway} AND message_id IN (${files})),
    filed AS MATERIALIZED (
      SELECT file_id, end_to_end_id, amount, currency, state FROM bank_transfers
      WHERE file_id IN (SELECT id FROM named) AND file_id IS NOT NULL
      UNION SELECT file_id, end_to_end_id, amount, currency, state FROM bank_transfers
      WHERE gateway = ${gateway} AND end_to_end_id IN (${ids})),
    sent AS MATERIALIZED (
      SELECT f.message_id, f.gateway, t.end_to_end_id, t.amount, t.currency, t.state FROM filed t JOIN bank_files f ON f.id = t.file_id)`;
