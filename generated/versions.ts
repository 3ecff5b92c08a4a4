// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.
import type { ValidateFunction } from 'ajv';
import type { ErrorRow } from './error-catalogue.ts';
import type { OperationFacts } from './operations.ts';

type Functions = Readonly<Record<string, ValidateFunction>>;
type Names = Readonly<Record<string, string>>;

/** What a contract calls the parts of an operation: paths of fields, such as `items[].name`, and query parameters. */
export type OperationFields = {
  readonly body: readonly string[];
  readonly query: readonly string[];
  /** Field of a success → the contract's types and values of it, in words. */
  readonly answer: Readonly<Record<string, string>>;
  /** The same of failures. */
  readonly failure: Readonly<Record<string, string>>;
};

/** One version's documents, made usable: facts about its operations, and validators. */
export type Contract = {
  readonly operations: Readonly<Record<string, OperationFacts>>;
  readonly fields: Readonly<Record<string, OperationFields>>;
  /** operationId → the codes of its validation errors. */
  readonly rows: Readonly<Record<string, readonly ErrorRow[]>>;
  /** Which function validates what: by operationId, or by type of event. */
  readonly index: {
    readonly params: Names;
    readonly body: Names;
    readonly answers: Readonly<Record<string, Names>>;
    readonly events: Names;
  };
  readonly functions: {
    readonly params: Functions;
    readonly body: Functions;
    readonly answers: Functions;
    readonly events: Functions;
  };
  /** operationId → its parameters, for routing. */
  readonly parameters: Readonly<
    Record<string, readonly { readonly name: string; readonly in: string; readonly schema: { readonly type?: unknown } }[]>
  >;
};

/** The days, in UTC, on which the notice of a version begins and on which the version ends. */
export type Notice = { readonly deprecated: string; readonly retired: string };

/** Operations that an older version has and the newest one does not. */
export type RemovedOperationId = never;

/** Date → what `src/versions/` has of a version. The newest has no contract here: the rest of `generated/` is that. */
export const frozen: Readonly<Record<string, { readonly contract?: Contract; readonly notice?: Notice }>> = {
  "2026-01-01": {},
};
