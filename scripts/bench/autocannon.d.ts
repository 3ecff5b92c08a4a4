/** The few words of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  type Request = {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** The context is of one connection, and new whenever its requests begin again, as they do where there is no request. */
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
    readonly start: Date;
    readonly finish: Date;
    /** In seconds. */
    readonly duration: number;
    readonly latency: { readonly p50: number; readonly p99: number };
  };

  export default function autocannon(options: Options): Promise<Result>;
}
