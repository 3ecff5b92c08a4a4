import { join } from 'node:path';
import { ensureDemoMerchant, readDemo } from '../app/first-run.ts';
import { onDatabases } from './operator.ts';
import { printJson, say } from './output.ts';

const usualPort = 3000;

/** `mps seed`: the demo merchant of DATA_DIR/demo.json, made if there is none. It may run again. Decision 0017. */
export async function seedVerb(options: { readonly json?: true }): Promise<void> {
  const { demo, made, file } = await onDatabases(async ({ config, databases, secrets }) => {
    const { dataDir, port } = config;
    // A service that runs has written its own address there.
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
}
