/**
 * Writes docs/webhook-vectors.json. A test checks that the file is up to date.
 *
 *   node scripts/webhook-vectors.ts
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { webhookVectors } from './docs/webhook-vectors.ts';

const file = resolve(import.meta.dirname, '../docs/webhook-vectors.json');
writeFileSync(file, `${JSON.stringify(webhookVectors(), undefined, 2)}\n`);
