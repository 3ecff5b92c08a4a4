import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { monotonicMs } from '../../clock.ts';
import { isSame } from '../public-address.ts';
import {
  answered,
  codeOf,
  type EgressFailure,
  type EgressResult,
  failed,
  mostHeaderBytes,
  startOfBody,
} from './answer.ts';
import type { KeptConnections } from './kept-connections.ts';

export type Target = { readonly url: URL; readonly hostname: string; readonly literal: string | undefined };
type Vetted = { readonly target: Target; readonly address: string };
type Sending = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly startedAt: number;
  readonly deadline: number;
  readonly secureContext: () => SecureContext;
  /** How long to wait for the connection; absent: until the deadline. */
  readonly connectMs?: number;
};

const mostInformation = 5;
/** So many addresses of a name are tried. All but the last get this long for the connection, so that the answer has most of the time. */
const mostAddresses = 4;
const connectMs = 2000;

type Stage = 'connect' | 'tls' | 'reset';

/** Sends one request to the first of the vetted addresses that takes a connection. Nothing was sent to the others. */
export async function sendToFirst(
  target: Target,
  addresses: readonly string[],
  sending: Sending,
  kept: KeptConnections,
): Promise<EgressResult> {
  const [address = '', ...others] = addresses.slice(0, mostAddresses);
  if (others.length === 0) return await send({ target, address }, sending, kept);
  const result = await send({ target, address }, { ...sending, connectMs }, kept);
  const isRefused = 'failure' in result && result.failure === 'connect';
  return isRefused ? await sendToFirst(target, others, sending, kept) : result;
}

/**
 * Sends one request to the vetted address, on a kept connection or a new one. Redirects are not followed.
 *
 * If a receiver has closed a kept connection, and not one byte of an answer has come, the request is sent again on a new one. A receiver
 * that had read it meanwhile gets it twice, as after any lost answer: it knows the event by its id.
 */
async function send(vetted: Vetted, sending: Sending, kept?: KeptConnections): Promise<EgressResult> {
  const result = await sendOnce(vetted, sending, kept);
  // A new connection is never stale.
  return result === 'stale' ? await send(vetted, sending) : result;
}

function sendOnce(
  { target, address }: Vetted,
  sending: Sending,
  kept: KeptConnections | undefined,
): Promise<EgressResult | 'stale'> {
  const { promise, resolve } = Promise.withResolvers<EgressResult | 'stale'>();
  const request = requestTo({ target, address }, sending, kept);
  let stage: Stage = 'connect';
  let answering = false;
  let hasHeard = false;

  function end(result: EgressResult | 'stale', isWhole = false): void {
    clearTimeout(timer);
    resolve(result);
    if (!isWhole) request.destroy();
  }
  function fail(failure: EgressFailure['failure'], detail: string): void {
    // Once headers have arrived the answer counts, even if the rest of its body fails.
    if (!answering) end(failed(failure, detail, sending.startedAt, address));
  }
  function lost(detail: string): void {
    if (request.reusedSocket && !hasHeard && !answering) end('stale');
    else fail(stage, detail);
  }

  // One deadline for the whole request: an idle timeout does not stop a receiver that sends byte by byte.
  const leftMs = Math.max(0, sending.deadline - monotonicMs());
  const timer = setTimeout(() => {
    // Perhaps it reads only one request of a connection, or serves only one connection, and that is the kept one.
    if (stage === 'reset' && !hasHeard) kept?.noteSilence({ url: target.url, address });
    fail('timeout', 'no answer in time');
  }, leftMs);
  request.on('socket', (socket) => {
    const reached = (next: Stage) => {
      stage = next;
      if (socket.remoteAddress === undefined) lost('closed at once');
      else if (!isSame(socket.remoteAddress, address)) fail('address', 'connected elsewhere');
    };
    // Before the parser: what it cannot read was heard, too.
    socket.prependOnceListener('data', () => (hasHeard = true));
    if (request.reusedSocket) reached('reset');
    else onConnected(socket, reached, sending.connectMs);
  });
  let early = 0;
  request.on('information', () => {
    early += 1;
    if (early > mostInformation) fail('reset', 'too many early answers');
  });
  request.on('response', (response) => {
    answering = true;
    // A receiver that refuses is asked again seconds later.
    if (Number(response.statusCode) >= 300) request.shouldKeepAlive = false;
    const headMs = monotonicMs() - sending.startedAt;
    void startOfBody(response).then((body) =>
      end(answered(response, body, headMs, address), response.complete && request.writableFinished),
    );
  });
  request.on('error', (error) => lost(codeOf(error)));
  request.on('close', () => lost('closed without an answer'));
  request.end(sending.body);
  return promise;
}

function requestTo(
  { target, address }: Vetted,
  sending: Sending,
  kept: KeptConnections | undefined,
): http.ClientRequest {
  const { url, hostname } = target;
  const options = {
    agent: kept?.agentFor({ url, address }) ?? false,
    host: address,
    port: portOf(url),
    path: url.pathname + url.search,
    method: 'POST',
    maxHeaderSize: mostHeaderBytes,
    headers: { ...sending.headers, host: url.host, 'content-length': sending.body.length },
  };
  if (url.protocol === 'http:') return http.request(options);
  // The certificate must match the URL's host name, not the address.
  const servername = isIP(hostname) ? '' : hostname;
  // Certificates are verified even if NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
  const secure = { servername, secureContext: sending.secureContext(), rejectUnauthorized: true };
  return https.request({ ...options, ...secure });
}

function onConnected(socket: Socket, reached: (next: Stage) => void, ms: number | undefined): void {
  const encrypted = 'encrypted' in socket;
  const timer = ms === undefined ? undefined : setTimeout(() => socket.destroy(), ms);
  for (const over of ['connect', 'close']) socket.once(over, () => clearTimeout(timer));
  socket.once('connect', () => reached(encrypted ? 'tls' : 'reset'));
  if (encrypted) socket.once('secureConnect', () => reached('reset'));
}

/** Without one, that of the scheme. */
export function portOf(url: URL): number {
  const usual = url.protocol === 'http:' ? 80 : 443;
  return url.port === '' ? usual : Number(url.port);
}
