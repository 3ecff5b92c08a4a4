import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { WebhookVector } from '../../../scripts/docs/webhook-vectors.ts';

/** The vectors that integrators download. */
export const published = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../docs/webhook-vectors.json'), 'utf8'),
) as { readonly tolerance_seconds: number; readonly vectors: readonly WebhookVector[] };

export const bytesOf = (vector: WebhookVector): Buffer => Buffer.from(vector.body_base64, 'base64');
