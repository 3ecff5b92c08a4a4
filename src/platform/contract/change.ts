import type { EventType } from '../../../generated/event-registry.ts';
import type { OperationId } from '../../../generated/operations.ts';
import type { Contract, Notice, RemovedOperationId } from '../../../generated/versions.ts';

/** Both directions of a change, since what was stored before a release is read after it. */
type BothWays<Translate> = {
  /** From the version before to this one. */
  readonly up: Translate;
  /** From this version to the one before. */
  readonly down: Translate;
};

type Parameters = {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
};

/** While no operation is removed, there is no such id. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents
type Touched<Also> = OperationId | EventType | RemovedOperationId | Also;

/**
 * One breaking change between a version and the one before it, as functions from shape to shape. No change renames `id` of an event's
 * data: the service finds events by it.
 */
export type VersionChange<Also extends string = never> = {
  /** Starts with a verb; becomes a line of CHANGELOG.md. */
  readonly title: string;
  /** The operations and types of events that it changes. */
  readonly touches: readonly Touched<Also>[];
  /** Turns the path and query parameters of an older request into the newer ones. */
  readonly parameters?: (given: Parameters) => Parameters;
  /** Turns the body of an older request into the newer shape. */
  readonly request?: (body: unknown) => unknown;
  /** The body of an answer, success or failure. */
  readonly response?: BothWays<(body: unknown, status: number) => unknown>;
  /** The data of an event. */
  readonly event?: BothWays<(data: unknown) => unknown>;
};

export type Version<Also extends string = never> = {
  readonly date: string;
  readonly changes: readonly VersionChange<Also>[];
  /** Every version but the newest has one, unless the chain translates only. */
  readonly contract?: Contract | undefined;
  readonly notice?: Notice | undefined;
};
