/**
 * Builds the documentation that /docs serves: guides, a page per operation, event and error code, and the reference. It makes no
 * network request and sends no telemetry.
 *
 *   npm run docs -- [--data-dir .data] [--missing] [--background]
 *
 * `--missing` builds only if the sources are newer than what is there. `--background` is for the start of the service: another
 * process builds, and the start goes on.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { buildingFile } from '../src/pages/docs/documents.ts';
import { alone } from './docs/alone.ts';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: env['DATA_DIR'] ?? '.data' },
    missing: { type: 'boolean', default: false },
    background: { type: 'boolean', default: false },
  },
});
const dataDir = resolve(root, values['data-dir']);

mkdirSync(dataDir, { recursive: true });
if (values.background) {
  const log = openSync(join(dataDir, 'docs.log'), 'w');
  const own = [import.meta.filename, '--data-dir', dataDir, '--missing'];
  spawn(process.execPath, own, { detached: true, stdio: ['ignore', log, log] }).unref();
} else {
  // The start of the service waits for none of its libraries, and does not need them.
  const { makeDocs } = await import('./docs/make.ts');
  await alone(join(dataDir, buildingFile), () => makeDocs({ root, dataDir }, values.missing));
}
