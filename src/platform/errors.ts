import { type ErrorCode, errorCatalogue } from '../../generated/error-catalogue.ts';

/** One refusal of the schema, with the names of the validator. */
export type FieldError = {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Record<string, unknown>;
  readonly message: string;
};

type About = {
  readonly details?: Record<string, unknown>;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  /** The methods of the path, for the header that a 405 must carry. */
  readonly allow?: readonly string[];
};

/** A refusal that the caller may see. Status, words and `retryable` belong to the code. */
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
