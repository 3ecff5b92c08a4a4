import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer, LiveEvent } from '../requests/answers.ts';
import { cookieWith, endedCookie } from '../requests/cookie.ts';

/** Writes an answer, and sets or ends the session's cookie. */
export async function send(
  req: IncomingMessage,
  res: ServerResponse,
  answer: Answer,
  isSecure: boolean,
): Promise<void> {
  const { session } = answer;
  if (session === 'ended') res.setHeader('Set-Cookie', endedCookie(isSecure));
  else if (session) res.setHeader('Set-Cookie', cookieWith(session.token, isSecure));
  switch (answer.kind) {
    case 'page':
      res.statusCode = answer.status;
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.end(answer.text);
      return;
    case 'redirect':
      redirect(req, res, answer.to);
      return;
    case 'unchanged':
      unchanged(req, res, answer.screen);
      return;
    case 'file':
      await sendFile(res, answer);
      return;
    case 'events':
      await sendEvents(req, res, answer.from);
  }
}

const isHtmx = ({ headers }: IncomingMessage): boolean => headers['hx-request'] === 'true';

/** A person comes to such an address after they have signed in again. A browser would stay where it is after a 204. */
function unchanged(req: IncomingMessage, res: ServerResponse, screen: string): void {
  if (!isHtmx(req)) return redirect(req, res, screen);
  res.statusCode = 204;
  res.end();
}

/** htmx follows a 303 and looks for its list in what that leads to. It is told to load the page instead. */
function redirect(req: IncomingMessage, res: ServerResponse, to: string): void {
  res.statusCode = isHtmx(req) ? 204 : 303;
  res.setHeader(isHtmx(req) ? 'HX-Redirect' : 'Location', to);
  res.end();
}

async function sendFile(res: ServerResponse, file: Extract<Answer, { kind: 'file' }>): Promise<void> {
  res.statusCode = 200;
  res.setHeader('Content-Type', file.type);
  if (file.name !== undefined) res.setHeader('Content-Disposition', `attachment; filename="${file.name}"`);
  if (file.policy !== undefined) res.setHeader('Content-Security-Policy', file.policy);
  await pipeline(Readable.from(file.chunks), res);
}

/** Server-sent events, until the reader goes away. `no-transform` keeps proxies from holding them back. */
async function sendEvents(
  req: IncomingMessage,
  res: ServerResponse,
  from: Extract<Answer, { kind: 'events' }>['from'],
): Promise<void> {
  // A reader who has left already: their `close` is over, and the stream would not hear of it.
  if (res.destroyed) return;
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  res.statusCode = 200;
  res.setHeader('Content-Type', 'text/event-stream');
  res.setHeader('Cache-Control', 'no-store, no-transform');
  // nginx would keep what is sent until it has some kilobytes of it.
  res.setHeader('X-Accel-Buffering', 'no');
  res.flushHeaders();
  const lastId = req.headers['last-event-id'];
  const events = from(typeof lastId === 'string' ? lastId : undefined, gone.signal);
  for await (const event of events) {
    if (gone.signal.aborted) break;
    res.write(written(event));
  }
  res.end('retry: 2000\n\n');
}

function written({ id, name, data }: LiveEvent): string {
  if (data === undefined) return ': ping\n\n';
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(name === undefined ? [] : [`event: ${name}`]),
    ...data.split('\n').map((line) => `data: ${line}`),
  ];
  return `${lines.join('\n')}\n\n`;
}
