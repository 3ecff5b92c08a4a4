import type { ErrorObject, ValidateFunction } from 'ajv';
import { errorRows } from '../../../generated/error-catalogue.ts';
import { fields } from '../../../generated/fields.ts';
import { type OperationFacts, type OperationId, operations } from '../../../generated/operations.ts';
import { functions as answers } from '../../../generated/validators/answers.js';
import { functions as body } from '../../../generated/validators/body.js';
import { functions as events } from '../../../generated/validators/events.js';
import index from '../../../generated/validators/index.json' with { type: 'json' };
import parameters from '../../../generated/validators/parameters.json' with { type: 'json' };
import { functions as params } from '../../../generated/validators/params.js';
import type { Contract, OperationFields } from '../../../generated/versions.ts';

/** The contract that the handlers know. */
export const newest: Contract = {
  operations,
  rows: errorRows,
  parameters,
  fields,
  index,
  functions: { params, body, answers, events },
};

/** An operation as one version has it. A removed one has no entry in the newest contract, so its id is not an `OperationId`. */
export type Operation = {
  readonly id: OperationId;
  readonly facts: OperationFacts;
  readonly fields: OperationFields;
  /** The errors of an answer that a handler gives, or null. */
  readonly judge: (status: number, body: unknown) => readonly ErrorObject[] | null;
};

/**
 * An operation of a contract. Handlers answer in the newest shape, so its answers are judged by the newest contract; only those of an
 * operation that was removed since are judged by the contract that still has it.
 */
export function operationIn(contract: Contract, id: string): Operation {
  const [facts, names] = [contract.operations[id], contract.fields[id]];
  if (facts === undefined || names === undefined) throw new Error(`the contract has no operation ${id}`);
  const judging = id in newest.operations ? newest : contract;
  return {
    id: id as OperationId,
    facts,
    fields: names,
    judge: (status, given) => answerErrors(judging, id, status, given),
  };
}

/** What the contract judges of a request. The validators fill in its defaults. */
export type RequestParts = {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly header?: unknown;
  readonly requestBody?: unknown;
};

/** The errors of a request's parameters, then those of its body. */
export function requestErrors(
  { index: names, functions }: Contract,
  id: string,
  parts: RequestParts,
): readonly ErrorObject[] {
  const ofParams = errorsBy(functions.params[names.params[id] ?? ''], parts);
  const ofBody = errorsBy(functions.body[names.body[id] ?? ''], parts);
  return ofBody.length === 0 ? ofParams : [...ofParams, ...ofBody];
}

function errorsBy(validate: ValidateFunction | undefined, given: unknown): readonly ErrorObject[] {
  return validate === undefined || validate(given) ? [] : (validate.errors ?? []);
}

/** The errors of an answer, or null. A status must be declared by the operation, exactly or as `5XX`. */
export function answerErrors(
  { index: names, functions }: Contract,
  id: string,
  status: number,
  given: unknown,
): readonly ErrorObject[] | null {
  const ofOperation = names.answers[id] ?? {};
  const name = ofOperation[status] ?? ofOperation[`${Math.floor(status / 100)}XX`] ?? '';
  const validate = functions.answers[name];
  if (validate === undefined) return [undeclared(`${id} declares no answer with status ${status}`)];
  return validate(given) ? null : (validate.errors ?? []);
}

function undeclared(message: string): ErrorObject {
  return { instancePath: '', schemaPath: '', keyword: 'declared', params: {}, message };
}
