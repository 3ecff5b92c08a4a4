import type { OperationId } from '../../../../generated/operations.ts';
import { judgedBody } from '../../../platform/contract/judge-body.ts';
import { ApiError } from '../../../platform/errors.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import { WrongFields } from './answers.ts';

/**
 * Judges what a form says by the contract of the operation that does the same. Empty texts are left out.
 *
 * @param fields  name in the contract → name of the field, where they differ; of a field in a list or an object its path: `items/0/quantity`
 * @param missing name of a field → what to say if it is empty and must not be
 * @throws WrongFields with what is wrong at the fields of the form
 * @throws ApiError    what is wrong belongs to no field of the form
 */
export function judged<Op extends OperationId>(
  operationId: Op,
  body: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, string>> = {},
  missing: Readonly<Record<string, string>> = {},
): ReturnType<typeof judgedBody<Op>> {
  const given = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== ''),
  );
  try {
    return judgedBody(operationId, given);
  } catch (error) {
    const wrong = error instanceof ApiError ? wrongFieldsOf(error, fields, missing) : {};
    throw Object.keys(wrong).length > 0 ? new WrongFields(wrong) : error;
  }
}

function wrongFieldsOf(
  { code, errors = [], message }: ApiError,
  fields: Readonly<Record<string, string>>,
  missing: Readonly<Record<string, string>>,
): Record<string, string> {
  // The message of this code says nothing to a person; those of the others say what is needed.
  const needed = code === 'VALIDATION_ERROR' ? frameWords.errors.missing : message;
  const wrong: Record<string, string> = {};
  for (const error of errors) {
    const { instancePath, params } = error;
    const absent = params['missingProperty'];
    const isAbsent = typeof absent === 'string';
    const path = (isAbsent ? `${instancePath}/${absent}` : instancePath).slice(1);
    const name = fieldOf(path, fields);
    if (name !== '') wrong[name] ??= isAbsent ? (missing[name] ?? needed) : sentenceOf(error);
  }
  return wrong;
}

/** The field of the form for a place in the body; empty for the body itself. */
function fieldOf(path: string, fields: Readonly<Record<string, string>>): string {
  const [top = ''] = path.split('/');
  return top === '' ? '' : (fields[path] ?? fields[top] ?? top);
}

const { limits } = frameWords.errors;

/** What is wrong with a field: a limit in plain words, anything else in those of the contract. */
function sentenceOf({ keyword, params, message }: NonNullable<ApiError['errors']>[number]): string {
  if (keyword === 'type' && params['type'] === 'integer') return limits.integer;
  if (keyword === 'minimum' || keyword === 'maximum' || keyword === 'maxLength' || keyword === 'maxItems')
    return limits[keyword](String(params['limit']));
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
