import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { excludedMutations, modules } from './modules.ts';
import { mistakesIn, withMistake } from './statements.ts';

export type Mutant = {
  readonly id: string;
  readonly module: string;
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** Of a mistake in SQL: the file with the whole text that has it. The others are behind a switch in the tree. */
  readonly text?: string;
};

/** Copies the files that git knows or would add, and puts every mutant of these modules into them, each behind a switch that is off. */
export async function plant(
  root: string,
  folder: string,
  wanted: readonly string[],
): Promise<readonly Mutant[]> {
  rmSync(folder, { recursive: true, force: true });
  for (const file of execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\0')) {
    if (file === '') continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { dereference: false });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const owners = filesOf(folder);
  const files = [...owners].filter(([, module]) => wanted.includes(module)).map(([name]) => name);
  const contents = new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const planted = await new Instrumenter(silent).instrument(
    files.map((name) => ({ name, content: contents.get(name) ?? '', mutate: true })),
    { plugins: null, excludedMutations: [...excludedMutations], ignorers: [], noHeader: false },
  );
  for (const { name, content } of planted.files) writeFileSync(join(folder, name), content);
  const counted = planted.mutants.filter(({ status }) => status !== 'Ignored');
  const ofCode = counted.map(({ id, fileName, location, mutatorName, replacement }) => ({
    id,
    module: owners.get(fileName) ?? '',
    file: fileName,
    line: location.start.line + 1,
    mutator: mutatorName,
    original: textAt(contents.get(fileName) ?? '', location),
    replacement,
  }));
  const ofSql = [...contents].flatMap(([file, text]) =>
    file.endsWith('queries.ts') ? inStatements(folder, { file, text, module: owners.get(file) ?? '' }) : [],
  );
  return [...ofCode, ...ofSql].toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

function inStatements(
  folder: string,
  { file, text, module }: Pick<Mutant, 'file' | 'module'> & { readonly text: string },
): Mutant[] {
  const home = join(folder, '.data', 'mistakes');
  mkdirSync(home, { recursive: true });
  return mistakesIn(text).map((mistake, nth) => {
    const { at, mutator, original, replacement } = mistake;
    const id = `${file.replaceAll('/', '-')}-${nth}`;
    const path = join(home, id);
    writeFileSync(path, withMistake(text, mistake));
    const line = text.slice(0, at).split('\n').length;
    return { id, module, file, line, mutator, original, replacement, text: path };
  });
}

function filesOf(folder: string): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [module, patterns] of Object.entries(modules)) {
    for (const file of globSync([...patterns], { cwd: folder }).toSorted()) {
      if (!owners.has(file)) owners.set(file, module);
    }
  }
  return owners;
}

type Place = { readonly line: number; readonly column: number };

function textAt(content: string, { start, end }: { readonly start: Place; readonly end: Place }): string {
  const lines = content.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, nth) =>
      line.slice(nth === 0 ? start.column : 0, nth === last ? end.column : undefined).trim(),
    )
    .join(' ');
}

const nothing = () => undefined;
const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
