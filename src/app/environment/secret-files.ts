import { readFileSync } from 'node:fs';
import type { Environment, Setting } from './reader.ts';

type Filled = { readonly env: Environment; readonly problems: readonly string[] };

/**
 * The environment with the secrets that stand in files: `SECRET_KEY_FILE` names the file of `SECRET_KEY`. Containers mount secrets as
 * files, since a variable is shown to whoever may inspect the process.
 */
export function withSecretFiles(settings: readonly Setting[], env: Environment): Filled {
  const problems: string[] = [];
  const read = settings.flatMap(({ name, secret }) => {
    const file = env[`${name}_FILE`]?.trim() ?? '';
    if (secret === undefined || file === '') return [];
    if ((env[name]?.trim() ?? '') !== '') {
      problems.push(`${name} and ${name}_FILE are both set. Set one of them.`);
      return [];
    }
    const text = textIn(file);
    if (text === undefined) problems.push(`${name}_FILE names ${file}, which cannot be read.`);
    if (text === '') problems.push(`${name}_FILE names ${file}, which is empty.`);
    return [[name, text] as const];
  });
  return { env: { ...env, ...Object.fromEntries(read) }, problems };
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
