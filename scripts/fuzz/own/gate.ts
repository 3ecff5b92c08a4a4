import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { errorCatalogue } from '../../../generated/error-catalogue.ts';
import type { Operation } from '../contract.ts';
import { type Coverage, everythingOf } from './coverage.ts';

/** What no run can see, and why. */
export type Unseen = { readonly because: string; readonly what: readonly string[] };

const file = resolve(import.meta.dirname, '../../../test/contract/fuzzer/unseen.yaml');

export function knownUnseen(): readonly Unseen[] {
  const listed: readonly Unseen[] = parse(readFileSync(file, 'utf8'));
  return listed;
}

/**
 * Compares what was seen with the contract: each answer and own code of each operation, each code at all, each parameter and each
 * link must be seen unless it is listed; what is listed must not be.
 */
export function gaps(
  coverage: Coverage,
  operations: readonly Operation[],
  unseen: readonly Unseen[],
): string[] {
  const all = everythingOf(operations);
  const seenCodes = new Set([...coverage.codes.keys()].map((name) => name.split(' ')[1] ?? ''));
  const seen = new Set([
    ...Object.values(coverage).flatMap((part) => (part instanceof Map ? [...part.keys()] : [])),
    ...seenCodes,
  ]);
  const wanted = [...Object.values(all).flat(), ...Object.keys(errorCatalogue)];
  const listed = new Set(unseen.flatMap(({ what }) => what));
  return [
    ...wanted.filter((name) => !seen.has(name) && !listed.has(name)).map((name) => `${name}: never seen`),
    ...[...listed]
      .filter((name) => seen.has(name))
      .map((name) => `${name}: seen, though unseen.yaml lists it`),
    ...[...listed]
      .filter((name) => !wanted.includes(name))
      .map((name) => `${name}: listed in unseen.yaml, but not in the contract`),
  ];
}
