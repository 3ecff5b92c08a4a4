import { readFileSync } from 'node:fs';
import type { Path } from '../../../../platform/yaml/document.ts';
import type { Wrong } from '../../../../platform/yaml/judge.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Filled = { readonly value: unknown; readonly wrong: readonly Wrong[] };

/**
 * Replaces each `{ env: NAME }` by the variable of the environment. A secret that stands in the file itself is refused: files are
 * copied, mailed and committed.
 *
 * @param secrets the settings that are secrets, such as `auth.password`; of a list each item is one
 */
export function fillReferences(value: unknown, secrets: readonly string[], env: Environment): Filled {
  const wrong: Wrong[] = [];
  const filled = fill(value, []);
  return { value: filled, wrong };

  function fill(part: unknown, path: Path): unknown {
    const name = referenceIn(part);
    if (name !== undefined) return variable(name, path);
    if (Array.isArray(part)) return part.map((item, at) => fill(item, [...path, at]));
    if (typeof part === 'object' && part !== null)
      return Object.fromEntries(
        Object.entries(part).map(([key, inner]) => [key, fill(inner, [...path, key])]),
      );
    if (isSecret(path, secrets) || isPrivateKey(part)) {
      wrong.push({
        path,
        words: 'is a secret. Write { env: NAME }, and set that variable in the environment.',
      });
      return '';
    }
    return part;
  }

  function variable(name: string, path: Path): string {
    const found = foundOf(name, env);
    if ('wrong' in found) wrong.push({ path, words: `takes the variable ${name}${found.wrong}` });
    return 'text' in found ? found.text : '';
  }
}

/** The variable, or what the file holds that `NAME_FILE` names, as settings that are secrets have it. Not both: one would not be read. */
function foundOf(name: string, env: Environment): { readonly text: string } | { readonly wrong: string } {
  const said = env[name]?.trim() ?? '';
  const file = env[`${name}_FILE`]?.trim() ?? '';
  if (file === '') return said === '' ? { wrong: ', which is not set in the environment.' } : { text: said };
  if (said !== '') return { wrong: `. It and ${name}_FILE are both set. Set one of them.` };
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text === '' ? { wrong: `. The file that ${name}_FILE names is empty.` } : { text };
  } catch {
    return { wrong: `. The file that ${name}_FILE names cannot be read.` };
  }
}

/** The name in `{ env: NAME }`. */
function referenceIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const [first, ...others] = Object.entries(value);
  if (first === undefined || others.length > 0 || first[0] !== 'env') return undefined;
  return typeof first[1] === 'string' ? first[1] : undefined;
}

/** A setting that takes a file or a key itself is no secret as the name of a file. */
function isPrivateKey(value: unknown): boolean {
  return typeof value === 'string' && value.includes('PRIVATE KEY-----');
}

function isSecret(path: Path, secrets: readonly string[]): boolean {
  const names = path.filter((step) => typeof step === 'string');
  return secrets.includes(names.join('.'));
}
