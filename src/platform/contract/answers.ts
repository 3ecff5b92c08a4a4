import type { ErrorObject } from 'ajv';
import type { OperationId } from '../../../generated/operations.ts';
import { functions } from '../../../generated/validators.answers.js';
import index from '../../../generated/validators.index.json' with { type: 'json' };

const namesOf: Readonly<Record<OperationId, Readonly<Record<string, string>>>> = index.answers;

/** What is wrong with an answer, or null. A status that the operation does not declare is wrong; `5XX` declares all of them. */
export function validateAnswer(
  operationId: OperationId,
  status: number,
  body: unknown,
): readonly ErrorObject[] | null {
  const names = namesOf[operationId];
  const validate = functions[names[status] ?? names[`${Math.floor(status / 100)}XX`] ?? ''];
  if (validate === undefined) return [undeclared(`${operationId} has no answer ${status}`)];
  return validate(body) ? null : (validate.errors ?? []);
}

function undeclared(message: string): ErrorObject {
  return { instancePath: '', schemaPath: '', keyword: 'declared', params: {}, message };
}
