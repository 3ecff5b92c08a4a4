import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import type { Seeded } from '../../../test/contract/schemathesis/seed.ts';
import type { JudgeOptions } from '../judge.ts';

export const home = resolve(import.meta.dirname, '../../../test/contract/schemathesis');

/** Requests of each kind for each operation, and those made at random: these take a third of its time, and the own generator makes thousands. */
export const defaults = {
  gate: { cases: 25, atRandom: 10, seconds: undefined },
  nightly: { cases: 500, atRandom: 500, seconds: 1800 },
} as const;

/** The parts of schemathesis.toml: what is set for all operations, the dictionaries, and the tables of operations. */
type Parts = { readonly top: string; readonly words: string; readonly tables: readonly string[] };

/** Fills the folder in which it runs: configuration, hooks, dictionaries and contract. */
export async function prepare(
  options: JudgeOptions,
  workDir: string,
  host: string | undefined,
): Promise<void> {
  const { target } = options;
  const seeded = target.key === undefined ? await target.aMerchant() : undefined;
  rmSync(workDir, { recursive: true, force: true });
  mkdirSync(join(workDir, 'seeds'), { recursive: true });
  for (const name of ['hooks.py', 'links.py']) cpSync(join(home, name), join(workDir, name));
  writeFileSync(join(workDir, 'openapi.json'), asJson(options.contractFile));
  for (const [name, values] of Object.entries(seeded?.dictionaries ?? {})) {
    const lines = values.map((value) => `${JSON.stringify(value)}\n`);
    writeFileSync(join(workDir, 'seeds', `${name}.dict`), lines.join(''));
  }
  writeFileSync(join(workDir, 'wanted.json'), JSON.stringify(wantedOf(options)));
  const filled = configuration(options, seeded)
    .replace('${BASE_URL}', addressOf(target.baseUrl, host))
    .replace('${AT_RANDOM}', String(Math.max(1, options.cases ?? defaults[options.profile].atRandom)))
    .replace('${FUZZ_KEY}', seeded ? seeded.merchant.secretKey : String(target.key))
    .replace('${SPARE_KEY}', seeded ? seeded.spareKey : String(target.spareKey));
  writeFileSync(join(workDir, 'schemathesis.toml'), filled);
}

/** It reads the contract as its name says. Those of released versions are YAML. */
function asJson(file: string): string {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.json') ? text : JSON.stringify(parse(text));
}

/** The operations that must succeed, and how long links are followed. */
function wantedOf({ target, isWhole, operations, profile }: JudgeOptions) {
  const isSeeded = target.key === undefined;
  const must = isSeeded && isWhole ? operations.map(({ method, path }) => `${method} ${path}`) : [];
  return { must, steps: profile === 'nightly' ? 12_000 : 2400 };
}

function addressOf(baseUrl: string, host: string | undefined): string {
  const url = new URL(baseUrl);
  if (host !== undefined) url.hostname = host;
  return url.origin;
}

/** The configuration, without what a service that runs already has no objects for, or an older version no operations. */
function configuration({ operations, isWhole, version }: JudgeOptions, seeded: Seeded | undefined): string {
  const { top, words, tables } = partsOf(readFileSync(join(home, 'schemathesis.toml'), 'utf8'));
  const known = new Set(operations.map(({ id }) => id));
  const apt = tables.filter((table) => {
    const named = [...(/^include-operation-id = (.*)$/m.exec(table)?.[1] ?? '').matchAll(/"(\w+)"/g)];
    const isKnown = !isWhole || named.every(([, id = '']) => known.has(id));
    return isKnown && (seeded !== undefined || !table.includes('{ dictionary = '));
  });
  const asked = version === undefined ? '' : `headers = { Service-Version = "${version}" }\n`;
  const pace = seeded === undefined ? 'rate-limit = "auto"\n' : '';
  return [asked + pace + top, seeded === undefined ? '' : words, ...apt].join('');
}

function partsOf(text: string): Parts {
  const [begin = '', ...tables] = text.split(/^(?=\[\[operations\]\])/m);
  const [top = '', ...words] = begin.split(/^(?=\[dictionaries\])/m);
  return { top, words: words.join(''), tables };
}
