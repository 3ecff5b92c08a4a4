import { type OperationFacts, operations } from '../../../../generated/operations.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { findTraffic } from './queries.ts';

type InUse = {
  readonly permissions: readonly string[];
  readonly calls: number;
  /** How many different ones were called. */
  readonly operations: number;
};

const factsOf = new Map<string, OperationFacts>(Object.entries(operations));

/** The permissions that the calls of an app needed in the last days. What it did not call is not among them. */
export async function permissionsInUse(
  db: Db,
  merchantId: MerchantId,
  of: { readonly appId: string; readonly days: number },
): Promise<InUse> {
  const traffic = await findTraffic(db, merchantId, of);
  const used = traffic.filter(({ operation }) => factsOf.has(operation));
  const permissions = used.flatMap(({ operation }) => factsOf.get(operation)?.permission ?? []);
  return {
    permissions: [...new Set(permissions)].toSorted(),
    calls: used.reduce((sum, { calls }) => sum + Number(calls), 0),
    operations: new Set(used.map(({ operation }) => operation)).size,
  };
}
