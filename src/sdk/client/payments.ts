import { createClient } from '../../../generated/client/client/client.gen.ts';
import type { Client } from '../../../generated/client/client/types.gen.ts';
import * as operations from '../../../generated/client/sdk.gen.ts';
import type { CheckoutStatus } from '../../../generated/client/types.gen.ts';
import { registryVersion } from '../../../generated/event-registry.ts';
import { dataIn, fileIn, type Reader } from './answers.ts';
import { type Answered, Call } from './call.ts';
import { errorOf, PaymentsError } from './errors.ts';
import { checkLimits, createTransport, pause, type TransportOptions } from './transport.ts';

export type PaymentsOptions = {
  /** Where the service is. */
  readonly baseUrl: string;
  /** The API version that calls ask for; usually the one that this client and its types were made from, whatever the app is pinned to. */
  readonly version?: string;
} & Partial<TransportOptions>;

/** What a single call may choose. */
export type PerCall = {
  readonly version?: string;
  /** For a write: an id of your own, so that the call takes effect once even if your program dies in between. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
} & Partial<Pick<TransportOptions, 'maxRetries' | 'timeoutMs'>>;

type Operations = typeof operations;
type Name = keyof Operations;
type Wanted<One extends Name> = Pick<
  NonNullable<Parameters<Operations[One]>[0]>,
  'body' | 'path' | 'query' | 'headers'
> &
  PerCall;
type Success<One extends Name> = NonNullable<Awaited<ReturnType<Operations[One]>>['data']>;
type DataOf<Answer> = Answer extends { readonly data: infer Data } ? Data : Answer;

/** A method for every operation of the contract, named by its `operationId`. */
type Methods = {
  readonly [One in Name]: undefined extends Parameters<Operations[One]>[0]
    ? (wanted?: Wanted<One>) => Call<DataOf<Success<One>>>
    : (wanted: Wanted<One>) => Call<DataOf<Success<One>>>;
};

type AnyWanted = PerCall & {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};
type Result = { readonly data?: unknown; readonly error?: unknown; readonly response?: Response };
type AnyOperation = (options: object) => Promise<Result>;
type Asked = {
  readonly wanted: AnyWanted;
  readonly read: Reader;
  readonly cursor?: string;
};

const usual = { maxRetries: 2, timeoutMs: 30_000 } as const;

/** The operations whose success is not `{ success, data }`: a file, as its text. */
type Download = {
  readonly [One in Name]: Success<One> extends { readonly data: unknown } ? never : One;
}[Name];

/** The type wants each of them, and no other. */
const downloads: Readonly<Record<Download, true>> = { downloadReport: true };

// The interface gives the class a method for every operation; the constructor makes them.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see above
export interface Payments extends Methods {}

/**
 * The API of the service.
 *
 *   const payments = new Payments(process.env.API_KEY, { baseUrl: 'https://pay.example.com' });
 *   const checkout = await payments.createCheckout({ body: { amount: '10.00', … } });
 *   for await (const payment of payments.listTransactions({ query: { status: 'completed' } })) …
 *
 * @throws Invalid, Unauthorized, Refused, RateLimited, ApiError the service refused; NetworkError: it did not answer
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see above
export class Payments {
  readonly #client: Client;
  readonly #options: PaymentsOptions & TransportOptions;

  constructor(key: string | undefined, options: PaymentsOptions) {
    const bearer = plainKey(key);
    this.#options = {
      ...options,
      // An option may be there and undefined, such as one from a setting that is not set.
      maxRetries: options.maxRetries ?? usual.maxRetries,
      timeoutMs: options.timeoutMs ?? usual.timeoutMs,
      fetch: options.fetch ?? ((request) => fetch(request)),
    };
    checkLimits(this.#options);
    this.#client = createClient({ baseUrl: options.baseUrl.replace(/\/$/, ''), auth: () => bearer });
    for (const [name, operation] of Object.entries(operations)) {
      // Each has parameters of its own; the interface gives callers their types.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      const ask = operation as unknown as AnyOperation;
      const read = name in downloads ? fileIn : dataIn;
      Object.defineProperty(this, name, {
        value: (wanted: AnyWanted = {}) =>
          new Call((cursor) => this.#call(ask, { wanted, read, ...(cursor !== undefined && { cursor }) })),
      });
    }
  }

  /**
   * Asks for the status of a checkout until it is no longer pending. Rely on it, or on the signed event.
   *
   * @returns the last status; it is still `pending` after all tries
   * @throws the reason of the signal, as soon as it is aborted
   */
  async waitForResult(
    id: string,
    { everyMs = 3000, tries = 40, signal }: { everyMs?: number; tries?: number; signal?: AbortSignal } = {},
  ): Promise<CheckoutStatus> {
    for (let tried = 1; ; tried += 1) {
      const status = await this.getCheckoutStatus({ path: { id }, ...(signal && { signal }) });
      if (status.status !== 'pending' || tried >= tries) return status;
      await pause(everyMs, signal);
    }
  }

  async #call(operation: AnyOperation, asked: Asked): Promise<Answered<unknown>> {
    let sent: Request | undefined;
    try {
      return await this.#ask(operation, asked, (request) => (sent = request));
    } catch (error) {
      const key = sent?.headers.get('idempotency-key');
      if (key && error instanceof PaymentsError) error.idempotencyKey = key;
      throw error;
    }
  }

  async #ask(
    operation: AnyOperation,
    { wanted, read, cursor }: Asked,
    note: (request: Request) => void,
  ): Promise<Answered<unknown>> {
    const { signal, maxRetries = this.#options.maxRetries, timeoutMs = this.#options.timeoutMs } = wanted;
    checkLimits({ maxRetries, timeoutMs });
    const send = createTransport({ ...this.#options, maxRetries, timeoutMs });
    const options = {
      ...wanted,
      ...(cursor !== undefined && { query: { ...wanted.query, cursor } }),
      fetch: (request: Request) => {
        note(request);
        return send(request);
      },
      headers: headersOf(wanted, this.#options.version),
      // A write that follows a redirect becomes a read, whose success says nothing of the write.
      redirect: 'manual',
      // By its type, the generated code would take the page of a proxy for an answer.
      parseAs: 'text',
    };
    // The options become those of a `Request`. Deno would take an enumerable `client` for its own HTTP client.
    Object.defineProperty(options, 'client', { value: this.#client });
    const { data, error, response } = await operation(options);
    signal?.throwIfAborted();
    if (!response) throw error;
    if (!response.ok) throw errorOf(response, error);
    return {
      data: read(String(data), response),
      response,
      requestId: response.headers.get('x-request-id') ?? '',
      version: response.headers.get('service-version') ?? '',
    };
  }
}

/**
 * Without the line break at the end of the file that it came from.
 *
 * @throws PaymentsError a header cannot carry it: the words of that failure would show the key
 */
function plainKey(key?: string): string {
  const plain = key?.trim();
  if (!plain) throw new PaymentsError('There is no API key.');
  if (!/^[\x21-\x7e]+$/.test(plain))
    throw new PaymentsError('The API key has a space, a line break or a letter that no key has.');
  return plain;
}

function headersOf({ headers, version, idempotencyKey }: AnyWanted, usualVersion = registryVersion) {
  return {
    ...headers,
    'Service-Version': version ?? usualVersion,
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
}
