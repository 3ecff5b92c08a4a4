import { CommanderError } from 'commander';
import { ConfigError } from '../../app/config.ts';
import { startProblem } from '../../app/database/start-problems.ts';
import { ApiError } from '../../platform/errors.ts';
import { exitCodes, Failure, say } from './print.ts';

/** Says what went wrong and what to do. Returns the exit code. */
export function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof Failure) return told(error.message, error.exitCode);
  if (error instanceof ConfigError) return told(error.message, exitCodes.usage);
  if (error instanceof ApiError) return told(error.message, exitCodes.refused);
  const problem = startProblem(error);
  if (problem !== undefined) return told(problem.words, exitCodes[problem.kind]);
  return told(error instanceof Error ? (error.stack ?? error.message) : String(error), exitCodes.bug);
}

function told(words: string, exitCode: number): number {
  say(words);
  return exitCode;
}
