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

/** How many changes there are, and what to do before they reach an app: only what is frozen is protected. */
export function summaryOf({ rows, refusals, date, newest }: Compared): string[] {
  const count = (wanted: Row['verdict']) => rows.filter(({ verdict }) => verdict === wanted).length;
  const [breaking, additions] = [count('breaking'), count('addition')];
  const written = `${date} as it is written, against ${newest ?? 'nothing'} as it is released`;
  const isOpen = refusals.length === 0 && rows.length > 0;
  return [
    `${written}: ${breaking} breaking, ${additions} additions`,
    ...(isOpen
      ? [
          'This is not frozen: nothing refuses to take it back. Run `npm run freeze` before the service is released.',
        ]
      : []),
  ];
}

async function rowsBetween(root: string, written: Contract, newest: string): Promise<Row[]> {
  const rows = classify(frozenContract(root, newest), written);
  return [...unseen(written, rows, await redoclyRows(root, newest)), ...rows];
}
