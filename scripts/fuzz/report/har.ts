import type { Exchange } from '../own/client.ts';

/** The exchanges as an HTTP archive, without keys. */
export function harOf(exchanges: readonly Exchange[]): string {
  const entries = exchanges.map((exchange) => ({
    startedDateTime: exchange.began.toISOString(),
    time: exchange.tookMs,
    request: {
      method: exchange.method,
      url: exchange.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(Object.entries(exchange.sent).filter(([name]) => name !== 'Authorization')),
      queryString: named([...new URL(exchange.url).searchParams]),
      headersSize: -1,
      bodySize: Buffer.byteLength(exchange.body ?? ''),
      ...(exchange.body !== undefined && {
        postData: { mimeType: exchange.sent['Content-Type'] ?? '', text: exchange.body },
      }),
    },
    response: {
      status: exchange.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named([...exchange.headers]),
      content: {
        size: Buffer.byteLength(exchange.text),
        mimeType: exchange.headers.get('content-type') ?? '',
        text: exchange.text,
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: Buffer.byteLength(exchange.text),
    },
    cache: {},
    timings: { send: 0, wait: exchange.tookMs, receive: 0 },
  }));
  const log = { version: '1.2', creator: { name: 'npm run fuzz', version: '1' }, entries };
  return `${JSON.stringify({ log })}\n`;
}

function named(pairs: readonly (readonly [string, string])[]) {
  return pairs.map(([name, value]) => ({ name, value }));
}
