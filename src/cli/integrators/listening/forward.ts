import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { deliveryTerms } from '../../../../generated/event-registry.ts';
import { monotonicMs } from '../../../platform/clock.ts';
import { mostHeaderBytes } from '../../../platform/http/egress/answer.ts';
import { randomUuid } from '../../../platform/ids.ts';
import { say } from '../../support/print.ts';
import type { Access } from '../access/access.ts';
import { send } from '../access/call.ts';
import { type Heard, waitOf } from './stream.ts';

/** What the receiver on this machine answered. */
export type Forwarded = {
  readonly status?: number;
  readonly failure?: 'connect' | 'timeout' | 'reset' | 'other';
  readonly durationMs: number;
};

const own = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** As long as a delivery waits for the headers of an answer. */
const answerMs = deliveryTerms.acknowledgeSeconds * 1000;

/** Sends the request that a delivery would be: the same headers, and the body byte for byte. */
export async function forward(url: URL, { headers, body }: Heard, timeoutMs = answerMs): Promise<Forwarded> {
  const startedAt = monotonicMs();
  const outcome = await post(url, { headers, body: Buffer.from(body) }, timeoutMs);
  return { ...outcome, durationMs: Math.round(monotonicMs() - startedAt) };
}

type Sent = { readonly headers: Heard['headers']; readonly body: Buffer };

function post(url: URL, { headers, body }: Sent, timeoutMs: number): Promise<Omit<Forwarded, 'durationMs'>> {
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:';
    const request = (secure ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length },
      maxHeaderSize: mostHeaderBytes,
      // A certificate of one's own is usual on one's own machine.
      ...(secure && { rejectUnauthorized: !own.test(url.hostname) }),
    });
    // For the whole request, as in a delivery: an idle timeout does not stop a receiver that sends byte by byte.
    const timer = setTimeout(() => {
      resolve({ failure: 'timeout' });
      request.destroy();
    }, timeoutMs);
    request.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0 });
    });
    request.on('error', (error) => resolve({ failure: failureOf(error) }));
    request.on('close', () => {
      clearTimeout(timer);
      // Node 20 reports nothing else of a receiver that switches protocols.
      resolve({ failure: 'reset' });
    });
    request.end(body);
  });
}

function failureOf(error: Error): NonNullable<Forwarded['failure']> {
  const code: unknown = Reflect.get(error, 'code');
  // HPE_…: the parser cannot read the answer.
  if (/^(ECONNRESET|EPIPE|HPE_.+)$/.test(String(code))) return 'reset';
  return ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT', 'EAI_AGAIN'].includes(String(code))
    ? 'connect'
    : 'other';
}

/** Tells the service what a receiver answered, so that it stands in the log of the event. */
export type Reporter = {
  readonly add: (heard: Heard, forwarded: Forwarded) => void;
  /** Resolves when everything has been told, or was given up. */
  readonly end: () => Promise<void>;
};

/** A service that restarts is back by then, also on a busy machine. */
const mostMs = 120_000;

/** Reports in the background, one after the other: the next event does not wait, and a service that restarts is asked again. */
export function createReporter(access: Access, url: URL): Reporter {
  let last = Promise.resolve();
  return {
    add: (heard, forwarded) => {
      const body = reportOf(url, heard, forwarded);
      last = last.then(() => report(access, body));
    },
    end: () => last,
  };
}

function reportOf(url: URL, heard: Heard, { status, failure, durationMs }: Forwarded) {
  return {
    event_id: heard.id,
    // The same in every try, so that it is stored once.
    report_id: randomUuid(),
    ...(heard.replay !== undefined && { delivery_id: heard.replay }),
    ...(status === undefined ? { failure: failure ?? 'other' } : { status }),
    duration_ms: durationMs,
    forwarded_to: `${url.origin}${url.pathname}`,
  };
}

async function report(access: Access, body: ReturnType<typeof reportOf>): Promise<void> {
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const until = monotonicMs() + mostMs;
  for (let tried = 1; monotonicMs() < until; tried += 1) {
    const answer = await send(access, `${access.dashboardUrl}/listen/reports`, sent).catch(() => undefined);
    if (answer?.status === 204) return;
    if (answer && answer.status < 500) break;
    await pause(waitOf(tried));
  }
  if (access.options.verbose) say(`The answer to ${body.event_id} could not be reported.`);
}
