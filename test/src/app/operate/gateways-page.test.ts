import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGateways } from '../../../../src/app/environment/gateways.ts';
import { Reader } from '../../../../src/app/environment/reader.ts';
import { settings } from '../../../../src/app/settings.ts';
import { entrySettings } from '../../../../src/domain/money/gateways/routing/file-schema.ts';
import { railKinds } from '../../../../src/domain/money/gateways/routing/rails.ts';
import { inWords, readPlan } from '../../../../src/domain/money/gateways/routing/read-file.ts';
import type { Schema } from '../../../../src/platform/yaml/judge.ts';

// docs/operate/gateways.md shows each setting as the schemas define it.

const file = resolve(import.meta.dirname, '../../../../docs/operate/gateways.md');
const page = readFileSync(file, 'utf8');

function isGroup(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Row = { readonly name: string; readonly schema: Schema; readonly isRequired: boolean };

/** Each setting with those below it, such as `auth.password`; of alternatives each. */
function rowsOf(schema: Schema, path = ''): readonly Row[] {
  const branches = [schema, ...[schema['oneOf'] ?? []].flat()].filter(isGroup);
  return branches.flatMap((branch) => {
    const { properties, required } = branch;
    if (!isGroup(properties)) return isGroup(branch['items']) ? rowsOf(branch['items'], `${path}[]`) : [];
    return Object.entries(properties).flatMap(([key, inner]) => {
      if (!isGroup(inner)) return [];
      const name = path === '' ? key : `${path}.${key}`;
      const isRequired = Array.isArray(required) && required.includes(key);
      return [{ name, schema: inner, isRequired }, ...rowsOf(inner, name)];
    });
  });
}

/** A default or a description; a group of settings has defaults of its own. */
function textIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.join(',');
  return ['string', 'number', 'boolean'].includes(typeof value)
    ? JSON.stringify(value).replaceAll('"', '')
    : undefined;
}

/** A name with a currency in it is shown once, for all currencies. */
function shownRows(schema: Schema, secrets: readonly string[] = []): readonly string[] {
  const rows = rowsOf(schema).map(({ name, schema: of, isRequired }) => {
    const isSecret = secrets.includes(name.replaceAll('[]', ''));
    const usual = textIn(of['default']);
    const words = [textIn(of['description']) ?? '', isSecret ? 'A secret.' : ''].filter(
      (text) => text !== '',
    );
    const shown = usual === undefined ? 'none' : `\`${usual}\``;
    return `| \`${general(name)}\` | ${isRequired ? 'required' : shown} | ${words.join(' ').replaceAll('|', '/')} |`;
  });
  return [...new Set(rows)].filter((row) => !row.endsWith('|  |'));
}

function general(name: string): string {
  return name
    .replaceAll(/(?<=^|\.)(USD|ZWG)(?=\.|$)/g, '(currency)')
    .replaceAll(/(?<=fees\.)(card|domestic_switch|wallet_[abc])/g, '(method)');
}

function tableOf(rows: readonly string[]): string {
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

const last = (name: string) => name.split('.').at(-1) ?? '';

describe('docs/operate/gateways.md', () => {
  it('shows every setting as the schemas define it; `npx vitest -u` writes it anew', async () => {
    const tables = new Map([['every entry', tableOf(shownRows({ properties: entrySettings }))]]);
    for (const [name, { settings: schema, secrets }] of Object.entries(railKinds))
      tables.set(name, tableOf(shownRows(schema, secrets)));

    const expected = [...tables].reduce(
      (text, [name, table]) =>
        text.replace(
          new RegExp(`(<!-- settings: ${name} -->\n\n)[^]*?(\n\n<!-- end -->)`),
          (_all, start, end) => `${start}${table}${end}`,
        ),
      page,
    );

    const regions = [...page.matchAll(/<!-- settings: (.+) -->/g)].map(([, name]) => name);
    expect(regions).toEqual([...tables.keys()]);
    await expect(expected).toMatchFileSnapshot(file);
  });

  it('begins with an example that the service takes, and shows what it says of a wrong one', () => {
    const [, example = ''] = /```yaml\n([^]*?)```/.exec(page) ?? [];
    const [, shown = ''] = /```\n(gateways\.yaml:[^]*?)```/.exec(page) ?? [];
    const env = { OPERATOR_A_KEY: 'a key' };
    const wrong = example.replace('card: { USD: [acquirer]', 'card: { USD: [acquirer_2]');

    const taken = readPlan(example, railKinds, { ...env, ACQUIRER_MAC: '0f'.repeat(16) });
    const refused = readPlan(wrong, railKinds, env).problems;

    expect([taken.problems, taken.plan?.entries.map(({ name }) => name)]).toEqual([
      [],
      ['acquirer', 'operator_a'],
    ]);
    expect(refused.map((problem) => `${inWords('gateways.yaml', problem)}\n`).join('')).toBe(shown);
  });

  it.each(Object.entries(railKinds))(
    'calls every setting of rail %s that sounds like a secret one',
    (_name, kind) => {
      const sounding = rowsOf(kind.settings)
        .filter(({ schema }) => schema['x-secret'] === true || schema['writeOnly'] === true)
        .map(({ name }) => name.replaceAll('[]', ''));

      expect(kind.secrets).toEqual(expect.arrayContaining(sounding));
      const named = rowsOf(kind.settings).map(({ name }) => name.replaceAll('[]', ''));
      expect(named).toEqual(expect.arrayContaining([...kind.secrets]));
      const secretive = named.filter((name) =>
        /password|passphrase|secret|^pin|credential|bearer|apiKey/i.test(last(name)),
      );
      expect(kind.secrets).toEqual(expect.arrayContaining(secretive));
    },
  );

  it('has no setting without a meaning', () => {
    const silent = Object.entries(railKinds).flatMap(([rail, { settings: schema }]) =>
      rowsOf(schema)
        .filter(({ schema: of }) => of['description'] === undefined && of['const'] === undefined)
        .filter(({ name, schema: of }) => !isGroup(of['properties']) && !/\.(USD|ZWG)$/.test(name))
        .map(({ name }) => `${rail} ${name}`),
    );

    expect(silent).toEqual([]);
  });

  it('is named by the setting of the file', async () => {
    const reader = new Reader(settings, {});

    expect(await readGateways(reader, {})).toBeUndefined();
    expect(settings.find(({ name }) => name === 'GATEWAYS')?.meaning).toContain('docs/operate/gateways.md');
  });
});
