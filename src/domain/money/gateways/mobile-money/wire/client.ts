import { createHash } from 'node:crypto';
import { monotonicMs, now } from '../../../../../platform/clock.ts';
import { createHttp, type HttpAnswer, type HttpRequest, type HttpSilence } from './http.ts';
import { type Fault, jsonIn, readFault } from './messages.ts';
import type { MobileMoneySettings } from './settings.ts';
import { createSignOn } from './sign-on.ts';

/** What came of one request to the API. */
export type Answer =
  /** 200, 201 or 202. `body` is undefined if it is not JSON. */
  | {
      readonly kind: 'done';
      readonly status: number;
      readonly body: unknown;
      readonly headers: HttpAnswer['headers'];
    }
  /** The operator says that it did not do it: 400, 401 or 404 with the API's error object. */
  | { readonly kind: 'refused'; readonly status: number; readonly fault: Fault }
  /** `sent: false`: the API certainly does not have the request. */
  | { readonly kind: 'silent'; readonly sent: boolean; readonly code: string };

export type Posted = {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The payment's, refund's or payout's id: the operator takes a request of one id once. */
  readonly correlationId: string;
  /** Absent: the operator is asked for the outcome. */
  readonly callbackUrl: string | undefined;
};

/** The API of one operator, for the length of one question: all its requests share one time limit. */
export type Asking = {
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (posted: Posted) => Promise<Answer>;
};

export type MobileMoneyClient = {
  readonly ask: () => Asking;
  /** Signs on, without a request to the API. */
  readonly signOn: () => Promise<{ readonly ok: boolean; readonly code: string }>;
  readonly settings: MobileMoneySettings;
  readonly close: () => void;
};

const usualTimeoutSeconds = 8;

/** Credentials are in headers only, and headers are never logged. */
export function createClient(settings: MobileMoneySettings): MobileMoneyClient {
  const http = createHttp(settings);
  const signOn = createSignOn(settings, http);
  const timeoutMs = (settings.timeoutSeconds ?? usualTimeoutSeconds) * 1000;
  const headersFor = headersOf(settings);

  async function send(request: Omit<HttpRequest, 'url'> & { readonly path: string }): Promise<Answer> {
    const first = await sendSigned(request);
    if (!isExpired(first.answer) || !signOn.refused(first.authorization)) return first.answer;
    // The request was refused before it was read, so it may be sent again.
    return (await sendSigned(request)).answer;
  }

  async function sendSigned({
    path,
    ...request
  }: Omit<HttpRequest, 'url'> & { readonly path: string }): Promise<Sent> {
    const signed = await signOn.header(request.deadlineMs);
    if (signed.kind === 'refused') return { answer: silent(false, `sign-on-${signed.status}`) };
    if (signed.kind === 'unanswered') return { answer: silent(false, `sign-on-${signed.code}`) };
    const { authorization } = signed;
    const headers = {
      ...headersFor(path),
      'x-date': now().toISOString(),
      ...(authorization !== undefined && { authorization }),
      ...request.headers,
    };
    const answer = await http.send({ ...request, url: `${trimmed(settings.address)}${path}`, headers });
    return { answer: read(answer), authorization };
  }

  return {
    settings,
    ask: () => {
      const deadlineMs = monotonicMs() + timeoutMs;
      return {
        get: async (path) => {
          const question = { method: 'GET', path, headers: {}, deadlineMs } as const;
          const answer = await send(question);
          // The operator may have closed a connection that was kept.
          return answer.kind === 'silent' && answer.code === 'ECONNRESET' ? await send(question) : answer;
        },
        post: ({ path, body, correlationId, callbackUrl }) => {
          const text = JSON.stringify(body);
          const headers = {
            'content-type': 'application/json',
            'x-correlationid': correlationId,
            ...(callbackUrl !== undefined && { 'x-callback-url': callbackUrl }),
            ...(settings.contentHash === true && { 'x-content-hash': sha256(text) }),
          };
          return send({ method: 'POST', path, headers, body: text, deadlineMs });
        },
      };
    },
    signOn: async () => {
      const signed = await signOn.header(monotonicMs() + timeoutMs);
      if (signed.kind === 'signed') return { ok: true, code: '' };
      return { ok: false, code: signed.kind === 'refused' ? String(signed.status) : signed.code };
    },
    close: http.close,
  };
}

type Sent = { readonly answer: Answer; readonly authorization?: string | undefined };

function read(answer: HttpAnswer | HttpSilence): Answer {
  if (answer.kind === 'silence') return silent(answer.sent, answer.code);
  const { status, headers } = answer;
  const body = jsonIn(answer.text);
  if (status === 200 || status === 201 || status === 202) return { kind: 'done', status, body, headers };
  const fault = readFault(body);
  // Of 500 and 503 the API says that the request may still have been carried out.
  if (fault && (status === 400 || status === 401 || status === 404))
    return { kind: 'refused', status, fault };
  // Only an expired token may come without an error object: from a gateway in front of the API.
  if (status === 401) return { kind: 'refused', status, fault: unauthorised };
  return silent(true, `status-${status}`);
}

const unauthorised: Fault = {
  category: 'authorisation',
  code: 'clientauthorisationerror',
  raw: 'clientAuthorisationError',
};

/** A payer who refuses is a 401 too. */
function isExpired(answer: Answer): boolean {
  return answer.kind === 'refused' && answer.status === 401 && answer.fault.code === unauthorised.code;
}

function silent(sent: boolean, code: string): Answer {
  return { kind: 'silent', sent, code };
}

/** Every operation takes some of the headers; what is asked about requests takes fewer, and the heartbeat the fewest. */
function headersOf(settings: MobileMoneySettings): (path: string) => Headers {
  const { apiKey, clientId, channel, userBearer, institution } = settings;
  const [first, second] = settings.userCredentials ?? [];
  const client = present({
    accept: 'application/json',
    'accept-charset': 'utf-8',
    'x-api-key': apiKey,
    'x-client-id': clientId,
  });
  const user = present({
    'x-user-credential-1': first,
    'x-user-credential-2': second,
    'x-channel': channel,
  });
  const routing = present({
    'x-user-bearer': userBearer,
    'x-account-holding-institution-identifier-type': institution?.type,
    'x-account-holding-institution-identifier': institution?.id,
  });
  return (path) => {
    if (path === '/heartbeat') return client;
    return /^\/(requeststates|responses)\//.test(path)
      ? { ...client, ...user }
      : { ...client, ...user, ...routing };
  };
}

type Headers = Readonly<Record<string, string>>;

function present(headers: Readonly<Record<string, string | undefined>>): Headers {
  const all = Object.entries(headers);
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function trimmed(address: string): string {
  return address.replace(/\/+$/, '');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
