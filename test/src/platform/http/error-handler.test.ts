import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../../../../generated/error-catalogue.ts';
import { ApiError } from '../../../../src/platform/errors.ts';
import { failureOf } from '../../../../src/platform/http/error-handler.ts';
import { createLog, type Log } from '../../../../src/platform/log.ts';

const requestId = `req_${'0'.repeat(32)}`;

function aLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return {
    log: createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } }),
    lines,
  };
}

function aDatabaseError(code: string): DatabaseError {
  const error = new DatabaseError('SELECT secret FROM /var/lib/table', 0, 'error');
  return Object.assign(error, {
    code,
    constraint: 'references_unique',
    detail: 'Key (email)=(jane@example.com)',
  });
}

function render(error: unknown) {
  return failureOf(error, requestId, aLog().log);
}

describe('a failure', () => {
  it.each(Object.keys(errorCatalogue) as ErrorCode[])(
    '%s has the status and the words of the catalogue',
    (code) => {
      const { status, body } = render(new ApiError(code));

      const { status: expected, message, retryable } = errorCatalogue[code];
      expect(status).toBe(expected);
      expect(body).toEqual({ success: false, code, message, request_id: requestId, retryable });
    },
  );

  it('shows details and errors, if there are any', () => {
    const errors = [{ instancePath: '/amount', keyword: 'pattern', params: {}, message: 'must match' }];

    const { body } = render(new ApiError('INVALID_AMOUNT', { errors, details: { minimum: '0.01' } }));

    expect(body).toMatchObject({ code: 'INVALID_AMOUNT', errors, details: { minimum: '0.01' } });
  });

  it.each<[ErrorCode, number | undefined, Record<string, string>]>([
    ['RATE_LIMIT_EXCEEDED', 17, { 'Retry-After': '17' }],
    ['RATE_LIMIT_EXCEEDED', undefined, { 'Retry-After': '1' }],
    ['IDEMPOTENCY_IN_PROGRESS', undefined, { 'Retry-After': '1' }],
    ['SERVICE_UNAVAILABLE', undefined, { 'Retry-After': '1' }],
    ['PROVIDER_UNAVAILABLE', 5, { 'Retry-After': '5' }],
    ['INTERNAL_ERROR', undefined, {}],
    ['NOT_FOUND', undefined, {}],
  ])('%s after %s seconds has the headers %j', (code, retryAfterSeconds, headers) => {
    const about = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };

    expect(render(new ApiError(code, about)).headers).toEqual(headers);
  });

  it('lists the methods of the path in Allow', () => {
    expect(render(new ApiError('METHOD_NOT_ALLOWED', { allow: ['GET', 'POST'] })).headers).toEqual({
      Allow: 'GET, POST',
    });
  });

  it('is 400 for invalid percent-encoding', () => {
    expect(render(new URIError('/v1/%zz'))).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_ERROR',
        errors: [{ message: expect.stringContaining('percent-encoded in UTF-8') }],
      },
    });
  });
});

describe('a failure of the database', () => {
  it.each([
    '55P03',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '53300',
    '53100',
    '25006',
    '25P03',
    '25P04',
    '08006',
    '08P01',
    '28P01',
    '28000',
    '40P01',
    '40001',
  ])('%s is 503, with a Retry-After of one second', (code) => {
    expect(render(aDatabaseError(code))).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1' },
      body: { code: 'SERVICE_UNAVAILABLE', retryable: true },
    });
  });

  it.each(['22021', '22P02', '23505', '23514', '42501', '42P01'])(
    '%s is 500, since it is our bug',
    (code) => {
      expect(render(aDatabaseError(code))).toMatchObject({ status: 500, body: { code: 'INTERNAL_ERROR' } });
    },
  );
});

describe('an unexpected error', () => {
  it.each([
    ['an error', new Error('at /home/app/secret.ts: SELECT 1')],
    ['a database error', aDatabaseError('23505')],
    ['an unavailable database', aDatabaseError('57P01')],
    ['a text', 'SELECT secret'],
    ['nothing', undefined],
    ['null', null],
    ['an object that looks like ours', { name: 'ApiError', code: 'NOT_FOUND', message: 'secret' }],
  ])('reveals nothing about itself: %s', (_, error) => {
    const failure = render(error);

    expect(failure.status).toBeGreaterThanOrEqual(500);
    expect(JSON.stringify(failure)).not.toMatch(
      /SELECT|secret|\/home|\/var|jane|references_unique|\bat\b.*\.ts/,
    );
  });

  it('is logged with the request id and its stack, but without the row', () => {
    const { log, lines } = aLog();

    failureOf(aDatabaseError('23505'), requestId, log);

    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines.join(''))).toMatchObject({
      level: 'error',
      request_id: requestId,
      err: {
        code: '23505',
        constraint: 'references_unique',
        stack: expect.stringContaining('.ts') as unknown,
      },
    });
    expect(lines.join('')).not.toContain('jane');
  });

  it('is logged, but a refusal is not', () => {
    const { log, lines } = aLog();

    failureOf(new ApiError('NOT_FOUND'), requestId, log);

    expect(lines).toEqual([]);
  });
});
