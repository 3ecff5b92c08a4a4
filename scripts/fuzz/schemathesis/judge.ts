import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import {
  destructive,
  type Finding,
  type Judge,
  type JudgeOptions,
  markOf,
  type Progress,
  type Verdict,
} from '../judge.ts';
import { findSchemathesis, type Tool } from './find.ts';
import { defaults, home, prepare } from './prepare.ts';

const environment = resolve(import.meta.dirname, '../../../.data/schemathesis');

/** Fewer links followed than this share of those that the contract declares: something keeps the chains from going on. */
const enough = 2 / 3;

/** Schemathesis, in Docker or in Python, with objects to work on and links to follow. */
export const schemathesis: Judge = {
  name: 'schemathesis',
  run: async (options, progress) => {
    const name = 'Schemathesis';
    const workDir = join(options.folder, 'schemathesis');
    const { env, platform } = process;
    const { signal, target, mayBeMissing } = options;
    const wanted = {
      baseUrl: target.baseUrl,
      workDir,
      environment,
      requirements: join(home, 'requirements.txt'),
    };
    if (triedBy(options).length === 0)
      return {
        name,
        mark: 'warning',
        about: `0 requests${withoutWords(options)}`,
        findings: [],
        untried: 'all',
      };
    const tool = await findSchemathesis(wanted, { env, platform, signal });
    const notBegun = {
      name,
      mark: 'warning',
      about: '0 requests, not finished',
      findings: [],
      untried: 'all',
    } as const;
    if (signal.aborted) return notBegun;
    if ('missing' in tool)
      return {
        name,
        mark: mayBeMissing ? 'warning' : 'FAILED',
        about: tool.missing,
        findings: [],
        untried: 'all',
      };
    await prepare(options, workDir, tool.host);
    // Later nobody would hear of it: a signal says only once that it is aborted.
    if (signal.aborted) return notBegun;
    const passed = await play(tool, argumentsFor(options), { workDir, signal, progress });
    return verdictOn(options, { workDir, passed, by: tool.name });
  },
};

export function argumentsFor(options: JudgeOptions): string[] {
  const { profile, seed, seconds, cases } = options;
  const chosen = seed === undefined ? ['--generation-deterministic'] : ['--seed', String(seed)];
  const examples = ['--max-examples', String(Math.max(1, cases ?? defaults[profile].cases))];
  // Not `st fuzz`, which is made for long runs but stops with an internal error; `st run` repeats until the time is up.
  const limit = seconds ?? defaults[profile].seconds;
  const time = limit === undefined ? [] : ['--max-time', String(limit)];
  // Without a link between the chosen operations there is no chain of calls, which Schemathesis takes for an error.
  const phases = linksOf(triedBy(options)).length > 0 ? [] : ['--phases', 'examples,coverage,fuzzing'];
  return [
    '--no-color',
    'run',
    'openapi.json',
    ...examples,
    ...time,
    ...chosen,
    ...phases,
    ...selected(options),
  ];
}

function selected(options: JudgeOptions): string[] {
  if (!options.isWhole) return triedBy(options).flatMap(({ id }) => ['--include-operation-id', id]);
  return leftOutBy(options).flatMap((id) => ['--exclude-operation-id', id]);
}

/** What would spoil the account of whoever lends us their key. */
function leftOutBy({ operations, target }: JudgeOptions): readonly string[] {
  const isLent = target.key !== undefined && target.spareKey === undefined;
  return isLent ? destructive.filter((id) => operations.some((operation) => operation.id === id)) : [];
}

function triedBy(options: JudgeOptions): JudgeOptions['operations'] {
  const leftOut = leftOutBy(options);
  return options.operations.filter(({ id }) => !leftOut.includes(id));
}

function withoutWords(options: JudgeOptions): string {
  const leftOut = leftOutBy(options);
  return leftOut.length === 0 ? '' : `, without ${leftOut.join(', ')}, which need --spare-key`;
}

