import { request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

/** The proxy before the service, the authority of its certificate, and the key of the merchant who calls. */
export type Proxy = { readonly url: string; readonly authority: string; readonly key?: string };

export type Answer = {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
};

type Body = { readonly json: object; readonly idempotencyKey?: string };

/** Longer than the proxy looks for a process, and than a process waits for the database. */
const longestMs = 30_000;

/** Calls as a merchant does: over a new connection, and with the certificate verified. Throws if there is no answer. */
export function ask({ url, authority, key }: Proxy, path: string, body?: Body): Promise<Answer> {
  const headers = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(body && { 'content-type': 'application/json' }),
    ...(body?.idempotencyKey !== undefined && { 'idempotency-key': body.idempotencyKey }),
  };
  const method = body ? 'POST' : 'GET';
  return new Promise((done, failed) => {
    const sending = request(
      `${url}${path}`,
      { method, headers, ca: authority, agent: false, timeout: longestMs },
      (res) => {
        let text = '';
        res.setEncoding('utf8');
        res.on('data', (more: string) => (text += more));
        res.on('end', () =>
          done({ status: res.statusCode ?? 0, retryAfter: res.headers['retry-after'], body: text }),
        );
        res.on('error', failed);
      },
    );
    sending.on('timeout', () => sending.destroy(unanswered()));
    sending.on('error', failed);
    sending.end(body && JSON.stringify(body.json));
  });
}

/** With a code, as every error of a connection that a client answers by trying again. */
const unanswered = (): Error =>
  Object.assign(new Error(`no answer within ${longestMs / 1000} s`), { code: 'ETIMEDOUT' });

export async function ready(proxy: Proxy): Promise<void> {
  const { status, body } = await ask(proxy, '/readyz');
  if (status !== 200) throw new Error(`${status} ${body}`);
}

type Page = { readonly items: readonly unknown[]; readonly next_cursor: string | null };

/** Every item of a list, page by page. */
export async function everyItem(proxy: Proxy, path: string): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await ask(proxy, `${path}&limit=100${cursor && `&cursor=${cursor}`}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
    const { data } = JSON.parse(body) as { data: Page };
    items.push(...data.items);
    cursor = data.next_cursor;
  }
  return items;
}

const mostMs = 180_000;

/** Tries until it succeeds. */
export async function inTime<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + mostMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > until) throw new Error(`not in ${mostMs / 1000} s: ${what}`, { cause: error });
      await delay(500);
    }
  }
}
