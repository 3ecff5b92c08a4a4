import { readFileSync } from 'node:fs';
import { buffer as bytesFrom } from 'node:stream/consumers';
import type { Arguments } from '../../../../generated/arguments.ts';
import { textOf } from '../../support/files.ts';
import { Failure } from '../../support/print.ts';
import type { Call } from '../access/call.ts';

const typesByEnding: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
};

/** The body of `-d`: JSON, or the bytes of a file of another type that the operation takes. */
export async function givenIn(
  { media }: Arguments,
  data: string | undefined,
): Promise<{ readonly body?: unknown; readonly file?: Call['file'] }> {
  if (data === undefined) return {};
  if (!data.startsWith('@')) return { body: jsonIn(data) };
  const name = data.slice(1);
  if (name === '-') return { body: jsonIn(textOf(await bytesFrom(process.stdin), 'Standard input')) };
  const bytes = bytesOf(name);
  const type = typesByEnding[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/json';
  if (type !== 'application/json' && media.includes(type)) return { file: { type, bytes } };
  return { body: jsonIn(textOf(bytes, name)) };
}

function bytesOf(name: string): Buffer {
  try {
    return readFileSync(name);
  } catch {
    throw new Failure('usage', `${name} cannot be read.`);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('usage', 'The body after -d is not JSON. From a file: -d @body.json');
  }
}
