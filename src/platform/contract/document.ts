import { readFileSync } from 'node:fs';
import type { Document } from 'openapi-backend';

/** The bundled contract, read once at the start. Importing it would have the compiler infer a type of thousands of lines. */
export function readDocument(): Document {
  return JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));
}
