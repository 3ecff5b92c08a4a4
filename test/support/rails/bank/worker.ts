/** A process that makes, hands over and takes files once, and kills itself as if by `kill -9` at a place that a test chooses. */
import fs, { type PathLike } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { env, pid } from 'node:process';
import { Client } from 'pg';

type Work = {
  readonly url: string;
  readonly secretKey: string;
  readonly base: string;
  readonly now: string;
  /** A place by its name, or how many steps to live. */
  readonly killAt: string | number;
};

const work: Work = JSON.parse(env['WORK'] ?? '{}');
let steps = 0;

function reached(place: string): void {
  steps += 1;
  if (place === work.killAt || steps === work.killAt) process.kill(pid, 'SIGKILL');
}

const rename = fs.promises.rename;
fs.promises.rename = async (from: PathLike, to: PathLike) => {
  const where = String(to).includes('to-bank') ? 'outgoing' : 'incoming';
  reached(`before ${where}`);
  await rename(from, to);
  reached(`after ${where}`);
};
syncBuiltinESMExports();

const { prototype } = Client;
const query = Reflect.get(prototype, 'query');
Reflect.set(prototype, 'query', function counted(this: Client, ...asked: unknown[]): unknown {
  reached('statement');
  return Reflect.apply(query, this, asked);
});

// After the patches, so that what they import is patched too.
const { createBankFiles } = await import('../../../../src/domain/money/gateways/bank-files/rail.ts');
const { openDatabases } = await import('../../../../src/platform/db/database.ts');
const { createLog } = await import('../../../../src/platform/log.ts');
const { createSecrets } = await import('../../../../src/platform/secrets.ts');
const { bankSettings, gatewayName } = await import('./rail.ts');

const secrets = createSecrets(work.secretKey);
const log = createLog({ level: 'info', readable: false, destination: { write: () => undefined } });
const databases = openDatabases({ url: work.url, secretKey: work.secretKey, report: () => undefined });
const rail = createBankFiles(bankSettings({ base: work.base }), {
  name: gatewayName,
  db: databases.live,
  log: { ...log, info: (about: unknown, words?: string) => reached(words ?? String(about)) },
  secrets: {
    ...secrets,
    seal: (text, purpose) => {
      reached(`seal ${purpose}`);
      return secrets.seal(text, purpose);
    },
    open: (text, purpose) => {
      reached(`open ${purpose}`);
      return secrets.open(text, purpose);
    },
  },
  callbackAddress: 'http://localhost',
  now: () => new Date(work.now),
});
await rail.tick?.(new AbortController().signal);
await databases.close();
