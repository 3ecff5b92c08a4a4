import type { Owner } from '../../../app/sealed/sealed-queries.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Place } from './archive-file.ts';
import { inLiveAcrossMerchants } from './live-queries.ts';

// Which files there are, and what the database looks for in them.

export type Archive = {
  readonly id: string;
  /** Its name in whatever folder it lies. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly before: Date;
  readonly madeBy: string;
};

export async function insertArchiveAcrossMerchants(owner: Owner, archive: Archive): Promise<void> {
  const { id, file, bytes, sha256, before, madeBy } = archive;
  await inLiveAcrossMerchants(owner, () =>
    owner.query(
      'INSERT INTO archives (id, file, bytes, sha256, before, made_by) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, file, bytes, sha256, before, madeBy],
    ),
  );
}

/** Where a checkout or transaction is, and in which archive; undefined: in none. */
export async function findArchived(
  owner: Owner,
  merchantId: MerchantId,
  id: string,
): Promise<(Place & Held) | undefined> {
  const { rows } = await inLiveAcrossMerchants(owner, () =>
    owner.query<Stored<Held & Place>>(
      `SELECT a.id, a.file, a.bytes, a.sha256, r.place, r.length
       FROM archived_resources r JOIN archives a ON a.id = r.archive_id WHERE r.merchant_id = $1 AND r.id = $2`,
      [merchantId, id],
    ),
  );
  const [row] = rows;
  return row && { ...row, place: Number(row.place), bytes: Number(row.bytes) };
}

export type Held = Pick<Archive, 'id' | 'file' | 'bytes' | 'sha256'>;

/** The driver gives a bigint as a text. */
type Stored<Row> = { readonly [Name in keyof Row]: Name extends 'bytes' | 'place' ? string : Row[Name] };

/** All archives, oldest first. */
export async function archivesAcrossMerchants(owner: Owner): Promise<readonly Held[]> {
  const { rows } = await inLiveAcrossMerchants(owner, () =>
    owner.query<Stored<Held>>('SELECT id, file, bytes, sha256 FROM archives ORDER BY id'),
  );
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

/** How many checkouts and transactions the database looks for in each archive, by its id. */
export async function countsInAcrossMerchants(owner: Owner): Promise<ReadonlyMap<string, number>> {
  const { rows } = await inLiveAcrossMerchants(owner, () =>
    owner.query<{ id: string; count: number }>(
      'SELECT archive_id AS id, count(*)::int FROM archived_resources GROUP BY archive_id',
    ),
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

type Resource = { readonly merchantId: string; readonly id: string };

/** Where the database looks for these, of those that it looks for in this archive. */
export async function placesOfAcrossMerchants(
  owner: Owner,
  archiveId: string,
  resources: readonly Resource[],
): Promise<readonly (Place & { readonly id: string })[]> {
  const { rows } = await inLiveAcrossMerchants(owner, () =>
    owner.query<Stored<Place & { readonly id: string }>>(
      `SELECT r.id, r.place, r.length FROM unnest($1::uuid[], $2::uuid[]) AS there (merchant_id, id)
       JOIN archived_resources r USING (merchant_id, id) WHERE r.archive_id = $3`,
      [resources.map(({ merchantId }) => merchantId), resources.map(({ id }) => id), archiveId],
    ),
  );
  return rows.map(({ place, ...row }) => ({ ...row, place: Number(place) }));
}
