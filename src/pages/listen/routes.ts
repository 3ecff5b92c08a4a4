import type { IncomingMessage } from 'node:http';
import { type Request, type Response, Router } from 'express';
import { reportAnswer } from '../../domain/notices/listening/report.ts';
import type { Context } from '../../engine/context.ts';
import type { Mode, Principal } from '../../engine/principal.ts';
import { take } from '../../platform/contract/dispatch.ts';
import { ApiError } from '../../platform/errors.ts';
import { readBody } from '../../platform/http/body.ts';
import type { RateLimit } from '../../platform/http/limits/rate-limit.ts';
import { askedFor, reportIn } from './asked.ts';
import type { Listening } from './listening.ts';
import { openCalls, openEvents } from './stream.ts';

type Authenticate = (req: IncomingMessage) => Promise<Principal>;

type Parts = {
  readonly contexts: Readonly<Record<Mode, Context>>;
  readonly authenticate: Authenticate;
  readonly rateLimit: RateLimit;
  readonly listening: Listening;
  readonly draining: () => boolean;
};

/** In each process. */
const mostStreamsOfApp = 20;
const windowMs = 60_000;
const opensInWindow = 60;
const reportsInWindow = 1200;

/**
 * What `mps listen` and `mps logs tail` ask for: the events of a merchant as they happen, the calls of an app, and a place to report
 * what the developer's machine answered.
 * Mounted at /listen. It is no part of the contract, and takes no call of the key's rate limit. Decision 0099.
 */
export function listenRoutes(parts: Parts): Router {
  const { contexts, rateLimit, listening } = parts;
  const router = Router();
  router.get('/events', async (req: Request, res: Response) => {
    const reader = await readerOf(parts, req, res);
    const asked = askedFor(req);
    openEvents({ ...reader, asked, feed: listening.feeds[reader.principal.mode] });
  });
  router.get('/logs', async (req: Request, res: Response) => {
    openCalls(await readerOf(parts, req, res));
  });
  router.post('/reports', async (req: Request, res: Response) => {
    const { appId, merchantId, mode } = await admitted(parts, req);
    await take(rateLimit, { key: `listen-reports:${appId}`, limit: reportsInWindow, windowMs });
    const body = await readBody(req);
    await reportAnswer(contexts[mode], merchantId, { ...reportIn(body?.value), appId });
    res.status(204).end();
  });
  return router;
}

/** @throws RATE_LIMIT_EXCEEDED SERVICE_UNAVAILABLE the process is about to end */
async function readerOf(parts: Parts, req: Request, res: Response) {
  const { listening, rateLimit } = parts;
  const principal = await admitted(parts, req);
  const { appId, apiVersion } = principal;
  if (parts.draining()) throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  await take(rateLimit, { key: `listen:${appId}`, limit: opensInWindow, windowMs });
  refuseTooMany(listening, appId);
  const isAdmitted = () =>
    admitted(parts, req).then(
      (again) => again.apiVersion === apiVersion,
      (error: unknown) => !(error instanceof ApiError) || error.code === 'SERVICE_UNAVAILABLE',
    );
  return { res, principal, open: listening.open, isAdmitted };
}

/** Only secret keys: events hold everything about a merchant's payments. */
async function admitted({ authenticate }: Parts, req: IncomingMessage): Promise<Principal> {
  const principal = await authenticate(req);
  if (principal.suspended) throw new ApiError('ACCOUNT_SUSPENDED');
  if (principal.kind === 'public') throw new ApiError('PUBLIC_KEY_NOT_ALLOWED');
  if (principal.kind !== 'secret')
    throw new ApiError('INSUFFICIENT_PERMISSIONS', { details: { required_key: 'secret' } });
  return principal;
}

function refuseTooMany({ open }: Listening, appId: string): void {
  const ofApp = [...open].filter((stream) => stream.appId === appId).length;
  if (ofApp < mostStreamsOfApp) return;
  throw new ApiError('RATE_LIMIT_EXCEEDED', {
    retryAfterSeconds: 30,
    details: { limit: mostStreamsOfApp, of: 'streams of an app' },
  });
}
