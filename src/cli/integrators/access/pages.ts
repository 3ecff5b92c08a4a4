import type { OperationId } from '../../../../generated/operations.ts';
import type { Access } from './access.ts';
import { type Call, call } from './call.ts';
import { listIn } from './expected.ts';
import { fieldsOf } from './profiles.ts';

type Page = {
  readonly items: readonly unknown[];
  /** Where the next page begins; undefined: this is the last one. */
  readonly next: string | undefined;
};

/** The most that a limit of calls a minute makes a client wait. */
const waitSeconds = 60;

/** Reads a list page by page. Waits until the limit of calls is over, since a list may take more calls than it allows. */
export async function* pagesOf(access: Access, id: OperationId, asked: Call): AsyncGenerator<Page> {
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 100, ...asked.query, ...(cursor !== undefined && { cursor }) };
    const page = fieldsOf(await call(access, id, { ...asked, query, waitSeconds }));
    const items = listIn(access, page['items']);
    cursor = typeof page['next_cursor'] === 'string' ? page['next_cursor'] : undefined;
    yield { items, next: cursor };
    if (cursor === undefined) return;
  }
}
