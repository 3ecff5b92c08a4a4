import { createCheckout, get, payOnce } from './calls.ts';

export type Answered = {
  readonly calls: number;
  /** What went wrong, in the words of the call that failed. */
  readonly failures: readonly string[];
  readonly slowestMs: number;
};

/** Pays and lists at a few merchants' tills at once. Returns a function that stops and tells how it went. */
export function steadyLoad(
  baseUrl: string,
  merchant: { readonly secretKey: string },
  tills: number,
): () => Promise<Answered> {
  const create = createCheckout(merchant);
  const list = get(merchant, '/v1/transactions?limit=20');
  const failures: string[] = [];
  const ending = new AbortController();
  let [calls, slowestMs] = [0, 0];

  async function timed(work: () => Promise<void>): Promise<void> {
    const startedMs = performance.now();
    await work().catch((error: unknown) => failures.push(String(error)));
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    calls += 1;
  }

  async function till(name: number): Promise<void> {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      await timed(async () => void (await payOnce(baseUrl, create, `till-${name}-${turn}-${Date.now()}`)));
      await timed(async () => {
        const { status } = await fetch(`${baseUrl}${list.path}`, { headers: list.headers });
        if (status !== 200) throw new Error(`${list.path} was answered ${status}`);
      });
    }
  }

  const running = Array.from({ length: tills }, (_, name) => till(name));
  return async () => {
    ending.abort();
    await Promise.all(running);
    return { calls, failures, slowestMs: Math.round(slowestMs) };
  };
}
