/**
 * Writes docs/webhook-vectors.json, which a test compares with what this would write.
 *
 *   node scripts/webhook-vectors.ts
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { webhookVectors } from './docs/webhook-vectors.ts';

const file = resolve(import.meta.dirname, '../docs/webhook-vectors.json');
writeFileSync(file, `${JSON.stringify(webhookVectors(), undefined, 2)}\n`);
