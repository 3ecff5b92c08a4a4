import { takeLock } from '../../platform/db/citus/lock.ts';
import { checkSecretKey, databasesOfAnotherKey, moveToSecretKey } from '../../platform/db/roles.ts';
import { createSecrets, type SecretKeys, type Secrets } from '../../platform/secrets.ts';
import { type SealedColumn, sealedColumns } from './columns.ts';
import {
  asOwnerAcrossMerchants,
  nextRowsAcrossMerchants,
  type Owner,
  primaryKeyAcrossMerchants,
  replaceTextAcrossMerchants,
  type SealedRow,
} from './sealed-queries.ts';

/** Of a column: how many texts there are, how many were or would be sealed anew, and how many no key opens. */
type Rotated = {
  readonly where: string;
  readonly texts: number;
  readonly old: number;
  readonly closed: number;
};

export type Rotation = {
  readonly columns: readonly Rotated[];
  /** Whether the roles log in with the passwords of the first key, and the database knows it as its own. */
  readonly isOver: boolean;
  /** Other databases of the server whose services would have been locked out, so the passwords are as they were. */
  readonly others: readonly string[];
};

type Wanted = {
  readonly url: string;
  readonly secretKeys: SecretKeys;
  /** Seals nothing anew. */
  readonly onlyCount: boolean;
  /** Whether the services of other databases of the server, which use the same roles, have this key too. */
  readonly isShared: boolean;
  readonly progress: (words: string) => void;
};

/**
 * Seals every text anew that the first key does not open, column by column, then gives the roles the passwords of that key. Each row
 * is changed by itself, if it is still as it was read; so a run that was killed is begun again, and finds less to do.
 *
 * Decision 0115.
 */
export function rotateAcrossMerchants(wanted: Wanted): Promise<Rotation> {
  const { url, secretKeys, onlyCount, progress } = wanted;
  const secrets = createSecrets(secretKeys);
  return asOwnerAcrossMerchants(url, async (owner) => {
    const all: Rotated[] = [];
    for (const column of sealedColumns) {
      const rotated = await rotateColumn(owner, column, { secrets, onlyCount });
      if (rotated.old > 0) progress(`${rotated.where}: ${rotated.old} of ${rotated.texts}`);
      all.push(rotated);
    }
    const mayMove = !onlyCount && all.every(({ closed }) => closed === 0);
    const others = mayMove ? await moveRoles(owner, wanted) : [];
    const isOver = (await checkSecretKey(owner, secretKeys, 'skip')) === secretKeys[0];
    return { columns: all, isOver, others };
  });
}

/** @returns other databases whose services would be locked out; nothing was changed if there are any */
async function moveRoles(
  owner: Owner,
  { secretKeys, isShared, progress }: Wanted,
): Promise<readonly string[]> {
  // A migration gives the roles the passwords of the key that it has found: it must not have found the old one.
  await takeLock(owner, progress);
  const others = isShared ? [] : await databasesOfAnotherKey(owner, secretKeys[0]);
  if (others.length === 0) await moveToSecretKey(owner, secretKeys[0]);
  return others;
}

type How = { readonly secrets: Secrets; readonly onlyCount: boolean };

async function rotateColumn(owner: Owner, column: SealedColumn, how: How): Promise<Rotated> {
  const key = await primaryKeyAcrossMerchants(owner, column);
  const counts = { texts: 0, old: 0, closed: 0 };
  let after: readonly string[] | undefined;
  for (;;) {
    const rows = await nextRowsAcrossMerchants(owner, column, key, after);
    if (rows.length === 0) return { where: `${column.table}.${column.column}`, ...counts };
    for (const row of rows) {
      const { is, text } = sealedAnew(row, column, how.secrets);
      counts.texts += 1;
      if (is !== 'newest') counts[is] += 1;
      if (is === 'old' && !how.onlyCount) await replaceTextAcrossMerchants(owner, column, key, { row, text });
    }
    after = rows.at(-1)?.key;
  }
}

type Anew = { readonly is: 'newest' | 'old' | 'closed'; readonly text: string };

function sealedAnew({ text }: SealedRow, { purpose }: SealedColumn, secrets: Secrets): Anew {
  if (secrets.isNewest(text, purpose)) return { is: 'newest', text };
  try {
    return { is: 'old', text: secrets.seal(secrets.open(text, purpose), purpose) };
  } catch {
    return { is: 'closed', text };
  }
}
