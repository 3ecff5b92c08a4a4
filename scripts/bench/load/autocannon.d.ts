/** The part of autocannon that the benchmark uses; the package has no types. */
declare module 'autocannon' {
  type Request = {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Each connection has a context, new whenever its sequence of requests restarts; returning undefined restarts it. */
    readonly setupRequest?: (request: Request, context: Record<string, string>) => Request | undefined;
    readonly onResponse?: (status: number, body: string, context: Record<string, string>) => void;
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
    readonly start: Date;
    readonly finish: Date;
    /** In seconds. */
    readonly duration: number;
  };

  export default function autocannon(options: Options): Promise<Result>;
}
