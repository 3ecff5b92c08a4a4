import type { Secrets } from '../../platform/secrets.ts';
import { type SealedColumn, sealedColumns } from './columns.ts';
import { asOwnerAcrossMerchants, type Owner, sealedTextsAcrossMerchants } from './sealed-queries.ts';

/** How many texts of a column there are, and how many of them do not open. */
export type Opened = { readonly where: string; readonly texts: number; readonly closed: number };

/** Opens every sealed text of the database, and keeps none. Decision 0114. */
export function openAllAcrossMerchants(
  url: string,
  secrets: Pick<Secrets, 'open'>,
): Promise<readonly Opened[]> {
  return asOwnerAcrossMerchants(url, async (owner) => {
    const all: Opened[] = [];
    for (const column of sealedColumns) all.push(await openColumn(owner, column, secrets));
    return all;
  });
}

async function openColumn(
  owner: Owner,
  column: SealedColumn,
  secrets: Pick<Secrets, 'open'>,
): Promise<Opened> {
  let texts = 0;
  let closed = 0;
  for await (const some of sealedTextsAcrossMerchants(owner, column)) {
    texts += some.length;
    closed += some.filter((text) => !opens(text, column.purpose, secrets)).length;
  }
  return { where: `${column.table}.${column.column}`, texts, closed };
}

function opens(text: string, purpose: string, secrets: Pick<Secrets, 'open'>): boolean {
  try {
    secrets.open(text, purpose);
    return true;
  } catch {
    return false;
  }
}
