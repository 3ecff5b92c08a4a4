import type { OperationId } from '../../generated/operations.ts';
import { functions as bodies } from '../../generated/validators.body.js';
import index from '../../generated/validators.index.json' with { type: 'json' };
import { refusal } from '../../src/platform/contract/problems.ts';

const names: Readonly<Record<string, string>> = index.body;

/** The code that the contract alone refuses a body with; `ok` when it does not. */
export function codeOf(operationId: OperationId, body: unknown): string {
  const validate = bodies[names[operationId] ?? ''];
  if (validate === undefined) throw new Error(`${operationId} takes no body`);
  return validate({ requestBody: body }) ? 'ok' : refusal(operationId, validate.errors ?? []).code;
}
