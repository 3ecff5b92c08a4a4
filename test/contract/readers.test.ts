import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { validate } from '@apidevtools/swagger-parser';
import { afterAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'readers-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
