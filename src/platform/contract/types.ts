import type { components, operations as Declared } from '../../../generated/openapi.d.ts';
import type { OperationId, operations } from '../../../generated/operations.ts';
import type { Contract, Notice } from '../../../generated/versions.ts';

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

/** A request, whose parameters have been read. */
export type VersionedRequest = {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** The version that a stored body or event is written in, and the one that a reader wants. */
export type Shapes = { readonly from: string; readonly to: string };

/** What a release changed, without the functions that translate. */
export type KnownChange = {
  /** The version that brought it. */
  readonly version: string;
  readonly title: string;
  readonly touches: readonly string[];
  /** What of an operation or event it changes. */
  readonly parts: ReadonlySet<'parameters' | 'request' | 'response' | 'event'>;
};

/** The dated versions, oldest first. `src/versions/` implements it and `app/` provides it; all other code knows only the newest shapes. */
export type VersionChain = {
  /** The newest version: handlers and views know its shapes. */
  readonly current: string;
  /** Those that apps may use today. A retired one is not among them. */
  readonly supported: readonly string[];
  readonly has: (version: string) => boolean;
  /** What an app gets that is pinned to `version`: after its retirement, the oldest supported version. */
  readonly inEffect: (version: string) => string;
  /** A request of an older version in the newest shape. */
  readonly up: (from: string, operationId: string, request: VersionedRequest) => VersionedRequest;
  /** The body of an answer, success or failure, in the shape of another version. */
  readonly answer: (operationId: string, status: number, body: unknown, shapes: Shapes) => unknown;
  /** The data of an event in the shape of another version. */
  readonly event: (type: string, data: unknown, shapes: Shapes) => unknown;
  /** The changes of the versions later than one and not later than another, oldest first. */
  readonly changes: (after: string, upTo: string) => readonly KnownChange[];
  /** The contracts of the older versions, oldest first. */
  readonly contracts: ReadonlyMap<string, Contract>;
  /** The notice that has been given of a version's end; undefined while none has. */
  readonly noticeOf: (version: string) => Notice | undefined;
};

/** A rate limit's bucket, and how many calls it admits per window. */
export type Bucket = {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  /** What the headers call the limit: clients keep what is left by this name. Absent: the usual one of a key. */
  readonly policy?: string;
};
