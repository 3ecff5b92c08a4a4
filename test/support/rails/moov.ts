import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type LineProgram, missing, startLineProgram } from './line-program.ts';

const source = join(import.meta.dirname, 'moov');
const built = resolve(import.meta.dirname, '../../../.data/moov');

/** Undefined: it can be run here. */
export const moovIsMissing = missing([['go', 'version']]);

let building: Promise<string> | undefined;

/** moov-io/iso8583, which packs and unpacks by layouts of its own. */
export async function startMoov(kind: 'ascii' | 'bcd'): Promise<LineProgram> {
  building ??= (async () => {
    await mkdir(built, { recursive: true });
    const program = join(built, 'encodings');
    await promisify(execFile)('go', ['build', '-o', program, '.'], { cwd: source });
    return program;
  })();
  return startLineProgram(await building, [kind]);
}
