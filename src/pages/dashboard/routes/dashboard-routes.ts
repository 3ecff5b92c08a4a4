import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { findSession } from '../../../domain/people/sessions/sessions.ts';
import type { Mode } from '../../../engine/principal.ts';
import { monotonicMs } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors.ts';
import { addressBucket, addressOf } from '../../../platform/http/address.ts';
import { failureOf } from '../../../platform/http/error-handler.ts';
import { createRateLimit } from '../../../platform/http/limits/rate-limit.ts';
import { requestIdOf } from '../../../platform/http/request-start.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import { failureScreen } from '../parts/frame.ts';
import type { Answer } from '../requests/answers.ts';
import { tokenIn } from '../requests/cookie.ts';
import { readPosted } from '../requests/form.ts';
import { formTokenOf, isFromHere } from '../requests/form-token.ts';
import type { Route } from '../requests/route.ts';
import type { Office, Visit } from '../requests/visit.ts';
import { allRoutes } from './areas.ts';
import { serve, Unfinished } from './gate.ts';
import { assetRoutes, isSecure, pageHeaders } from './page-headers.ts';
import { send } from './send.ts';
import { withFiles } from './uploads.ts';

const largestForm = '256kb';

/** Every screen of the dashboard; mounted at the root. Spec: "{dashboard_url}". */
export function dashboardRoutes(office: Office): Router {
  const router = Router();
  router.use(assetRoutes());
  const own = Router();
  own.use(
    onItsHost(office),
    ...pageHeaders(office),
    limited(),
    express.text({ type: 'application/x-www-form-urlencoded', limit: largestForm, inflate: false }),
  );
  for (const route of allRoutes) mount(own, office, route);
  own.use(() => {
    throw new ApiError('NOT_FOUND');
  });
  own.use(failed(office));
  router.use('/dashboard', own);
  return router;
}

/** With a host name of its own, the dashboard is nowhere else: its cookie never reaches a page of payments. */
function onItsHost({ address, hasOwnHost }: Office): RequestHandler {
  const host = URL.parse(address)?.host;
  return (req, _res, next) => (hasOwnHost && req.headers.host !== host ? next('router') : next());
}

const minuteMs = 60_000;
/** Of one address of the internet, which the people of one business may share. */
const perMinute = 1200;

/** Refuses floods before a session is looked for or a form is read. */
function limited(): RequestHandler {
  const rateLimit = createRateLimit();
  const { title, text } = frameWords.errors.tooMany;
  return (req, res, next) => {
    const taken = rateLimit.take(`dashboard:${addressBucket(req)}`, perMinute, minuteMs, monotonicMs());
    if (taken.admitted) return next();
    res.set('Retry-After', String(taken.retryAfterSeconds)).status(429).type('text');
    res.send(`${title}. ${text}\n${frameWords.quote(requestIdOf(res))}`);
  };
}

const segments: readonly (readonly [string, Mode])[] = [
  ['/test', 'sandbox'],
  ['/live', 'live'],
];

function mount(router: Router, office: Office, route: Route): void {
  const places = route.kind === 'merchant' ? segments : [['', undefined] as const];
  for (const [segment, mode] of places) {
    const path = `${segment}${route.path}` || '/';
    const handle: RequestHandler = async (req, res) => {
      const find = () => visitOf(office, req, res);
      const visit = await (route.files === true ? withFiles(find, req) : find());
      const headers = {
        secFetchSite: req.get('sec-fetch-site'),
        origin: req.get('origin'),
        host: req.headers.host,
      };
      await send(req, res, await serve(route, visit, mode, isFromHere(headers)), isSecure(office));
    };
    if (route.method === 'GET') router.get(path, handle);
    else router.post(path, handle);
  }
}

async function visitOf(office: Office, req: Request, res: Response): Promise<Visit> {
  const token = tokenIn(req.headers.cookie, isSecure(office));
  const quiet = req.path.endsWith('/stream') || req.get('x-automatic') === 'true';
  const session =
    token === undefined ? undefined : await findSession(office.platform, office.secrets, token, { quiet });
  const [path = '', search = ''] = req.originalUrl.split('?', 2);
  const query = new URLSearchParams(search);
  const ofFile = path.endsWith('.csv') ? (query.get('of') ?? undefined) : undefined;
  return {
    office,
    session,
    token,
    path,
    params: Object.fromEntries(Object.entries(req.params).map(([name, value]) => [name, String(value)])),
    query,
    form: readPosted(req.body),
    ip: addressOf(req),
    userAgent: (req.get('user-agent') ?? '').slice(0, 300),
    requestId: requestIdOf(res),
    partOf: req.get('x-merchant') ?? ofFile,
    formToken: formTokenOf(office.secrets, session),
    wrong: {},
    refusal: undefined,
  };
}

const texts: Readonly<Record<number, { readonly title: string; readonly text: string }>> = {
  404: frameWords.errors.notFound,
  413: frameWords.errors.tooLarge,
  429: frameWords.errors.tooMany,
  503: frameWords.errors.unavailable,
};

function failed(office: Office): ErrorRequestHandler {
  return (error: unknown, req: Request, res, next) => {
    if (res.headersSent) return next(error);
    return fail(office, error, req, res);
  };
}

async function fail(office: Office, error: unknown, req: Request, res: Response): Promise<void> {
  const isUnfinished = error instanceof Unfinished;
  const failure = failureOf(readable(isUnfinished ? error.cause : error), requestIdOf(res), office.log);
  res.set(failure.headers);
  const about = isUnfinished && failure.status >= 500 ? frameWords.errors.unknown : aboutOf(failure);
  try {
    const visit = await visitOf(office, req, res);
    await send(req, res, answerTo(visit, failure.status, about), isSecure(office));
  } catch {
    // The database is away, so the person is not known either.
    res.status(failure.status).type('text').send(`${about.title}. ${about.text}`);
  }
}

function aboutOf({ status, body }: ReturnType<typeof failureOf>): { title: string; text: string } {
  if (body.details?.['archived'] === true) return frameWords.errors.archived;
  return texts[status] ?? (status < 500 ? frameWords.errors.stale : frameWords.errors.bug);
}

const answerTo = (visit: Visit, status: number, about: { title: string; text: string }): Answer =>
  failureScreen({ ...visit, form: readPosted(undefined) }, status, about);

/** The refusal for what Express throws: an address that cannot be decoded, or a body that it does not accept. */
function readable(error: unknown): unknown {
  if (error instanceof URIError) return new ApiError('NOT_FOUND');
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  if (status === 413) return new ApiError('PAYLOAD_TOO_LARGE');
  return typeof status === 'number' && status < 500 ? new ApiError('VALIDATION_ERROR') : error;
}
