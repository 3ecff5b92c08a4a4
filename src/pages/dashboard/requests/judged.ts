import type { OperationId } from '../../../../generated/operations.ts';
import { judgedBody } from '../../../platform/contract/judge-body.ts';
import { ApiError } from '../../../platform/errors.ts';
import { WrongFields } from './answers.ts';

/**
 * Judges what a form says by the contract of the operation that does the same. Empty texts are left out.
 *
 * @param fields name in the contract → name of the field, where they differ; of a field in a list or an object its path: `items/0/quantity`
 * @throws WrongFields with the words of the contract at the fields of the form
 * @throws ApiError    what is wrong belongs to no field of the form
 */
export function judged<Op extends OperationId>(
  operationId: Op,
  body: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, string>> = {},
): ReturnType<typeof judgedBody<Op>> {
  const given = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== ''),
  );
  try {
    return judgedBody(operationId, given);
  } catch (error) {
    const wrong = error instanceof ApiError ? wrongFieldsOf(error, fields) : {};
    throw Object.keys(wrong).length > 0 ? new WrongFields(wrong) : error;
  }
}

function wrongFieldsOf(
  { errors = [], message }: ApiError,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const { instancePath, params, message: words } of errors) {
    const missing = params['missingProperty'];
    const path = (typeof missing === 'string' ? `${instancePath}/${missing}` : instancePath).slice(1);
    const [top = ''] = path.split('/');
    if (top === '') continue;
    const name = fields[path] ?? fields[top] ?? top;
    wrong[name] ??=
      typeof missing === 'string' ? message : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  }
  return wrong;
}
