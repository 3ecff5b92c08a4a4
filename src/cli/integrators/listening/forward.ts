import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { deliveryTerms } from '../../../../generated/event-registry.ts';
import { monotonicMs } from '../../../platform/clock.ts';
import { randomUuid } from '../../../platform/ids.ts';
import { say } from '../../support/print.ts';
import type { Access } from '../access/access.ts';
import { send } from '../access/call.ts';
import type { Heard } from './stream.ts';

/** What the receiver on this machine answered. */
export type Forwarded = {
  readonly status?: number;
  readonly failure?: 'connect' | 'timeout' | 'reset' | 'other';
  readonly durationMs: number;
};

const own = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Sends the request that a delivery would be: the same headers, and the body byte for byte. */
export async function forward(url: URL, { headers, body }: Heard): Promise<Forwarded> {
  const startedAt = monotonicMs();
  const outcome = await post(url, headers, Buffer.from(body));
  return { ...outcome, durationMs: Math.round(monotonicMs() - startedAt) };
}

function post(url: URL, headers: Heard['headers'], body: Buffer): Promise<Omit<Forwarded, 'durationMs'>> {
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:';
    const request = (secure ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length },
      timeout: deliveryTerms.acknowledgeSeconds * 1000,
      // A certificate of one's own is usual on one's own machine.
      ...(secure && { rejectUnauthorized: !own.test(url.hostname) }),
    });
    request.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0 });
    });
    request.on('timeout', () => {
      resolve({ failure: 'timeout' });
      request.destroy();
    });
    request.on('error', (error) => resolve({ failure: failureOf(error) }));
    request.end(body);
  });
}

function failureOf(error: Error): NonNullable<Forwarded['failure']> {
  const code: unknown = Reflect.get(error, 'code');
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset';
  return ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT', 'EAI_AGAIN'].includes(String(code))
    ? 'connect'
    : 'other';
}

/** A service that restarts is back within this time. It is told of an answer once, however often it is sent. */
const reportMs = 120_000;
const longestPauseMs = 2000;

/**
 * Tells the service, so that the answer stands in the log of the event. While the service is away no further event comes, so the
 * report waits for it. If it stays away, nothing is lost but the entry.
 */
export async function report(access: Access, url: URL, heard: Heard, forwarded: Forwarded): Promise<void> {
  const { status, failure, durationMs } = forwarded;
  const body = {
    event_id: heard.id,
    report_id: randomUuid(),
    ...(heard.replay !== undefined && { delivery_id: heard.replay }),
    ...(status === undefined ? { failure: failure ?? 'other' } : { status }),
    duration_ms: durationMs,
    forwarded_to: `${url.origin}${url.pathname}`,
  };
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const isTaken = await sendUntilTaken(access, sent);
  if (access.options.verbose && !isTaken) say(`The answer to ${heard.id} could not be reported.`);
}

async function sendUntilTaken(access: Access, sent: Parameters<typeof send>[2]): Promise<boolean> {
  const until = monotonicMs() + reportMs;
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const answer = await send(access, `${access.dashboardUrl}/listen/reports`, sent).catch(() => undefined);
    if (answer && answer.status < 500) return answer.status === 204;
    if (monotonicMs() > until) return false;
    await delay(pauseMs);
  }
}
