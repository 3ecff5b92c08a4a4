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
  /** What PostgreSQL said of a record that it could not read. */
  readonly unreadable: string | undefined;
};

/** Looks for whatever would be wrong with the service if it ran on this copy from now on. What fails is a problem of the copy, too. */
export async function inspect(copy: Copy): Promise<Inspected> {
  const problems: string[] = [];
  const nothing = { migrated: [], findings: [], sealed: [] };
  const name = nameIn(copy.url);
  const unasked = { segment: '', lastCommit: null, isService: false };
  const replayed = await tried(
    { what: `the database ${name} of the copy`, otherwise: unasked, problems },
    () => replayedToAcrossMerchants(copy.url),
  );
  if (replayed === unasked) return { replayed, ...nothing, problems };
  problems.push(...endOfLog(replayed, copy));
  if (!replayed.isService) {
    // Migrating would make empty tables, in which nothing is wrong.
    problems.push(
      `The database ${name} of the copy has no tables of the service: give the name of its database with --database.`,
    );
    return { replayed, ...nothing, problems };
  }
  const migrated = await migrateCopy(copy, problems);
  const findings = await audited(copy, problems);
  const lost = await tried({ what: 'the foreign keys', otherwise: [], problems }, () =>
    lostReferencesAcrossMerchants(copy.url),
  );
  for (const { rows, from, to, constraint } of lost)
    problems.push(`${rows} rows of ${from} refer to rows of ${to} that are gone (${constraint}).`);
  const sealed = await tried({ what: 'the sealed texts', otherwise: [], problems }, () =>
    opened(copy, problems),
  );
  return { replayed, migrated, findings, sealed, problems };
}

type Trial<T> = { readonly what: string; readonly otherwise: T; readonly problems: string[] };

async function tried<T>({ what, otherwise, problems }: Trial<T>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    problems.push(`Looking at ${what} failed: ${error instanceof Error ? error.message : String(error)}`);
    return otherwise;
  }
}

/** A log that ends in the middle of the newest segment is whole if a record goes on in the next one, which is not archived yet. */
function endOfLog({ segment }: Replayed, { wal, unreadable }: Copy): readonly string[] {
  if (wal === undefined) return [];
  const [reached, archived] = [placeOf(segment), placeOf(wal.name)];
  if (reached > archived || (reached === archived && unreadable === undefined)) return [];
  const said = unreadable === undefined ? '' : ` PostgreSQL said: ${unreadable}.`;
  return [
    `The log was replayed only to ${segment}, although the archive goes on to ${wal.name}: a segment in between is missing or damaged.${said}`,
  ];
}

function nameIn(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** The first eight digits name the timeline; the others are the place in the log. */
function placeOf(segment: string): string {
  return segment.slice(8);
}

async function migrateCopy({ url, secretKeys }: Copy, problems: string[]): Promise<readonly string[]> {
  const trial = { what: 'the migrations', otherwise: [], problems };
  return await tried(trial, async () => {
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
  });
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
        problems.push(`The audit of ${mode} did not finish: ${String(error)}`);
        return error instanceof AuditUnfinished ? error.findings : [];
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
