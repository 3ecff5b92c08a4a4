import { sql } from 'kysely';
import type { MerchantId } from '../../core/merchants/principal.ts';
import type { Db } from '../../platform/db/database.ts';

export type Payee = { readonly business_name: string; readonly clock_offset_ms: number };

/** Whom a page names as the one who is paid, and what time it is for them. */
export async function findPayee(db: Db, merchantId: MerchantId): Promise<Payee> {
  const { rows } = await sql<Payee>`
    SELECT m.business_name, coalesce(s.clock_offset_ms, 0)::float8 AS clock_offset_ms
      FROM platform.merchants m LEFT JOIN merchant_states s ON s.merchant_id = m.id
     WHERE m.id = ${merchantId}`.execute(db);
  const [payee] = rows;
  if (!payee) throw new Error('a checkout belongs to a merchant');
  return payee;
}
