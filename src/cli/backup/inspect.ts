import { type Opened, openAllAcrossMerchants } from '../../app/sealed/open-all.ts';
import { auditLedgerAcrossMerchants } from '../../domain/money/ledger/audit/audit.ts';
import { AuditUnfinished } from '../../domain/money/ledger/audit/findings.ts';
import type { NewestWal } from '../../platform/backup/barman.ts';
import { openDatabases } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { DatabaseRefused, WrongSecretKey } from '../../platform/db/migrations/refusals.ts';
import { showId } from '../../platform/ids.ts';
import { createSecrets, type SecretKeys } from '../../platform/secrets.ts';
import { type Replayed, replayedToAcrossMerchants } from './copy-queries.ts';
import { lostReferencesAcrossMerchants } from './reference-queries.ts';

export type Inspected = {
  readonly replayed: Replayed;
  /** What this release would still have to migrate; it was, in the copy. */
  readonly migrated: readonly string[];
  readonly findings: readonly Readonly<Record<'mode' | 'audit' | 'merchant_id' | 'about', string>>[];
  readonly sealed: readonly Opened[];
  readonly problems: readonly string[];
};

type Copy = {
  readonly url: string;
  readonly secretKeys: SecretKeys;
  /** The segment that the copy must have replayed; absent when it was stopped earlier on purpose. */
  readonly wal: NewestWal | undefined;
};

/** Looks for whatever would be wrong with the service if it ran on this copy from now on. */
export async function inspect(copy: Copy): Promise<Inspected> {
  const problems: string[] = [];
  const replayed = await replayedToAcrossMerchants(copy.url);
  if (copy.wal !== undefined && isBefore(replayed.segment, copy.wal.name))
    problems.push(
      `The log was replayed only to ${replayed.segment}, although the archive goes on to ${copy.wal.name}: a segment in between is missing or damaged.`,
    );
  if (!replayed.isService) {
    // Migrating would make empty tables, in which nothing is wrong.
    problems.push(
      `The database ${nameIn(copy.url)} of the copy has no tables of the service: give the name of its database with --database.`,
    );
    return { replayed, migrated: [], findings: [], sealed: [], problems };
  }
  const migrated = await migrateCopy(copy, problems);
  const findings = await audited(copy, problems);
  for (const { rows, from, to, constraint } of await lostReferencesAcrossMerchants(copy.url))
    problems.push(`${rows} rows of ${from} refer to rows of ${to} that are gone (${constraint}).`);
  const sealed = await opened(copy, problems);
  return { replayed, migrated, findings, sealed, problems };
}

function nameIn(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** The first eight digits name the timeline; the others are the place in the log. */
function isBefore(segment: string, archived: string): boolean {
  return segment.slice(8) <= archived.slice(8);
}

async function migrateCopy({ url, secretKeys }: Copy, problems: string[]): Promise<readonly string[]> {
  try {
    return await migrate(url, secretKeys);
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    problems.push(
      error instanceof WrongSecretKey
        ? 'SECRET_KEY is not the key of this backup: nothing sealed in it can be used. Look for the key that was kept apart for it.'
        : (error.message.split('\n')[0] ?? ''),
    );
    return [];
  }
}

async function audited(copy: Copy, problems: string[]): Promise<Inspected['findings']> {
  const databases = openDatabases({
    url: copy.url,
    secretKey: copy.secretKeys,
    report: () => undefined,
    patience: 8,
  });
  const rows: Inspected['findings'][number][] = [];
  try {
    for (const mode of ['sandbox', 'live'] as const) {
      const found = await auditLedgerAcrossMerchants(databases[mode]).catch((error: unknown) => {
        if (!(error instanceof AuditUnfinished)) throw error;
        problems.push(`The audit of ${mode} did not finish: ${error.message}`);
        return error.findings;
      });
      for (const { audit, merchantId, about } of found)
        rows.push({ mode, audit, merchant_id: showId('mer', merchantId), about });
    }
  } finally {
    await databases.close();
  }
  if (rows.length > 0) problems.push(`The audit of the copy found ${rows.length} problems.`);
  return rows;
}

async function opened({ url, secretKeys }: Copy, problems: string[]): Promise<readonly Opened[]> {
  const sealed = await openAllAcrossMerchants(url, createSecrets(secretKeys));
  const closed = sealed.filter((column) => column.closed > 0);
  if (closed.length > 0)
    problems.push(
      `SECRET_KEY does not open ${closed.map((column) => `${column.closed} of ${column.texts} in ${column.where}`).join(', ')}.`,
    );
  return sealed;
}
