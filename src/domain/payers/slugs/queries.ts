import type { Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';

export type Slug = Selectable<ModeTables['slugs']>;

/** False if the slug is taken. */
export async function insertSlug(
  tx: Tx,
  merchantId: MerchantId,
  slug: Omit<Slug, 'merchant_id'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('slugs')
    .values({ ...slug, merchant_id: merchantId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

const bySlug = prepared<{ slug: string }>()((db, p) =>
  db.selectFrom('slugs').selectAll().where('slug', '=', p.slug),
);

/** Finds the merchant and resource behind a public address. Across merchants: a visitor has no key that names a merchant. */
export async function findSlugAcrossMerchants(db: Db, slug: string): Promise<Slug | undefined> {
  return (await bySlug(db, { slug }))[0];
}
