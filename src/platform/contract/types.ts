import type { components, operations as Declared } from '../../../generated/openapi.d.ts';
import type { OperationId, operations } from '../../../generated/operations.ts';

/** The named schemas of openapi.yaml; views return them. */
export type Schemas = components['schemas'];

/** The JSON body of a request or an answer; `never` if it has none. */
type Json<Message> = Message extends { readonly content: { readonly 'application/json': infer Body } }
  ? Body
  : never;

export type StatusOf<Op extends OperationId> = keyof Declared[Op]['responses'] & (200 | 201 | 202);

export type DataOf<Op extends OperationId, Status extends StatusOf<Op> = StatusOf<Op>> =
  Json<Declared[Op]['responses'][Status]> extends { readonly data: infer Data } ? Data : never;

export type CodeOf<Op extends OperationId> = (typeof operations)[Op]['codes'][number];

declare const made: unique symbol;

/** Only `reply` and `refuse` can make one, so every answer is validated. */
export type Answer<Op extends OperationId> = { readonly [made]: Op };

/** A validated request with its defaults filled in. It has a `body` only if the contract declares one. */
export type RequestOf<Op extends OperationId> = {
  readonly params: Given<Declared[Op]['parameters'], 'path'>;
  readonly query: Given<Declared[Op]['parameters'], 'query'>;
  readonly headers: LowerCase<Given<Declared[Op]['parameters'], 'header'>>;
} & BodyOf<Declared[Op]>;

type Given<Parameters, Place extends keyof Parameters> = [NonNullable<Parameters[Place]>] extends [never]
  ? Readonly<Record<string, never>>
  : NonNullable<Parameters[Place]>;

/** Node gives header names in lower case. */
type LowerCase<Headers> = {
  readonly [Name in keyof Headers as Name extends string ? Lowercase<Name> : never]: Headers[Name];
};

type BodyOf<Operation> = Operation extends { readonly requestBody: infer Body }
  ? { readonly body: Json<Body> }
  : Operation extends { readonly requestBody?: infer Body }
    ? [NonNullable<Body>] extends [never]
      ? unknown
      : { readonly body: Json<NonNullable<Body>> | undefined }
    : unknown;

/** The dated versions, oldest first. `src/versions/` implements it and `app/` provides it; all other code knows only the newest shapes. */
export type VersionChain = {
  readonly current: string;
  readonly supported: readonly string[];
  readonly has: (version: string) => boolean;
  /** A request of an older version in the newest shape. */
  readonly up: (from: string, operationId: OperationId, input: unknown) => unknown;
  /** An answer in the shape of an older version. */
  readonly down: (to: string, operationId: OperationId, status: number, body: unknown) => unknown;
  readonly downEvent: (to: string, type: string, data: unknown) => unknown;
};
