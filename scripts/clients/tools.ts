import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { madeOnce } from '../fuzz/made-once.ts';
import { run } from './run.ts';

/** What a client is generated, compiled or run with. */
type Tool = {
  /** Programs that must be on this machine. */
  readonly programs: readonly string[];
  /** A line of the shell that succeeds if they have what they need. */
  readonly probe?: string;
  /** How to get all that, in one sentence. */
  readonly remedy: string;
  /** Files of test/clients that pin the versions. */
  readonly pins: readonly string[];
  /** Installs what is pinned. It runs in the folder of the tool, beside copies of the pins, once for each change of them. */
  readonly install: string;
  /** Where the installed programs are, in the folder of the tool. */
  readonly bin?: string;
};

const root = resolve(import.meta.dirname, '../..');
/** The journeys, and the versions of all tools. */
export const sources = join(root, 'test', 'clients');
/** Everything that is installed or generated. */
export const home = join(root, '.data', 'clients');

/** By the name of their folder in test/clients and in .data/clients. */
const tools = {
  typescript: {
    programs: ['node', 'npm'],
    remedy: 'Install Node.js 20 or later, with npm.',
    pins: ['package.json', 'package-lock.json'],
    install: 'npm ci --ignore-scripts --no-audit --no-fund',
    bin: 'node_modules/.bin',
  },
  // Node comes by a script of its package, which fetches the one for this machine.
  runtimes: {
    programs: ['node', 'npm'],
    remedy: 'Install Node.js 20 or later, with npm.',
    pins: ['package.json', 'package-lock.json'],
    install: 'npm ci --no-audit --no-fund',
  },
  python: {
    programs: ['python3'],
    probe: `python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))'`,
    remedy: 'Install Python 3.11 or later, with its module venv.',
    pins: ['requirements.txt'],
    install:
      'python3 -m venv . && bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --requirement requirements.txt',
    bin: 'bin',
  },
  go: {
    programs: ['go'],
    remedy: 'Install Go 1.25 or later.',
    pins: ['go.mod', 'go.sum'],
    install: 'go mod download',
  },
  java: {
    programs: ['javac', 'mvn'],
    remedy: 'Install a JDK, 17 or later, and Maven (Debian: default-jdk-headless and maven).',
    pins: ['pom.xml'],
    // Maven fetches what it lacks when it compiles.
    install: 'true',
  },
  php: {
    programs: ['php'],
    probe: `php -r 'require "GuzzleHttp/autoload.php"; exit(extension_loaded("curl") && extension_loaded("mbstring") ? 0 : 1);'`,
    remedy: 'Install PHP with Guzzle (Debian: php-cli, php-curl, php-mbstring and php-guzzlehttp-guzzle).',
    pins: [],
    install: 'true',
  },
  csharp: {
    programs: ['dotnet'],
    remedy: 'Install the .NET SDK, 8 or later.',
    pins: [],
    install: 'true',
  },
} satisfies Readonly<Record<string, Tool>>;

export type ToolName = keyof typeof tools;

/** What is missing, and its remedy; undefined if all is there. */
export function missing(name: ToolName): string | undefined {
  const { programs, probe = 'true', remedy }: Tool = tools[name];
  const absent = programs.find((program) => !isThere(program));
  if (absent !== undefined) return `${absent} is missing. ${remedy}`;
  const { status } = spawnSync('/bin/sh', ['-c', probe]);
  return status === 0 ? undefined : `${programs.join(' or ')} lacks something. ${remedy}`;
}

function isThere(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** @throws what the installation printed, if it fails */
export async function install(name: ToolName): Promise<void> {
  const { pins, install: command }: Tool = tools[name];
  const folder = join(home, name);
  const from = [command, ...pins.map((pin) => readFileSync(join(sources, name, pin)))];
  const make = async () => {
    for (const pin of pins) copyFileSync(join(sources, name, pin), join(folder, pin));
    const { code, output } = await run(command, { cwd: folder, env: process.env });
    return code === 0 ? undefined : output;
  };
  const problem = await madeOnce({ folder, from, make });
  if (problem !== undefined) throw new Error(problem);
}

/** The environment in which the commands of a client run. */
export function environmentWith(names: readonly ToolName[]): NodeJS.ProcessEnv {
  const bins = names.flatMap((name) => {
    const { bin }: Tool = tools[name];
    return bin === undefined ? [] : [join(home, name, bin)];
  });
  return { ...process.env, PATH: [...bins, process.env['PATH']].join(delimiter) };
}
