import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { monotonicMs } from '../platform/clock.ts';
import type { Embedded } from '../platform/db/embedded.ts';
import { createRateLimit, type SharedRateLimit } from '../platform/http/limits/rate-limit.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createSecrets, type Secrets } from '../platform/secrets.ts';
import { type Config, ConfigError, readConfig, secretKeysOf } from './config.ts';
import { type Opened, open } from './database/open.ts';
import { startProblem } from './database/start-problems.ts';
import { release } from './release.ts';
import type { Service } from './service.ts';

/** After a signal and the draining, everything has this long to end by itself. */
const hardStopMs = 25_000;
/** How long a forced stop waits for the embedded database, which then ends by itself. */
const lastMs = 5000;

/** What a shell says of a process that the signal has ended. */
const endedBy = { SIGTERM: 143, SIGINT: 130 } as const;

/** Most of the sources. They are loaded while the database starts. */
const load = () =>
  Promise.all([import('./service.ts'), import('./gateways.ts'), import('./first-run/first-run.ts')]);

/** Starts database, HTTP and workers, and stops them in reverse order on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const startedAt = monotonicMs();
  const config = await readConfig();
  const log = createLog({ level: config.logLevel });
  const secretKeys = secretKeysOf(config);
  const secrets = createSecrets(secretKeys);
  // A signal during the start must not leave the embedded database running.
  const embeddedStop = config.database ? undefined : askedToStop(config);
  const started = endAtSignals(config, log);
  const loading = load();
  // Thrown below, when the database can be stopped.
  loading.catch(() => undefined);
  const opened = await open(config, secretKeys, log);
  const { databases, embedded } = opened;
  const nextPort = config.environment !== 'production';
  let service: Service | undefined;
  let shared: SharedRateLimit | undefined;
  try {
    const [{ startService }, { connectedBy }] = await loading;
    shared = await countedTogether(config, log);
    service = await startService({
      ...config,
      rateLimit: shared ?? createRateLimit(config.counting.instances),
      isRateLimitDegraded: () => shared?.counting().how === 'alone',
      connectGateways: await connectedBy(config.gateways),
      databases,
      secrets,
      log,
      nextPort,
      hasDashboard: hasDashboard(config),
    });
    await greet({ config, opened, service, secrets, log, startedAt });
  } catch (error) {
    // Open connections and the embedded database would keep a process alive that nobody knows of.
    await service?.stop();
    await shared?.close();
    await databases.close();
    await embedded?.stop();
    throw error;
  }
  const stop = embeddedStop ?? askedToStop(config);
  started();
  // Not before, since a start makes much that stays, and would collect again and again. Decision 0135.
  setFlagsFromString('--heap-growing-percent=50');
  await stop;
  stopHard({ log, embedded, afterMs: config.drainSeconds * 1000 + hardStopMs });
  log.info('stopping');
  await service.stop();
  await shared?.close();
  await databases.close();
  await embedded?.stop();
  log.flush();
}

/** Undefined if this process counts for itself, or serves no callers. */
async function countedTogether(
  { counting: { url, instances }, role }: Config,
  log: Log,
): Promise<SharedRateLimit | undefined> {
  if (url === undefined || role === 'worker') return undefined;
  const { shareRateLimit } = await import('../platform/http/limits/shared.ts');
  return await shareRateLimit({ url, instances, log });
}

type Started = {
  readonly config: Config;
  readonly opened: Opened;
  readonly service: Service;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly startedAt: number;
};

/** Says that the service is there: to a person with a banner and the demo merchant's keys, to a machine in the log. */
async function greet({ config, opened, service, secrets, log, startedAt }: Started): Promise<void> {
  const { databases, embedded, ready } = opened;
  const { baseUrl } = service;
  if (!embedded) {
    const ms = Math.round(monotonicMs() - startedAt);
    log.info({ base_url: baseUrl, role: config.role, ms }, 'listening');
    return;
  }
  const { banner, ensureDemoMerchant } = await import('./first-run/first-run.ts');
  const { dataDir } = config;
  const { demo, made, owner } = await ensureDemoMerchant({ databases, secrets, dataDir, baseUrl });
  const shown = made || config.watched ? { demo, ...(owner && { owner }) } : {};
  const apiVersion = service.contexts.live.versions.current;
  const about = { version: release, apiVersion, ready, baseUrl, dataDir };
  process.stdout.write(banner({ ...about, ...shown, tookMs: monotonicMs() - startedAt }));
}

/** In production the dashboard needs a host name of its own, which DASHBOARD_URL says. */
function hasDashboard({ environment, addresses }: Config): boolean {
  return environment !== 'production' || addresses.dashboard !== undefined;
}

/**
 * Lets a signal end the process at once, until the returned function is called. As the first process of a container it would get
 * no signal that nobody listens to, and go on starting until it is killed.
 */
function endAtSignals({ database }: Config, log: Log): () => void {
  // The embedded database must be stopped first.
  if (!database) return () => undefined;
  const end = (signal: keyof typeof endedBy) => {
    log.flush();
    process.exit(endedBy[signal]);
  };
  process.once('SIGTERM', end).once('SIGINT', end);
  return () => void process.off('SIGTERM', end).off('SIGINT', end);
}

async function askedToStop({ startedByNpm }: Config): Promise<void> {
  const signals = [once(process, 'SIGTERM'), once(process, 'SIGINT')];
  await Promise.race(startedByNpm ? [...signals, parentEnded()] : signals);
}

const parentCheckMs = 500;

/** The shell that npm runs us in ends at SIGTERM without passing it on. Our parent is then another process. */
async function parentEnded(): Promise<void> {
  const parent = process.ppid;
  await new Promise<void>((resolve) => {
    const check = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(check);
      resolve();
    }, parentCheckMs);
    check.unref();
  });
}

type HardStop = { readonly log: Log; readonly embedded: Embedded | undefined; readonly afterMs: number };

/** Ends the process on a second signal or when the time is up, whatever is still running. The embedded database ends with it. */
function stopHard({ log, embedded, afterMs }: HardStop): void {
  const stop = async () => {
    log.error('forced to stop: some work had not ended');
    log.flush();
    await Promise.race([embedded?.stop().catch(() => undefined), delay(lastMs)]);
    process.exit(1);
  };
  setTimeout(() => void stop(), afterMs).unref();
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
}

try {
  await main();
} catch (error) {
  const words = error instanceof ConfigError ? error.message : startProblem(error)?.words;
  // A stack only for what may be a bug. Decision 0058.
  process.stderr.write(
    `${words ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
  );
  process.exitCode = 1;
}
