import { ConfigError } from '../../app/config.ts';
import { startProblem } from '../../app/database/start-problems.ts';
import { ApiError } from '../../platform/errors.ts';
import { exitCodes, explainBug, explainForeseen, told } from './print.ts';

/** Says what went wrong and what to do. Returns the exit code. */
export function explain(error: unknown): number {
  const code = explainForeseen(error);
  if (code !== undefined) return code;
  if (error instanceof ConfigError) return told(error.message, exitCodes.usage);
  if (error instanceof ApiError) return told(error.message, exitCodes.refused);
  const problem = startProblem(error);
  return problem === undefined ? explainBug(error) : told(problem.words, exitCodes[problem.kind]);
}
