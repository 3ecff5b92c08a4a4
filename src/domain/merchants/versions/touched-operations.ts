import type { Contract, OperationFields } from '../../../../generated/versions.ts';
import { newest } from '../../../platform/contract/contract.ts';
import type { KnownChange, VersionChain } from '../../../platform/contract/types.ts';
import type { findTraffic } from '../traffic/queries.ts';

export type TrafficRow = Awaited<ReturnType<typeof findTraffic>>[number];

/** A field whose contract or value differs; null where it is not there. */
export type Difference<Value> = {
  readonly field: string;
  readonly before: Value | null;
  readonly after: Value | null;
};

export type TouchedOperation = {
  readonly operation: string;
  readonly calls: number;
  readonly failures: number;
  readonly lastAt: Date;
  readonly changes: readonly KnownChange[];
  /** The later version does not have the operation. */
  readonly removed: boolean;
  /** What the app uses and the later version does not know any more. */
  readonly goneFields: readonly string[];
  readonly goneParameters: readonly string[];
  readonly goneCodes: readonly string[];
  /** What the contracts say of successes and failures, in words. */
  readonly answer: readonly Difference<string>[];
  readonly failure: readonly Difference<string>[];
};

export type Move = { readonly from: string; readonly to: string };
type Versions = Pick<VersionChain, 'contracts' | 'current'>;

/** The operations of the app's own traffic that the changes touch. */
export function touchedOperations(
  versions: Versions,
  move: Move,
  changes: readonly KnownChange[],
  traffic: readonly TrafficRow[],
): readonly TouchedOperation[] {
  return [...Map.groupBy(traffic, ({ operation }) => operation)].flatMap(([operation, rows]) => {
    const touching = changes.filter((change) => touches(versions, change, operation, rows));
    return touching.length === 0 ? [] : [touched(versions, move, { operation, rows, touching })];
  });
}

/**
 * Whether a change touches calls as the app makes them. A change of answers touches every caller, since nobody knows what they read. One
 * of requests touches those who use a name that it takes away; if it takes none away, it touches all who send anything.
 */
function touches(
  versions: Versions,
  { version, touches: names, parts }: KnownChange,
  operation: string,
  rows: readonly TrafficRow[],
): boolean {
  if (!names.includes(operation)) return false;
  const after = fieldsAt(versions, version, operation);
  if (after === undefined || parts.has('response') || parts.size === 0) return true;
  return rows
    .filter((row) => row.api_version < version)
    .some((row) => {
      const before = fieldsAt(versions, row.api_version, operation);
      return (
        (parts.has('request') && loses(row.fields, before?.body, after.body)) ||
        (parts.has('parameters') && loses(row.parameters, before?.query, after.query))
      );
    });
}

function loses(used: readonly string[], before: readonly string[] = [], after: readonly string[]): boolean {
  const gone = before.filter((name) => !after.includes(name));
  return gone.length === 0 ? used.length > 0 : used.some((name) => gone.includes(name));
}

type Touched = {
  readonly operation: string;
  readonly rows: readonly TrafficRow[];
  readonly touching: readonly KnownChange[];
};

function touched(
  versions: Versions,
  { from, to }: Move,
  { operation, rows, touching }: Touched,
): TouchedOperation {
  const before = fieldsAt(versions, from, operation);
  const after = fieldsAt(versions, to, operation);
  // What was recorded under another version counts as far as today's version knows it.
  const gone = (name: 'fields' | 'parameters', known: 'body' | 'query') =>
    namesOf(rows, name).filter((one) => before?.[known].includes(one) && !after?.[known].includes(one));
  const answers = before &&
    after && [differences(before.answer, after.answer), differences(before.failure, after.failure)];
  const [answer = [], failure = []] = answers ?? [];
  return {
    operation,
    calls: rows.reduce((sum, { calls }) => sum + Number(calls), 0),
    failures: rows.reduce((sum, { failures }) => sum + Number(failures), 0),
    lastAt: new Date(Math.max(...rows.map((row) => row.last_at.getTime()))),
    changes: touching,
    removed: after === undefined,
    goneFields: gone('fields', 'body'),
    goneParameters: gone('parameters', 'query'),
    goneCodes: after ? goneCodes(versions, to, operation, rows) : [],
    answer,
    failure,
  };
}

function goneCodes(
  versions: Versions,
  to: string,
  operation: string,
  rows: readonly TrafficRow[],
): readonly string[] {
  const known = contractAt(versions, to, operation)?.operations[operation]?.codes ?? [];
  return namesOf(rows, 'codes').filter((code) => !known.includes(code));
}

function namesOf(rows: readonly TrafficRow[], name: 'fields' | 'parameters' | 'codes'): readonly string[] {
  return [...new Set(rows.flatMap((row) => row[name]))].toSorted();
}

/** The fields in which two descriptions differ, in their order. */
export function differences<Value>(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): readonly Difference<Value>[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return fields
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((one) => one.before !== one.after);
}

function fieldsAt(versions: Versions, version: string, operation: string): OperationFields | undefined {
  return contractAt(versions, version, operation)?.fields[operation];
}

/** The contract that says what an operation is for a version: its own, or the next later one that has the operation. */
function contractAt(
  { contracts, current }: Versions,
  version: string,
  operation: string,
): Contract | undefined {
  const all = [...contracts, ...(contracts.has(current) ? [] : [[current, newest] as const])];
  const found = all.find(([date, contract]) => date >= version && operation in contract.operations);
  return found?.[1];
}
