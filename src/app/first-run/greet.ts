import { monotonicMs } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Config } from '../config.ts';
import type { Opened } from '../database/open.ts';
import { release } from '../release.ts';
import type { Service } from '../service.ts';
import { banner, ensureDemoMerchant } from './first-run.ts';

type Started = {
  readonly config: Config;
  readonly opened: Opened;
  readonly service: Service;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly startedAt: number;
};

/** Says that the service is there: to a person with a banner and the demo merchant's keys, to a machine in the log. */
export async function greet({ config, opened, service, secrets, log, startedAt }: Started): Promise<void> {
  const { databases, embedded, ready } = opened;
  const { baseUrl } = service;
  if (!embedded) {
    const ms = Math.round(monotonicMs() - startedAt);
    log.info({ base_url: baseUrl, role: config.role, ms }, 'listening');
    return;
  }
  const { dataDir } = config;
  const { demo, made, owner } = await ensureDemoMerchant({ databases, secrets, dataDir, baseUrl });
  const shown = made || config.watched ? { demo, ...(owner && { owner }) } : {};
  const apiVersion = service.contexts.live.versions.current;
  const about = { version: release, apiVersion, ready, baseUrl, dataDir };
  process.stdout.write(banner({ ...about, ...shown, tookMs: monotonicMs() - startedAt }));
}
