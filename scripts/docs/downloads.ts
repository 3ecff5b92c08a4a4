import { datesIn, documents, folder, readLock } from '../versions/frozen.ts';

/** A document of a version: where it is in the checkout, and where in the folder that /docs serves. */
type Download = { readonly from: string; readonly to: string };

/** Both documents of every released version, and of the newest as it is written, oldest first. */
export function downloadsIn(root: string, newest: string): readonly Download[] {
  const older = datesIn(readLock(root)).filter((date) => date !== newest);
  return [...older.map((date) => ({ date, from: `${folder}/${date}/` })), { date: newest, from: '' }].flatMap(
    ({ date, from }) => documents.map((name) => ({ from: `${from}${name}`, to: `${date}/${name}` })),
  );
}
