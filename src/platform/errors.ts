import { type ErrorCode, errorCatalogue } from '../../generated/error-catalogue.ts';

/** One error of a schema's validator, in its own terms. */
export type FieldError = {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Record<string, unknown>;
  readonly message: string;
};

/** Of a path or query that cannot be decoded, or was not encoded at all. */
export const notEncoded: FieldError = {
  instancePath: '',
  keyword: 'format',
  params: { format: 'uri' },
  message: 'the address must have spaces and letters beyond ASCII percent-encoded in UTF-8',
};

/** Whether a stored text is a code of the catalogue. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text);

type About = {
  readonly details?: Record<string, unknown>;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  /** The methods of the path, for the `Allow` header that a 405 must have. */
  readonly allow?: readonly string[];
};

/** A refusal that the caller may see. Its status, message and `retryable` follow from its code. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;

  constructor(code: ErrorCode, about: About = {}) {
    super(errorCatalogue[code].message);
    this.code = code;
    this.details = about.details;
    this.errors = about.errors;
    this.retryAfterSeconds = about.retryAfterSeconds;
    this.allow = about.allow;
  }
}
