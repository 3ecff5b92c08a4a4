import { join } from 'node:path';
import { readDemo } from '../../app/first-run/demo-file.ts';
import { ensureDemoMerchant } from '../../app/first-run/first-run.ts';
import { onDatabases } from '../support/operator.ts';
import { printJson, say } from '../support/print.ts';

const usualPort = 3000;

/** `mps seed`: creates the demo merchant of DATA_DIR/demo.json, unless there is one. Decision 0017. */
export async function seedVerb(options: { readonly json?: true }): Promise<void> {
  const { demo, made, ended, owner, file } = await onDatabases(async ({ config, databases, secrets }) => {
    const { dataDir, port } = config;
    // A running service has written its own address to the file.
    const baseUrl = readDemo(dataDir)?.base_url ?? `http://localhost:${port === 0 ? usualPort : port}`;
    const ensured = await ensureDemoMerchant({ databases, secrets, dataDir, baseUrl });
    return { ...ensured, file: join(dataDir, 'demo.json') };
  });
  if (options.json) printJson(demo);
  say(
    made
      ? `The demo merchant is made. Its keys are in ${file}.`
      : `The demo merchant of ${file} is there already.`,
  );
  // Said, not among the data: those are what the file holds, and no file holds the password.
  if (owner) say(`Dashboard: ${owner.email} / ${owner.password} (not shown again)`);
  if (ended)
    say(
      'Its secret key has ended. Make another one: npx mps key create. Or delete the file, and seed again.',
    );
}
