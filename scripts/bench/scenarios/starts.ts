import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scenario } from '../measure/scenario.ts';
import { startService } from '../testbed/testbed.ts';

export const starts: Scenario = {
  name: 'P11',
  about: 'time from the start of the process until it is ready, with an existing database and with a new one',
  run: async ({ rounds, say }) => {
    const first: number[] = [];
    const again: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const folder = await mkdtemp(join(tmpdir(), 'payments-bench-start-'));
      first.push(await secondsToAnswer(folder));
      again.push(await secondsToAnswer(folder));
      await rm(folder, { recursive: true });
      say(`P11: round ${round} of ${rounds}`);
    }
    const about = 'process, embedded PostgreSQL and HTTP, until /readyz answers 200';
    return [
      { id: 'P11', what: 'start with existing data', values: again, goal: { atMost: 0.6 }, unit: 's', about },
      {
        id: 'P11',
        what: 'first start, new embedded database',
        values: first,
        goal: { atMost: 2.5 },
        unit: 's',
        about,
      },
    ];
  },
};

async function secondsToAnswer(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const service = await startService(dataDir);
  const seconds = (performance.now() - startedAt) / 1000;
  await service.stop();
  return seconds;
}
