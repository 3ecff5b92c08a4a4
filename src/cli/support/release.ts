import { status } from '../../platform/db/migrate.ts';
import { DatabaseOutdated } from '../../platform/db/migrations/refusals.ts';
import { Failure } from './print.ts';

/**
 * Refuses a verb that must know every table. On the database of a newer release this one runs as it is, but what it does not know it
 * would leave out, and say that nothing is left. Decision 0053.
 *
 * @param verb   such as `mps secrets rotate`
 * @param unseen what this release would leave out, in words
 * @throws DatabaseOutdated, Failure
 */
export async function refuseOtherRelease(url: string, verb: string, unseen: string): Promise<void> {
  const differences = await status(url);
  const missing = differences.filter(({ because }) => because !== 'unknown');
  if (missing.length > 0) throw new DatabaseOutdated(missing.length);
  if (differences.length > 0)
    throw new Failure(
      'refused',
      `A newer release has migrated this database, and may have ${unseen}. Run ${verb} of that release. Nothing was changed.`,
    );
}
