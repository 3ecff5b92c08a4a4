import { classify } from './compare/classify.ts';
import type { Contract } from './compare/contract.ts';
import type { Row } from './compare/rows.ts';
import { datesIn, frozenContract, readLock, versionOf, writtenContract } from './frozen.ts';
import { refusalsOf } from './refusals.ts';
import { redoclyRows, unseen } from './second-opinion.ts';

export type Compared = {
  readonly rows: readonly Row[];
  readonly refusals: readonly string[];
  /** info.version as it is written. */
  readonly date: string;
  /** The newest frozen version. */
  readonly newest: string | undefined;
};

/** Compares the written contract with the newest frozen one, in the checkout at `root`. */
export async function compared(root: string): Promise<Compared> {
  const lock = readLock(root);
  const written = writtenContract(root);
  const newest = datesIn(lock).at(-1);
  const rows = newest === undefined ? [] : await rowsBetween(root, written, newest);
  const refusals = await refusalsOf({ root, lock, written, rows });
  return { rows, refusals, date: versionOf(written, 'openapi'), newest };
}

async function rowsBetween(root: string, written: Contract, newest: string): Promise<Row[]> {
  const rows = classify(frozenContract(root, newest), written);
  return [...unseen(written, rows, await redoclyRows(root, newest)), ...rows];
}
