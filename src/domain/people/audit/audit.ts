import type { Act } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, PlatformDb } from '../../../platform/db/database.ts';
import { newId, showId } from '../../../platform/ids.ts';
import { FormUsed } from '../../merchants/changes/queries.ts';
import type { Doer } from '../roles/doer.ts';
import { insertEntry, listChanges, listEntries } from './queries.ts';

type NewEntry = {
  /** `payment.refunded`: the kind of object, and what was done to it. */
  readonly action: string;
  /** The object's shown id. */
  readonly object?: string;
  /** What was before and after. No key, no secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The random id of the form. */
  readonly form?: string;
};

/**
 * Writes who did something to the merchant's mode, in the transaction of what was done.
 *
 * @throws FormUsed the form was sent before; the transaction must not be kept
 */
export async function recordAction(act: Act, doer: Doer, entry: NewEntry): Promise<void> {
  const { action, object, details = {}, form } = entry;
  const isNew = await insertEntry(act.tx, act.merchant.id, {
    id: newId(),
    user_id: doer.userId,
    user_email: doer.email,
    ip: doer.ip,
    action,
    object: object ?? null,
    details: JSON.stringify(details),
    form: form ?? null,
  });
  if (!isNew) throw new FormUsed();
}

/**
 * Writes what an operator did to the merchant's mode on the command line, in the transaction of what was done.
 *
 * @param by the user of the machine on which the command was typed
 */
export async function recordOperatorAction(
  act: Act,
  by: string,
  { action, object, details }: Required<Omit<NewEntry, 'form'>>,
): Promise<void> {
  await insertEntry(act.tx, act.merchant.id, {
    id: newId(),
    user_email: by,
    action,
    object,
    details: JSON.stringify(details),
  });
}

export type AuditEntry = {
  readonly id: string;
  readonly at: Date;
  /** A person's email, or the user of the machine on which an operator typed a command. */
  readonly by: string;
  readonly from: string | null;
  readonly action: string;
  readonly object: string | null;
  readonly details: unknown;
};

/**
 * What was done to a merchant, newest first: actions of a mode, and changes of the merchant, their apps and keys.
 *
 * @param before the id of the last entry of the page before
 */
export async function listAudit(
  { platform, db }: { readonly platform: PlatformDb; readonly db: Db },
  merchantId: MerchantId,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<readonly AuditEntry[]> {
  const [entries, changes] = await Promise.all([
    listEntries(db, merchantId, before, limit),
    listChanges(platform, merchantId, before, limit),
  ]);
  const ofApps = changes.map((change) => {
    return { ...change, object: change.object === null ? null : showId('app', change.object) };
  });
  return [...entries, ...ofApps]
    .map(({ id, created_at: at, by, ip, action, object, details }) => ({
      id,
      at,
      by,
      from: ip,
      action,
      object,
      details,
    }))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit);
}
