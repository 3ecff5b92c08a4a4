import { ConfigError, readConfig, showSettings } from '../app/config.ts';
import { exitCodes, printJson, printTable, say } from './support/print.ts';

/** `mps config check`: prints every setting, with secrets masked, and every problem. Decision 0017. */
export async function checkConfigVerb(options: { readonly json?: true }): Promise<void> {
  const problems = await problemsOf();
  const settings = showSettings();
  if (options.json) printJson({ settings, problems });
  else printTable(settings.map(({ name, value, from }) => ({ name, value, from })));
  for (const problem of problems) say(problem);
  if (problems.length > 0) process.exitCode = exitCodes.checkFailed;
  else say('The configuration is complete.');
}

async function problemsOf(): Promise<readonly string[]> {
  try {
    await readConfig();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
