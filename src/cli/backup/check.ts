import type { Backup } from '../../platform/backup/barman.ts';
import { now } from '../../platform/clock.ts';
import { printJson, printOne, printTable } from '../support/print.ts';
import { type Ages, ageOf, agesOf, conclude, shownAges, tooOld } from './age.ts';
import { asked, onCopy } from './copy.ts';
import { type Inspected, inspect } from './inspect.ts';
import { writeMetrics } from './metrics.ts';
import { barmanOf, type CheckOptions, databaseOf, keyOf, momentIn } from './options.ts';

type Checked = {
  readonly ages: Ages;
  readonly backup: Backup | undefined;
  readonly inspected: Inspected | undefined;
  readonly problems: readonly string[];
};

/** `mps backup check`: restores the last good backup to a server of its own and looks at everything in it. Decision 0114. */
export async function checkBackupVerb(options: CheckOptions): Promise<void> {
  const checked = await check(options);
  const { backup, problems } = checked;
  const shown = { ...shownAges(options.server, checked.ages.wal, backup), ...shownCopy(checked), problems };
  if (options.json) printJson(shown);
  else print(shown);
  conclude(problems, backup && `The backup ${backup.id} can be used. It is ${ageOf(backup.endedAt)} old.`);
  // Last: a file that cannot be written must not lose what an hour of restoring has found.
  writeMetrics(options, {
    backup_check_timestamp_seconds: now(),
    backup_check_problems: problems.length,
    backup_checked_timestamp_seconds: problems.length === 0 ? backup?.endedAt : undefined,
  });
}

async function check(options: CheckOptions): Promise<Checked> {
  const until = momentIn(options.until);
  const { config, secretKeys } = await keyOf();
  const barman = barmanOf(options);
  const ages = await asked(barman, () => agesOf(barman));
  const old = tooOld(ages, options);
  const { backups } = ages;
  const { folder, programs } = options;
  const on = await onCopy({ barman, backups, until, folder, programs }, (server) => {
    const { name, owner } = databaseOf(config, options);
    const { unreadable } = server;
    const wal = until ? undefined : ages.wal;
    return inspect({ url: server.urlOf(name, owner), secretKeys, wal, unreadable });
  });
  const problems = [...old, ...on.problems, ...(on.result?.problems ?? [])];
  return { ages, backup: on.backup, inspected: on.result, problems };
}

function shownCopy({ inspected }: Checked) {
  if (inspected === undefined) return { last_commit: null, migrations_missing: [], sealed: [], findings: [] };
  const { replayed, migrated, sealed, findings } = inspected;
  const last_commit = replayed.lastCommit?.toISOString() ?? null;
  return { last_commit, migrations_missing: migrated, sealed, findings };
}

type Shown = ReturnType<typeof shownAges> &
  ReturnType<typeof shownCopy> & { readonly problems: readonly string[] };

function print({ sealed, findings, problems, ...single }: Shown): void {
  const texts = sealed.reduce((sum, column) => sum + column.texts, 0);
  const closed = sealed.reduce((sum, column) => sum + column.closed, 0);
  const counts = { sealed_opened: `${texts - closed} of ${texts}`, findings: findings.length };
  printOne({ ...single, ...counts, problems: problems.length }, {});
  printTable(findings);
}
