import { once } from 'node:events';
import { monotonicMs } from '../platform/clock.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createSecrets } from '../platform/secrets.ts';
import { ConfigError, readConfig, secretKeyOf } from './config.ts';
import { open } from './database/open.ts';
import { banner, ensureDemoMerchant } from './first-run.ts';
import { startService } from './service.ts';

/** After a signal, everything has this long to end by itself. */
const hardStopMs = 25_000;
const version = '1.0.0';

/** Starts database, HTTP and workers, and stops them in reverse order on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const startedAt = monotonicMs();
  const config = readConfig();
  const log = createLog({ level: config.logLevel });
  const secretKey = secretKeyOf(config);
  const secrets = createSecrets(secretKey);
  const opened = await open(config, secretKey, log);
  const { databases, embedded } = opened;
  const nextPort = config.environment !== 'production';
  const service = await startService({ ...config, databases, secrets, log, nextPort });
  const ended = once(process, 'SIGTERM');
  const interrupted = once(process, 'SIGINT');
  if (embedded) {
    const { demo, made } = await ensureDemoMerchant({
      databases,
      secrets,
      dataDir: config.dataDir,
      baseUrl: service.baseUrl,
    });
    const shown = made || config.watched ? { demo } : {};
    const about = {
      version,
      apiVersion: service.contexts.live.versions.current,
      ready: opened.ready,
      baseUrl: service.baseUrl,
    };
    process.stdout.write(
      banner({ ...about, ...shown, tookMs: monotonicMs() - startedAt, dataDir: config.dataDir }),
    );
  } else {
    log.info(
      { base_url: service.baseUrl, role: config.role, ms: Math.round(monotonicMs() - startedAt) },
      'listening',
    );
  }
  await Promise.race([ended, interrupted]);
  stopHard(log);
  log.info('stopping');
  await service.stop();
  await databases.close();
  await embedded?.stop();
  log.flush();
}

/** Ends the process on a second signal or when the time is up, whatever is still running. */
function stopHard(log: Log): void {
  const stop = () => {
    log.error('forced to stop: some work had not ended');
    log.flush();
    process.exit(1);
  };
  setTimeout(stop, hardStopMs).unref();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

try {
  await main();
} catch (error) {
  const lines =
    error instanceof ConfigError ? error.problems : [error instanceof Error ? error.message : String(error)];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}
