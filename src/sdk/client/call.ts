import { PaymentsError } from './errors.ts';

/** What came with an answer. */
export type Answered<Data> = {
  readonly data: Data;
  readonly response: Response;
  /** Quote it when you ask for help. */
  readonly requestId: string;
  /** The API version in which the service answered. */
  readonly version: string;
};

type ItemOf<Data> = Data extends { readonly items: readonly (infer Item)[] } ? Item : never;
type PageOf<Data> = { readonly items: readonly ItemOf<Data>[]; readonly next_cursor?: string | null };

/** Makes the call; with a cursor, the call for a further page. */
export type Caller<Data> = (cursor?: string) => Promise<Answered<Data>>;

/**
 * A call that has been made. Await it for its data. A call for a list can also be iterated: it asks for further pages as they are
 * needed.
 */
export class Call<Data> implements Promise<Data> {
  readonly #caller: Caller<Data>;
  readonly #first: Promise<Answered<Data>>;

  constructor(caller: Caller<Data>) {
    this.#caller = caller;
    // Nobody may be looking: its failure is then an unhandled rejection, as of any promise.
    this.#first = caller();
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is awaited for its data
  then<Wanted = Data, Other = never>(
    onData?: ((data: Data) => Wanted | PromiseLike<Wanted>) | null,
    onError?: ((error: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<Wanted | Other> {
    return this.#first.then(({ data }) => data).then(onData, onError);
  }

  catch<Other>(onError: (error: unknown) => Other | PromiseLike<Other>): Promise<Data | Other> {
    return this.then(undefined, onError);
  }

  finally(onEnd: () => void): Promise<Data> {
    return this.#first.then(({ data }) => data).finally(onEnd);
  }

  /** Code that asks for a `Promise` takes a call, too. */
  get [Symbol.toStringTag](): string {
    return 'Call';
  }

  /** The data, with what came with it. */
  withResponse(): Promise<Answered<Data>> {
    return this.#first;
  }

  /** Every item of every page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ItemOf<Data>, void, undefined> {
    const seen = new Set<string>();
    let page = pageIn<Data>((await this.#first).data);
    for (;;) {
      yield* page.items;
      const { next_cursor: cursor = null } = page;
      if (cursor === null) return;
      if (seen.has(cursor))
        throw new PaymentsError('The list does not end: a page names itself as the next.');
      seen.add(cursor);
      page = pageIn<Data>((await this.#caller(cursor)).data);
    }
  }

  /** All items in an array, but at most `limit`. */
  async toArray({ limit }: { readonly limit: number }): Promise<ItemOf<Data>[]> {
    const items: ItemOf<Data>[] = [];
    if (limit < 1) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }
}

function pageIn<Data>(data: unknown): PageOf<Data> {
  if (isPage<Data>(data)) return data;
  throw new TypeError('This call returns no list.');
}

/** The contract says of what the items are. */
function isPage<Data>(data: unknown): data is PageOf<Data> {
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items);
}
