import type { Insertable, Selectable } from 'kysely';
import type { PlatformTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';

type BrandRow = Selectable<PlatformTables['merchant_brands']>;
export type Look = Pick<BrandRow, 'display_name' | 'contact_email' | 'contact_phone' | 'language' | 'accent'>;

const ofLook = ['b.display_name', 'b.contact_email', 'b.contact_phone', 'b.language', 'b.accent'] as const;
const ofLogo = ['l.sha256', 'l.media_type', 'l.width', 'l.height'] as const;

const shownMerchants = prepared<{ merchantId: MerchantId }, PlatformTables>()((db, p) =>
  db
    .selectFrom('merchants as m')
    .leftJoin('merchant_brands as b', 'b.merchant_id', 'm.id')
    .leftJoin('merchant_logos as l', 'l.merchant_id', 'm.id')
    .select(['m.business_name', 'm.status', ...ofLook, ...ofLogo])
    .where('m.id', '=', p.merchantId),
);

/** What payers see of a merchant, and whether they may pay them. */
export async function findShownMerchant(platform: PlatformDb, merchantId: MerchantId) {
  const [shown] = await shownMerchants(platform, { merchantId });
  return shown;
}

export type ShownMerchant = NonNullable<Awaited<ReturnType<typeof findShownMerchant>>>;

export async function writeLook(tx: PlatformDb, merchantId: MerchantId, look: Look): Promise<void> {
  await tx
    .insertInto('merchant_brands')
    .values({ ...look, merchant_id: merchantId })
    .onConflict((conflict) =>
      conflict.column('merchant_id').doUpdateSet((row) => ({
        display_name: row.ref('excluded.display_name'),
        contact_email: row.ref('excluded.contact_email'),
        contact_phone: row.ref('excluded.contact_phone'),
        language: row.ref('excluded.language'),
        accent: row.ref('excluded.accent'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

type NewLogo = Omit<Insertable<PlatformTables['merchant_logos']>, 'merchant_id' | 'created_at'>;

export async function writeLogo(tx: PlatformDb, merchantId: MerchantId, logo: NewLogo): Promise<void> {
  await tx
    .insertInto('merchant_logos')
    .values({ ...logo, merchant_id: merchantId })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(logo))
    .execute();
}

export async function deleteLogo(tx: PlatformDb, merchantId: MerchantId): Promise<void> {
  await tx.deleteFrom('merchant_logos').where('merchant_id', '=', merchantId).execute();
}

/** The content of a logo. Its address says nothing of whose it is, and two merchants may have the same. */
export function findLogoAcrossMerchants(platform: PlatformDb, sha256: Buffer) {
  return platform
    .selectFrom('merchant_logos')
    .select(['media_type', 'content'])
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
}
