import {
  type Document,
  type Files,
  found,
  literal,
  madeBy,
  type Operation,
  operationsOf,
  type RateLimit,
} from './bundle.ts';
import { catalogueOf, rowsOf } from './errors.ts';

/** `operations.ts`: operationId → where it is, who may call it, and every code it may answer. */
export function generateOperations(document: Document): Files {
  return {
    'operations.ts': `${madeBy}import type { Feature } from './values.ts';

export const operations = ${literal(factsIn(document))} as const satisfies Record<string, OperationFacts>;

export type OperationId = keyof typeof operations;

/** Bucket → how many calls it admits in a window of seconds. */
export const rateLimits = ${literal(rateLimitsOf(document))} as const;

/** The type of any entry, for code that handles all operations alike. */
export type OperationFacts = {
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  /** The one success status. */
  readonly status: number;
  /** All declared statuses; \`5XX\` stands for all of 500 to 599. */
  readonly statuses: readonly (number | '5XX')[];
  readonly writes: boolean;
  readonly public: boolean;
  readonly bucket: string;
  readonly keyKinds: readonly string[];
  readonly permission?: string;
  readonly mode?: string;
  readonly feature?: Feature;
  readonly kyc?: number;
  /** "paid": refused in live while an invoice of the platform is overdue. */
  readonly platformBilling?: string;
  readonly secondFactor?: string;
  /** How large a body may be, if larger than others: its bytes, and its keys and values. */
  readonly largestBody?: { readonly bytes: number; readonly values: number };
  /** The media types of a download; absent: the answer is JSON. */
  readonly media?: readonly string[];
  /** Every code with which a call may fail. */
  readonly codes: readonly string[];
};
`,
  };
}

/** operationId → its facts, as `OperationFacts` types them. */
export function factsIn(document: Document): Record<string, Record<string, unknown>> {
  const catalogue = catalogueOf(document);
  const entries = operationsOf(document).map(({ path, method, operation }) => {
    const codes = codesOf(document, method, operation);
    const unknown = codes.filter((code) => !catalogue.has(code));
    if (unknown.length > 0)
      throw new Error(
        `${operation.operationId} may answer ${unknown.join(', ')}, which no failure schema declares.`,
      );
    return [operation.operationId, { method, path, ...factsOf(method, operation), codes }] as const;
  });
  return Object.fromEntries(entries);
}

/** The usual limits, and those of operations whose calls are counted apart. */
function rateLimitsOf(document: Document): Record<string, RateLimit> {
  const own = operationsOf(document).flatMap(({ operation }) => operation['x-rate-limit'] ?? []);
  return {
    ...document['x-rate-limits'],
    ...Object.fromEntries(own.map(({ bucket, limit, window }) => [bucket, { limit, window }])),
  };
}

function factsOf(method: string, operation: Operation): Record<string, unknown> {
  const statuses = Object.keys(operation.responses).map((status) =>
    status.endsWith('XX') ? status : Number(status),
  );
  return {
    tag: operation.tags[0],
    status: statuses.find((status) => Number(status) < 300),
    statuses,
    writes: method !== 'get',
    public: isPublic(operation),
    bucket: operation['x-rate-limit']?.bucket ?? 'default',
    keyKinds: operation['x-key-kinds'] ?? [],
    permission: operation['x-permission'],
    mode: operation['x-mode'],
    feature: operation['x-feature'],
    kyc: operation['x-kyc'],
    platformBilling: operation['x-platform-billing'],
    secondFactor: operation['x-second-factor'],
    largestBody: operation['x-largest-body'],
    media: mediaOf(operation),
  };
}

/** The media types of a success that is no JSON. */
function mediaOf({ responses }: Operation): string[] | undefined {
  const types = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? Object.keys(content).filter((type) => type !== 'application/json') : [],
  );
  return types.length === 0 ? undefined : types;
}

function isPublic(operation: Operation): boolean {
  return operation.security?.length === 0;
}

/** The operation's own codes, those of its request schema and of its gates, and those that any call may fail with. */
function codesOf(document: Document, method: string, operation: Operation): string[] {
  return [
    ...new Set([
      ...(operation['x-errors'] ?? []),
      ...rowsOf(document, operation).map((row) => row[2]),
      ...gateCodes(operation),
      ...requestCodes(document, method, operation),
      ...(isPublic(operation)
        ? []
        : ['MISSING_API_KEY', 'INVALID_API_KEY', 'API_KEY_REVOKED', 'ACCOUNT_SUSPENDED']),
      'VALIDATION_ERROR',
      'UNSUPPORTED_VERSION',
      'NOT_FOUND',
      'RATE_LIMIT_EXCEEDED',
      'INTERNAL_ERROR',
      'SERVICE_UNAVAILABLE',
    ]),
  ];
}

function gateCodes(operation: Operation): string[] {
  const kinds = operation['x-key-kinds'] ?? [];
  return [
    ...(isPublic(operation) || kinds.includes('public') ? [] : ['PUBLIC_KEY_NOT_ALLOWED']),
    ...(operation['x-permission'] === undefined ? [] : ['INSUFFICIENT_PERMISSIONS']),
    ...(operation['x-mode'] === undefined ? [] : ['TEST_MODE_ONLY']),
    ...(operation['x-feature'] === undefined ? [] : ['FEATURE_DISABLED']),
    ...(operation['x-kyc'] === undefined ? [] : ['KYC_REQUIRED']),
    ...(operation['x-platform-billing'] === undefined ? [] : ['PLATFORM_INVOICE_OVERDUE']),
    ...(operation['x-second-factor'] === undefined ? [] : ['TOTP_REQUIRED', 'TOTP_INVALID', 'TOTP_LOCKED']),
  ];
}

function requestCodes(document: Document, method: string, operation: Operation): string[] {
  const headers = (operation.parameters ?? []).map(
    (parameter) => found(parameter, document.components.parameters).name,
  );
  return [
    ...(operation.requestBody === undefined
      ? []
      : ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']),
    ...(method !== 'get' && headers.includes('Idempotency-Key')
      ? ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS']
      : []),
  ];
}
