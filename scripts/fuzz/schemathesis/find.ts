import { mkdirSync, readFileSync } from 'node:fs';
import { inDocker } from './docker.ts';
import type { Shell } from './programs.ts';
import { inPython } from './python.ts';

/** How to start Schemathesis. */
export type Tool = {
  readonly name: string;
  /** The program and whatever comes before the arguments of Schemathesis. */
  readonly command: readonly string[];
  /** The host name under which it reaches the service. Undefined: the usual one. */
  readonly host: string | undefined;
};

/** What must be able to run. */
export type Wanted = {
  /** The service that is fuzzed. */
  readonly baseUrl: string;
  readonly version: string;
  /** The folder in which it runs. */
  readonly workDir: string;
  /** Where an environment of Python is made, and the list of its packages. */
  readonly environment: string;
  readonly requirements: string;
};

/** In Docker, or else in a Python environment of its own, or else why not. */
export async function findSchemathesis(
  wanted: Omit<Wanted, 'version'>,
  shell: Shell,
): Promise<Tool | { readonly missing: string }> {
  const all = { ...wanted, version: pinnedIn(wanted.requirements) };
  mkdirSync(wanted.workDir, { recursive: true });
  const byDocker = await inDocker(shell, all);
  if (typeof byDocker !== 'string') return byDocker;
  const byPython = await inPython(shell, all);
  if (typeof byPython !== 'string') return byPython;
  return {
    missing:
      `Schemathesis did not run. ${byDocker}; ${byPython}. ` +
      'Install Docker, or Python 3.11 or later with access to a package index.',
  };
}

function pinnedIn(requirements: string): string {
  const pinned = /^schemathesis==(\S+)/m.exec(readFileSync(requirements, 'utf8'))?.[1];
  if (pinned === undefined) throw new Error('requirements.txt does not pin schemathesis');
  return pinned;
}
