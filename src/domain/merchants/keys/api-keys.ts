import { type OperationFacts, operations } from '../../../../generated/operations.ts';
import type { KeyKind, MerchantId, Mode } from '../../../engine/principal.ts';
import { newId } from '../../../platform/ids.ts';
import { hashOfKey, makeKey } from './key-format.ts';

type Holder = { readonly merchantId: MerchantId; readonly appId: string; readonly mode: Mode };

/** A new key of an app, and its row. The row has only a hash, so the key can be shown only now. Spec: "Authentication". */
export function newKey(holder: Holder, kind: KeyKind, permissions: readonly string[] = []) {
  const key = makeKey(kind, holder.mode);
  const row = {
    id: newId(),
    merchant_id: holder.merchantId,
    app_id: holder.appId,
    kind,
    hash: hashOfKey(key),
    prefix: key.slice(0, key.indexOf('_', 3) + 1),
    last4: key.slice(-4),
    permissions: [...permissions],
  };
  return { key, row };
}

/** Every permission that an operation asks for. */
export function allPermissions(): readonly string[] {
  const all = Object.values<OperationFacts>(operations).flatMap(({ permission }) => permission ?? []);
  return [...new Set(all)].toSorted();
}

/** The permissions of a merchant's first restricted key: to read everything and to open checkouts. Decision 0017. */
export function firstPermissions(): readonly string[] {
  return allPermissions().filter(
    (permission) => permission.endsWith(':read') || permission === 'checkout:write',
  );
}
