import { statSync } from 'node:fs';
import { join } from 'node:path';
import { asOwnerAcrossMerchants } from '../../../app/sealed/sealed-queries.ts';
import { now } from '../../../platform/clock.ts';
import { uuidIn } from '../../../platform/ids.ts';
import { onDatabases } from '../../support/operator.ts';
import { dayIn, merchantOf, type OfMerchant } from '../../support/options.ts';
import { exitCodes, Failure, printJson, printLines, printOne, printTable, say } from '../../support/print.ts';
import { refuseOtherRelease } from '../../support/release.ts';
import { youngestDays } from './age.ts';
import { lineAbout, readWhole } from './archive-file.ts';
import { findArchived } from './archive-queries.ts';
import { checkArchives } from './check.ts';
import { archivePayments } from './write.ts';

type InFolder = { readonly folder: string; readonly json?: true };

export async function writeVerb(
  options: InFolder & { readonly before: string; readonly dryRun?: true },
): Promise<void> {
  const folder = folderIn(options);
  const before = dayOf(options.before);
  const isTrial = options.dryRun === true;
  const archived = await onDatabases(async ({ url, by: madeBy }) => {
    await refuseOtherRelease(url, 'mps archive write', 'rows that still need the payments');
    return asOwnerAcrossMerchants(url, (owner) =>
      archivePayments(owner, {
        folder,
        before,
        madeBy,
        isTrial,
        progress: ({ files, checkouts }) => say(`${files} files, ${checkouts} checkouts`),
      }),
    );
  });
  printOne(archived, options);
  if (isTrial) say('Nothing was changed.');
  else say('Copy the new files to where your backups are, before you need them.');
}

function dayOf(text: string): Date {
  const before = new Date(`${dayIn(text, '--before')}T00:00:00Z`);
  if (now().getTime() - before.getTime() < youngestDays * 86_400_000)
    throw new Failure(
      'usage',
      `--before must be at least ${youngestDays} days ago: younger payments may be disputed.`,
    );
  return before;
}

export async function findVerb(id: string, options: InFolder & OfMerchant): Promise<void> {
  const folder = folderIn(options);
  const resource = /^(chk|txn)_/.test(id) ? uuidIn(id) : undefined;
  if (resource === undefined)
    throw new Failure('usage', `Give the id of a checkout or a payment, chk_… or txn_…, not "${id}".`);
  const found = await onDatabases((operator) =>
    asOwnerAcrossMerchants(operator.url, (owner) =>
      findArchived(owner, merchantOf(operator, options), resource),
    ),
  );
  if (found === undefined) throw new Failure('notFound', `${id} of this merchant is in no archive.`);
  const content = await readWhole(join(folder, found.file), found);
  if (typeof content === 'string')
    throw new Failure('checkFailed', `${id} should be in ${found.file}, which ${content}`);
  const line = await lineAbout(content, found, resource);
  if (line === undefined)
    throw new Failure('checkFailed', `${id} should be in ${found.file}, which has something else there.`);
  // Not read as JSON: a number may be larger than JavaScript can hold.
  printLines(line);
}

export async function checkVerb(options: InFolder): Promise<void> {
  const folder = folderIn(options);
  const checked = await onDatabases(({ url }) =>
    asOwnerAcrossMerchants(url, (owner) => checkArchives(owner, folder)),
  );
  if (options.json) printJson(checked);
  else printTable(checked.problems.map((problem) => ({ problem })));
  if (checked.problems.length > 0) process.exitCode = exitCodes.checkFailed;
  say(
    `${checked.problems.length} problems in ${checked.files} files with ${checked.resources} checkouts and transactions.`,
  );
  for (const name of checked.unknown)
    say(`${name} is of a run that was stopped, or of another database. Nothing is looked for in it.`);
}

function folderIn({ folder }: InFolder): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Failure('usage', `There is no folder "${folder}".`);
  return folder;
}
