import type { ErrorObject } from 'ajv';
import { type ErrorRow, errorRows } from '../../../generated/error-catalogue.ts';
import { ApiError, type FieldError } from '../errors.ts';

/** What follows from another error: shown only when nothing else is left to show. */
const consequences = new Set(['if', 'anyOf', 'oneOf', 'discriminator']);

/** Bounds of what `errors` holds: an unknown field may have any name. */
const mostErrors = 100;
const longestText = 1024;

/**
 * The errors of a request's validators as our refusal: the first row of the operation's table that matches an error names it.
 * Specific codes come before VALIDATION_ERROR, and among them the contract's order decides.
 */
export function refusal(
  operationId: string,
  errors: readonly ErrorObject[],
  rows: readonly ErrorRow[] = errorRows[operationId] ?? [],
): ApiError {
  const row = rows.find((candidate) => errors.some((error) => matches(candidate, error)));
  const shown = errors.filter((error) => errors.length === 1 || !consequences.has(error.keyword));
  return new ApiError(row?.[2] ?? 'VALIDATION_ERROR', {
    errors: shown.slice(0, mostErrors).map(asFieldError),
  });
}

function matches([at, keyword, , which]: ErrorRow, error: ErrorObject): boolean {
  const { pattern, missingProperty } = error.params;
  if (keyword !== error.keyword || (which !== undefined && which !== (pattern ?? missingProperty)))
    return false;
  return (
    at === (at.includes('*') ? error.instancePath.replaceAll(/\/[0-9]+(?=\/|$)/g, '/*') : error.instancePath)
  );
}

/** `/requestBody/amount` → `/amount`; other places say where they are: `/query/limit`. */
function asFieldError({ instancePath, keyword, params, message }: ErrorObject): FieldError {
  const isBodyMissing = instancePath === '' && keyword === 'required';
  return {
    instancePath: clipped(instancePath.replace(/^\/requestBody/, '')),
    keyword,
    params: isBodyMissing ? {} : withoutValues(params),
    message: isBodyMissing ? 'a JSON body is required' : clipped(message ?? 'is not allowed'),
  };
}

/** Values of the caller are never echoed: a discriminator's error would carry one. */
function withoutValues(params: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(params).filter(([name]) => name !== 'tagValue');
  return Object.fromEntries(
    kept.map(([name, value]) => [name, typeof value === 'string' ? clipped(value) : value]),
  );
}

function clipped(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`;
}
