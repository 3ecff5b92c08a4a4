/** Every error that the client throws. */
export class PaymentsError extends Error {
  override name = 'PaymentsError';
  /** Of a write: give it to the same call when you make it again, so that it takes effect once. Known for 24 hours. */
  idempotencyKey?: string;
}

/**
 * No answer of the service came, after all tries: the connection failed, was cut, or took too long. Or a success came that the service
 * does not give, such as the page of a proxy. A write may have taken effect.
 */
export class NetworkError extends PaymentsError {
  override name = 'NetworkError';
}

/** A place of the request that is wrong. */
export type WrongPlace = {
  /** JSON Pointer into the request, such as `/amount`: of the body, or `/header/…`, `/query/…`, `/path/…`. */
  readonly instancePath: string;
  readonly message: string;
};

type Failure = {
  readonly code: string;
  readonly message: string;
  readonly request_id: string;
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;
  readonly errors: readonly WrongPlace[];
};

/** The service answered with a failure. Decide by `code`. Spec: "Errors". */
export class ApiError extends PaymentsError {
  override name = 'ApiError';
  readonly status: number;
  /** Such as `INSUFFICIENT_BALANCE`. New codes may come at any time. */
  readonly code: string;
  /** Quote it when you ask for help. */
  readonly requestId: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, { code, message, request_id: requestId, retryable, details }: Failure) {
    super(`${message} (${code}, ${requestId})`);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryable = retryable;
    this.details = details;
  }
}

/** 400: the request is wrong. `errors` names each wrong place. */
export class Invalid extends ApiError {
  override name = 'Invalid';
  readonly errors: readonly WrongPlace[];

  constructor(status: number, failure: Failure) {
    super(status, failure);
    this.errors = failure.errors;
  }
}

/** 401: the key is missing, wrong or revoked. */
export class Unauthorized extends ApiError {
  override name = 'Unauthorized';
}

/** 403, 404, 409 and others: what was asked for cannot be done, or not now. 3xx: the service is at another address. */
export class Refused extends ApiError {
  override name = 'Refused';
}

/** 429, after all tries: too many requests. */
export class RateLimited extends ApiError {
  override name = 'RateLimited';
  /** Seconds; undefined if the answer did not say. */
  readonly retryAfter: number | undefined;

  constructor(status: number, failure: Failure, retryAfter: number | undefined) {
    super(status, failure);
    this.retryAfter = retryAfter;
  }
}

/** The error that an answer stands for. `body` may be anything: a proxy in between answers in its own words. */
export function errorOf(response: Response, body: unknown): ApiError {
  const { status } = response;
  if (isRedirect(response)) return new Refused(status, failureIn(response, redirectTo(response)));
  const failure = failureIn(response, body);
  if (status === 400) return new Invalid(status, failure);
  if (status === 401) return new Unauthorized(status, failure);
  if (status === 429) return new RateLimited(status, failure, secondsIn(response.headers.get('retry-after')));
  return status < 500 ? new Refused(status, failure) : new ApiError(status, failure);
}

function failureIn(response: Response, body: unknown): Failure {
  const said: Partial<Failure> = typeof body === 'object' && body !== null ? body : {};
  return {
    code: said.code ?? `HTTP_${response.status}`,
    message: said.message ?? `The answer was ${response.status}.`,
    request_id: said.request_id ?? response.headers.get('x-request-id') ?? 'no request id',
    retryable: said.retryable ?? mayPass(response),
    details: said.details ?? {},
    errors: said.errors ?? [],
  };
}

/** Failures that may be over soon, whoever answers. */
export function mayPass({ status }: Response): boolean {
  return status === 429 || status >= 500;
}

function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);
}

/** A browser hides the status, and where it leads. */
function redirectTo({ status, headers }: Response): Partial<Failure> {
  const target = headers.get('location') ?? 'another address';
  return {
    code: `HTTP_${status === 0 ? '3XX' : status}`,
    message: `The answer redirects to ${target}. Correct \`baseUrl\`.`,
  };
}

/** Seconds to wait, from a header `Retry-After`: a number, or a date. */
export function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  // Other numbers would be read as a day of the year 2001, or of the month.
  if (!/^[a-z]/i.test(header)) return undefined;
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
