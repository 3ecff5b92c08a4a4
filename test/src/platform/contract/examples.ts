import { readFileSync } from 'node:fs';
import { type Document, found, type Operation } from '../../../../scripts/generate/bundle.ts';

export const openapi: Document = read('openapi');
export const webhooks: Document = read('webhooks');

/** The contract's own example of a failure. */
export function failureExample(code: string): unknown {
  return found({ $ref: `failure.${code}` }, openapi.components.examples).value;
}

/** Copies of a message's example values. */
export function examplesOf(message: Operation['requestBody'], document: Document): unknown[] {
  const examples = Object.values(message?.content['application/json']?.examples ?? {});
  return examples.map((example) => structuredClone(found(example, document.components.examples).value));
}

function read(name: string) {
  return JSON.parse(readFileSync(new URL(`../../../../generated/${name}.json`, import.meta.url), 'utf8'));
}
