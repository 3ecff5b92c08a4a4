import type { OperationId } from '../../../generated/operations.ts';
import { functions as bodies } from '../../../generated/validators/body.js';
import index from '../../../generated/validators/index.json' with { type: 'json' };
import { refusal } from '../../../src/platform/contract/problems.ts';

const names: Readonly<Record<string, string>> = index.body;

/** The error code of a body that breaks the contract; `ok` if the contract accepts it. */
export function codeOf(operationId: OperationId, body: unknown): string {
  const validate = bodies[names[operationId] ?? ''];
  if (validate === undefined) throw new Error(`${operationId} takes no body`);
  return validate({ requestBody: body }) ? 'ok' : refusal(operationId, validate.errors ?? []).code;
}
