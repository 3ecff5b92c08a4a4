import type { ErrorObject } from 'ajv';
import { type ErrorRow, errorRows } from '../../../generated/error-catalogue.ts';
import { patternWords } from '../../../generated/pattern-words.ts';
import { ApiError, type FieldError } from '../errors.ts';

/** Keywords whose errors only follow from other errors: shown only if there is no other error. */
const consequences = new Set(['if', 'anyOf', 'oneOf', 'discriminator', 'propertyNames']);

/** Limits the size of `errors`, since an unknown field may have any name. */
const mostErrors = 100;
const longestText = 1024;

/**
 * Turns a request's validation errors into a refusal. Its code comes from the first row of the operation's table that matches an
 * error. Rows are in the order of the contract, with VALIDATION_ERROR last.
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
  return at.includes('*') ? isWithin(at, error.instancePath) : at === error.instancePath;
}

/** `*` stands for an index, or for a name that the caller chose. */
function isWithin(at: string, path: string): boolean {
  const [wanted, steps] = [at.split('/'), path.split('/')];
  return (
    wanted.length === steps.length && wanted.every((step, index) => step === '*' || step === steps[index])
  );
}

/** `/requestBody/amount` becomes `/amount`; paths outside the body, such as `/query/limit`, stay. */
function asFieldError(error: ErrorObject): FieldError {
  const { instancePath, keyword } = error;
  return { instancePath: clipped(instancePath.replace(/^\/requestBody/, '')), keyword, ...explained(error) };
}

function explained({
  instancePath,
  keyword,
  params,
  message,
}: ErrorObject): Omit<FieldError, 'instancePath' | 'keyword'> {
  if (instancePath === '' && keyword === 'required')
    return { params: {}, message: 'a JSON body is required' };
  if (keyword === 'not') return { params: {}, message: 'does not fit the other fields of the request' };
  if (keyword === 'pattern')
    return {
      params: {},
      message: patternWords[String(params['pattern'])] ?? 'has a form that is not allowed',
    };
  return { params: withoutValues(params), message: clipped(message ?? 'is not allowed') };
}

/** Never echo the caller's values: a discriminator's error contains one. */
function withoutValues(params: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(params).filter(([name]) => name !== 'tagValue');
  return Object.fromEntries(
    kept.map(([name, value]) => [name, typeof value === 'string' ? clipped(value) : value]),
  );
}

function clipped(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`;
}
