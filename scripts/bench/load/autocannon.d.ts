/** The part of autocannon that the benchmark uses; the package has no types. */
declare module 'autocannon' {
  type Request = {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly setupRequest?: (request: Request) => Request;
  };

  type Options = {
    readonly url: string;
    readonly connections: number;
    readonly duration?: number;
    readonly amount?: number;
    readonly requests: readonly Request[];
  };

  type Result = {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
    /** In seconds. */
    readonly duration: number;
  };

  export default function autocannon(options: Options): Promise<Result>;
}
