import type { ErrorObject } from 'ajv';
import type { OperationId } from '../../../generated/operations.ts';
import { functions } from '../../../generated/validators/answers.js';
import index from '../../../generated/validators/index.json' with { type: 'json' };

const namesOf: Readonly<Record<OperationId, Readonly<Record<string, string>>>> = index.answers;

/** The errors of an answer, or null. A status must be declared by the operation, exactly or as `5XX`. */
export function validateAnswer(
  operationId: OperationId,
  status: number,
  body: unknown,
): readonly ErrorObject[] | null {
  const names = namesOf[operationId];
  const validate = functions[names[status] ?? names[`${Math.floor(status / 100)}XX`] ?? ''];
  if (validate === undefined) return [undeclared(`${operationId} declares no answer with status ${status}`)];
  return validate(body) ? null : (validate.errors ?? []);
}

function undeclared(message: string): ErrorObject {
  return { instancePath: '', schemaPath: '', keyword: 'declared', params: {}, message };
}
