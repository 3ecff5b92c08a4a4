import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { validate } from '@apidevtools/swagger-parser';
import { afterAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'readers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** They count what a person or a setting bounds: cycles, uses, days, calls, and the rows of one file. */
const small =
  /_days$|_seconds$|_ms$|_uses$|^uses_|_cycles$|^cycle_count$|^rate_limit$|^limit$|^total$|_total$|^rows$|^replayed$|^response_status$/;
/** The number of an attempt, of which there are five. */
const attempts = 'components.schemas.WebhookAttempt.properties.number';

type Integer = { readonly type?: unknown; readonly maximum?: number; readonly format?: string };

/** Where a value of the document is an integer that may pass the greatest one of 32 bits, and does not say so. */
function longIntegersIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, maximum = Number.POSITIVE_INFINITY, format }: Integer = value;
  const isLong =
    [type].flat().includes('integer') &&
    maximum >= 2 ** 31 &&
    format !== 'int64' &&
    !small.test(path.at(-1) ?? '');
  return [
    ...(isLong ? [path.join('.')] : []),
    ...Object.entries(value).flatMap(([name, part]) => longIntegersIn(part, [...path, name])),
  ];
}

describe('an integer that can need more than 32 bits', () => {
  it.each(['generated/openapi.json', 'generated/webhooks.json'])('says so in %s', (name) => {
    const document: unknown = JSON.parse(readFileSync(join(root, name), 'utf8'));

    expect(longIntegersIn(document).filter((path) => path !== attempts)).toEqual([]);
  });
});

describe('a stock validator of OpenAPI', () => {
  it.each(['openapi.yaml', 'webhooks.yaml', 'generated/openapi.json', 'generated/webhooks.json'])(
    'accepts %s',
    async (name) => {
      const document = await validate(join(root, name));

      expect(document.info.version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    },
  );

  it('refuses a link whose parameter is a number', async () => {
    const text = readFileSync(join(root, 'openapi.yaml'), 'utf8');
    const changed = join(folder, 'openapi.yaml');
    writeFileSync(changed, text.replace("query.limit: '1'", 'query.limit: 1'));

    await expect(validate(changed)).rejects.toThrow(/query\.limit must be string/);
  });
});
