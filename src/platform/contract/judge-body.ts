import type { OperationId } from '../../../generated/operations.ts';
import { newest } from './contract.ts';
import { refusal } from './problems.ts';
import type { RequestOf } from './types.ts';

type BodyOf<Op extends OperationId> = RequestOf<Op> extends { readonly body: infer Body } ? Body : never;

/**
 * Judges the body of a request that does not come over the API, by the same contract: a form of the dashboard.
 *
 * @returns the body, with its defaults filled in
 * @throws ApiError as the API refuses the body
 */
export function judgedBody<Op extends OperationId>(operationId: Op, body: object): BodyOf<Op> {
  const validate = newest.functions.body[newest.index.body[operationId] ?? ''];
  const request = { requestBody: structuredClone(body) };
  if (validate === undefined) throw new Error(`${operationId} has no body`);
  if (!validate(request)) throw refusal(operationId, validate.errors ?? []);
  return request.requestBody as BodyOf<Op>;
}
