/**
 * Starts three PostgreSQL with Citus, runs the tests that talk HTTP on them, and removes them again. `CITUS_POSTGRES` names the folder
 * of `initdb` and `postgres`; docs/operate/cluster/citus.md says how to make one.
 *
 *   npm run test:citus [-- files…]
 *   npm run test:citus -- --only-nodes     prints TEST_DATABASE_URL, and waits for Ctrl-C
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { env } from 'node:process';
import { missingCitus, startNodes } from './nodes.ts';

/** The tests of what the service answers. Others look into the database in ways that a cluster refuses. */
const talkHttp = ['test/src/api', 'test/journeys', 'test/src/pages', 'test/src/engine'];
/** Work for all merchants at once, which reads their tables together with those of operators. */
const forAll = ['test/src/domain/reconciliation', 'test/src/domain/money/gateways'];

const asked = process.argv.slice(2);
if (missingCitus !== '') {
  process.stdout.write(`Name the folder of initdb and postgres in CITUS_POSTGRES${missingCitus}.\n`);
  process.exit(2);
}
const nodes = await startNodes();
try {
  process.exitCode = asked.includes('--only-nodes') ? await wait(nodes.url) : await run(nodes.url, asked);
} finally {
  await nodes.stop();
}

async function wait(url: string): Promise<number> {
  process.stdout.write(`TEST_DATABASE_URL=${url}\n`);
  const goOn = setInterval(() => undefined, 60_000);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  clearInterval(goOn);
  return 0;
}

async function run(url: string, files: readonly string[]): Promise<number> {
  const vitest = spawn(
    'vitest',
    ['run', '--config', 'test/vitest.config.ts', ...(files.length > 0 ? files : [...talkHttp, ...forAll])],
    { stdio: 'inherit', env: { ...env, TEST_DATABASE_URL: url, TEST_NODES: '3' } },
  );
  const [code] = (await once(vitest, 'exit')) as [number | null];
  return code ?? 1;
}
