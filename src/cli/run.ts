import type { Command } from 'commander';
import { addIntegratorVerbs } from './integrators/verbs.ts';
import { addSignatureVerbs } from './signature.ts';
import { explainForeseen } from './support/print.ts';
import { createProgram } from './support/program.ts';

/** The verb that looks at all others. */
const ofAllVerbs = 'completion';

/** Runs the command that these words make, and sets the exit code. */
export async function run(words: readonly string[]): Promise<void> {
  try {
    await (await programFor(words)).parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = explainForeseen(error) ?? (await import('./command-line.ts')).explain(error);
  }
}

/** What integrators use begins without the service, whose sources take several times as long to load. */
async function programFor([verb]: readonly string[]): Promise<Command> {
  const small = createProgram();
  addIntegratorVerbs(small);
  addSignatureVerbs(small);
  const isThere = verb !== ofAllVerbs && small.commands.some((command) => command.name() === verb);
  return isThere ? small : (await import('./command-line.ts')).commandLine();
}
