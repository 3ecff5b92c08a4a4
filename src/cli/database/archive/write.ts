import { join } from 'node:path';
import { release } from '../../../app/release.ts';
import type { Owner } from '../../../app/sealed/sealed-queries.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { firstIdOf, newId } from '../../../platform/ids.ts';
import { type Place, readWhole, writeArchiveFile } from './archive-file.ts';
import { insertArchiveAcrossMerchants } from './archive-queries.ts';
import {
  checkoutsIn,
  type Family,
  familiesOf,
  lockFamilies,
  moveFamilies,
  nextMerchantAcrossMerchants,
} from './family-queries.ts';
import { inLiveAcrossMerchants } from './live-queries.ts';

export type Archiving = {
  readonly folder: string;
  /** Only what was over before it. */
  readonly before: Date;
  /** Who runs it. */
  readonly madeBy: string;
  /** Counts what would be archived, and changes nothing. */
  readonly isTrial: boolean;
  readonly progress: (archived: Archived) => void;
};

export type Archived = {
  readonly files: number;
  readonly checkouts: number;
  readonly transactions: number;
  /** Of the records, before they are compressed. */
  readonly bytes: number;
};

/** What a file holds at most, and a transaction moves. */
const checkoutsInFile = 1000;

/**
 * Moves old payments of live to files. A file is on disk and read again before anything leaves the database. Then the payments of one
 * merchant after the other leave it, each in a transaction that compares them with what the file holds. So after a crash a payment is in
 * the database, or in a file that the database names; it may be in a file besides. Run it again to go on.
 *
 * Decision 0132.
 */
export async function archivePayments(owner: Owner, archiving: Archiving): Promise<Archived> {
  let archived: Archived = { files: 0, checkouts: 0, transactions: 0, bytes: 0 };
  for await (const families of filesOf(owner, archiving)) {
    const moved = archiving.isTrial ? families : await archiveTogether(owner, families, archiving);
    archived = {
      files: archived.files + 1,
      checkouts: archived.checkouts + moved.length,
      transactions:
        archived.transactions + moved.reduce((sum, { transactions }) => sum + transactions.length, 0),
      bytes: archived.bytes + moved.reduce((sum, { record }) => sum + Buffer.byteLength(record), 0),
    };
    archiving.progress(archived);
  }
  return archived;
}

/** What comes into one file, of one or more merchants. */
async function* filesOf(owner: Owner, { before }: Archiving): AsyncGenerator<readonly Family[]> {
  let waiting: Family[] = [];
  for await (const families of oldFamiliesAcrossMerchants(owner, before)) {
    waiting.push(...families);
    while (waiting.length >= checkoutsInFile) {
      yield waiting.slice(0, checkoutsInFile);
      waiting = waiting.slice(checkoutsInFile);
    }
  }
  if (waiting.length > 0) yield waiting;
}

async function* oldFamiliesAcrossMerchants(owner: Owner, before: Date): AsyncGenerator<readonly Family[]> {
  const upTo = firstIdOf(before.getTime());
  let merchantId = await nextMerchantAcrossMerchants(owner, lowest);
  while (merchantId !== undefined) {
    const of: MerchantId = merchantId;
    let after = lowest;
    for (let isFull = true; isFull; ) {
      const checkoutIds = await checkoutsIn(owner, of, { after, upTo, most: checkoutsInFile });
      yield await inLiveAcrossMerchants(owner, () => familiesOf(owner, of, { checkoutIds, before }));
      isFull = checkoutIds.length === checkoutsInFile;
      after = checkoutIds.at(-1) ?? after;
    }
    merchantId = await nextMerchantAcrossMerchants(owner, of);
  }
}

const lowest = '00000000-0000-0000-0000-000000000000';

/** @returns what left the database: not what was changed since it was read */
async function archiveTogether(
  owner: Owner,
  families: readonly Family[],
  { folder, before, madeBy }: Archiving,
): Promise<readonly Family[]> {
  const id = newId();
  const file = `live-${id}.jsonl.gz`;
  const heading = { format: 'merchant-payments-archive/1', archive: id, mode: 'live', before, release };
  const lines = [JSON.stringify(heading), ...families.map(({ record }) => record)];
  const path = join(folder, file);
  const { places, ...written } = await writeArchiveFile(path, lines);
  const content = await readWhole(path, written);
  if (typeof content === 'string') throw new Error(`${path} ${content} Nothing of it has left the database.`);
  await insertArchiveAcrossMerchants(owner, { id, file, ...written, before, madeBy });
  const placed = families.flatMap((family, at) => {
    const place = places[at + 1];
    return place === undefined ? [] : [{ ...family, at: place }];
  });
  const moved: Family[] = [];
  for (const [merchantId, own] of Map.groupBy(placed, (family) => family.merchantId))
    moved.push(...(await move(owner, merchantId, { archiveId: id, before, placed: own })));
  return moved;
}

type Moving = {
  readonly archiveId: string;
  readonly before: Date;
  readonly placed: readonly (Family & { readonly at: Place })[];
};

function move(
  owner: Owner,
  merchantId: MerchantId,
  { archiveId, before, placed }: Moving,
): Promise<readonly Family[]> {
  return inLiveAcrossMerchants(owner, async () => {
    const checkoutIds = placed.map(({ checkoutId }) => checkoutId);
    await lockFamilies(owner, merchantId, checkoutIds);
    const now = await familiesOf(owner, merchantId, { checkoutIds, before });
    const records = new Map(now.map(({ checkoutId, record }) => [checkoutId, record]));
    const unchanged = placed.filter(({ checkoutId, record }) => records.get(checkoutId) === record);
    await moveFamilies(owner, merchantId, { archiveId, placed: unchanged });
    return unchanged;
  });
}
