import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { Failure } from './print.ts';

/**
 * Runs `work`, which writes where the operator said.
 *
 * @throws Failure naming that place: what is said of files of the service would send the operator to DATA_DIR
 */
export function writing<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unwritable(error, place);
  }
}

/** Words for an error of the system while something was written; any other error as it is. */
export function unwritable(error: unknown, place: string): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem ? new Failure('refused', `"${place}" cannot be written: ${error.message}.`) : error;
}

/** Reads a file that an option names. @throws Failure naming both */
export function readGiven(file: string, option: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure('usage', `${option}: ${file} cannot be read (${why}).`);
  }
}

/**
 * The text of a file or of standard input. In another encoding, letters with accents would be lost without a word.
 *
 * @param from as it is named to the person
 * @throws Failure it is not UTF-8
 */
export function textOf(bytes: Uint8Array, from: string): string {
  if (!isUtf8(bytes)) throw new Failure('usage', `${from} is not UTF-8. Save it as UTF-8.`);
  return Buffer.from(bytes).toString('utf8');
}
