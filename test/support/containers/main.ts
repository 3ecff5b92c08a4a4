/**
 * Starts everything in deploy/ from nothing, takes a first payment through the proxy, ends each container in turn under load, and
 * removes everything again. Needs Docker, or Podman with podman-compose; on a machine without a registry first run bases.sh.
 *
 *   npm run test:containers [-- --compose 'podman-compose …'] [--no-build] [--one-by-one] [--keep]
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env as environment } from 'node:process';
import { parseArgs } from 'node:util';
import { run } from '../../../scripts/clients/run.ts';
import { inTime } from './calls.ts';
import { journey } from './journey.ts';
import { checkHealth, checkRights } from './rights.ts';

const root = resolve(import.meta.dirname, '../../..');
const { values } = parseArgs({
  options: {
    compose: { type: 'string', default: 'docker compose' },
    'no-build': { type: 'boolean', default: false },
    'one-by-one': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'containers-'));
cpSync(join(root, 'deploy/setup'), join(folder, 'setup'));
const [http, https] = [await freePort(), await freePort()];
const url = `https://localhost:${https}`;
const files = { compose: join(root, 'deploy/compose.yaml'), image: join(root, 'deploy/Dockerfile') };
const env = { ...environment, HTTP_PORT: String(http), HTTPS_PORT: String(https), PUBLIC_URL: url };
const line = `${values.compose} -p mps-test --env-file ${join(folder, '.env')} -f ${files.compose}`;

const compose = async (rest: string): Promise<string> => {
  const { code, stdout, output } = await run(`${line} ${rest}`, { cwd: root, env });
  if (code !== 0) throw new Error(`compose ${rest}: code ${code}\n${output.slice(-4000)}`);
  return stdout;
};

const mps = async (rest: string, authority: string): Promise<string> => {
  const file = join(folder, 'authority.crt');
  writeFileSync(file, authority);
  const ran = await run(`${process.execPath} src/cli/index.mjs ${rest}`, {
    cwd: root,
    env: { ...env, NODE_EXTRA_CA_CERTS: file },
  });
  return ran.output;
};

/** Podman leaves health checks to systemd, which a machine for tests may not have: then one waits for the other here. */
const upOneByOne = async () => {
  await compose('up --detach --no-build postgres valkey');
  await inTime('PostgreSQL answers', () => compose('exec -T postgres pg_isready'));
  await compose('run --rm --no-deps -T migrate');
  await compose('up --detach --no-build --no-deps pgbouncer api-1 api-2 worker-1 worker-2 caddy');
};

try {
  await run(`sh ${join(folder, 'setup')}`, { cwd: folder, env });
  if (!values['no-build']) await compose('build migrate');
  await (values['one-by-one'] ? upOneByOne() : compose('up --detach --no-build'));
  await journey({ compose, mps, url, say });
  say(await checkRights(compose));
  say(await checkHealth(compose, files));
  say('1 passed, 0 failed');
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  say('0 passed, 1 failed');
  process.exitCode = 1;
} finally {
  if (!values.keep)
    await compose('down --volumes --timeout 40').catch((error: unknown) => say(String(error)));
  rmSync(folder, { recursive: true });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
