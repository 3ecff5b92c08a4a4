import type { MerchantId } from '../../../engine/principal.ts';
import { type Db, inTransaction } from '../../../platform/db/database.ts';
import { readContent, removeContent, writeContent } from './file-queries.ts';

declare module '../../../engine/context.ts' {
  interface Context {
    readonly files: FileStore;
  }
}

/**
 * Where the bytes of files are kept, by id. It may be another system, so it is never asked while a transaction is open. Writing
 * the same file twice, and removing what is not there, change nothing.
 */
export type FileStore = {
  readonly write: (merchant: MerchantId, id: string, content: Uint8Array) => Promise<void>;
  readonly read: (merchant: MerchantId, id: string) => Promise<Uint8Array | undefined>;
  readonly remove: (merchant: MerchantId, id: string) => Promise<void>;
};

/** Keeps files in PostgreSQL, beside everything else of a mode: one backup holds both. Decision 0073. */
export function filesInDatabase(db: Db): FileStore {
  return {
    write: (merchant, id, content) =>
      inTransaction(db, merchant, (tx) => writeContent(tx, merchant, id, content)),
    read: (merchant, id) => readContent(db, merchant, id),
    remove: (merchant, id) => inTransaction(db, merchant, (tx) => removeContent(tx, merchant, id)),
  };
}