type Stage = { readonly workDir: string; readonly signal: AbortSignal; readonly progress: Progress };

/** Runs it, with what it prints in output.txt. True if it found nothing. */
function play(
  { command }: Tool,
  args: readonly string[],
  { workDir, signal, progress }: Stage,
): Promise<boolean> {
  const [program = '', ...flags] = command;
  const printed = createWriteStream(join(workDir, 'output.txt'));
  return new Promise((done, failed) => {
    const child = spawn(program, [...flags, ...args], { cwd: workDir, stdio: ['ignore', 'pipe', 'pipe'] });
    const interrupt = () => child.kill('SIGINT');
    signal.addEventListener('abort', interrupt, { once: true });
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        if (line.startsWith('progress ')) progress.at(JSON.parse(line.slice('progress '.length)));
        else printed.write(`${line}\n`);
      });
    child.once('error', failed);
    child.once('close', (code) => {
      signal.removeEventListener('abort', interrupt);
      printed.end(() => done(code === 0));
    });
  });
}

type Ended = { readonly workDir: string; readonly passed: boolean; readonly by: string };

type Found = { readonly cases: number; readonly findings: readonly Finding[] };
type Links = { readonly followed: Readonly<Record<string, number>> };

export function verdictOn(options: JudgeOptions, { workDir, passed, by }: Ended): Verdict {
  const { cases, findings }: Found = reported(workDir, 'findings.json') ?? { cases: 0, findings: [] };
  const { followed }: Links = reported(workDir, 'links.json') ?? { followed: {} };
  const { aborted } = options.signal;
  const declared = linksOf(triedBy(options));
  const count = declared.filter((link) => link in followed).length;
  const links = `${count} of ${declared.length} declared links followed`;
  const silent = silenceOf(passed, cases + findings.length, join(workDir, 'output.txt'));
  const untold = findings.length === 0 ? silent : [];
  const tooFew = mustFollow(options) && count < enough * declared.length ? [`only ${links}`] : [];
  // An interrupted run has shown only what it found.
  const others = aborted ? [] : [...untold, ...tooFew];
  const all = [...findings, ...others.map((what) => ({ operation: '', what }))];
  const parts = [
    `${cases} requests, ${all.length} findings, ${links}`,
    ...(aborted ? ['not finished'] : []),
    `by ${by}`,
  ];
  const mark = markOf(all, aborted || leftOutBy(options).length > 0);
  return {
    name: 'Schemathesis',
    mark,
    about: `${parts.join(', ')}${withoutWords(options)}`,
    findings: all,
    untried: aborted ? 'all' : leftOutBy(options),
  };
}

/** Why a run that found nothing has shown nothing. */
function silenceOf(passed: boolean, seen: number, printed: string): readonly string[] {
  if (!passed) return [`Schemathesis failed; see ${printed}`];
  return seen === 0 ? [`Schemathesis sent nothing; see ${printed}`] : [];
}

/** A run of fewer operations, cases or seconds, or of a service without our objects, may follow fewer links. */
function mustFollow({ isWhole, target, cases, seconds }: JudgeOptions): boolean {
  return isWhole && target.key === undefined && cases === undefined && seconds === undefined;
}

/** Their names are those that Schemathesis gives them. */
function linksOf(operations: JudgeOptions['operations']): readonly string[] {
  const labels = new Map(operations.map(({ id, method, path }) => [id, `${method} ${path}`]));
  return operations.flatMap(({ id, answers }) =>
    Object.entries(answers).flatMap(([status, { links }]) =>
      links
        .filter(({ operationId }) => labels.has(operationId))
        .map(
          ({ name, operationId }) => `${labels.get(id)} -> [${status}] ${name} -> ${labels.get(operationId)}`,
        ),
    ),
  );
}

function reported(workDir: string, name: string) {
  const file = join(workDir, 'report', name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
