import type { Command } from 'commander';
import { addIntegratorVerbs } from './integrators/verbs.ts';
import { addSignatureVerbs } from './signature.ts';
import { endWithReader, exitCodes, explainBug, explainForeseen, told } from './support/print.ts';
import { createProgram } from './support/program.ts';

/** The verb that looks at all others. */
const ofAllVerbs = 'completion';

/** Runs the command that these words make, and sets the exit code. */
export async function run(words: readonly string[]): Promise<void> {
  endWithReader();
  try {
    await (await programFor(words)).parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = await explain(error);
  }
}

/** What integrators use begins without the verbs of operators. */
async function programFor([verb]: readonly string[]): Promise<Command> {
  const small = createProgram();
  addIntegratorVerbs(small);
  addSignatureVerbs(small);
  const isThere = verb !== ofAllVerbs && small.commands.some((command) => command.name() === verb);
  return isThere ? small : (await import('./command-line.ts')).commandLine();
}

/** Says what went wrong and what to do. Returns the exit code. */
export async function explain(thrown: unknown): Promise<number> {
  const code = explainForeseen(thrown);
  if (code !== undefined) return code;
  const [{ ConfigError }, { startProblem }, { ApiError }] = await Promise.all([
    import('../app/config.ts'),
    import('../app/database/start-problems.ts'),
    import('../platform/errors.ts'),
  ]);
  if (thrown instanceof ConfigError) return told(thrown.message, exitCodes.usage);
  if (thrown instanceof ApiError) return told(thrown.message, exitCodes.refused);
  const problem = startProblem(thrown);
  return problem === undefined ? explainBug(thrown) : told(problem.words, exitCodes[problem.kind]);
}
