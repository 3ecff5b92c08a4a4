import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHaCluster, type HaCluster, missingHaTools, runAsOwner } from '../support/faults/ha-cluster.ts';
import { until } from '../support/faults/victim.ts';

const missing = missingHaTools === '' ? '' : ` (skipped: ${missingHaTools} missing)`;
const patienceMs = 180_000;

describe.skipIf(missing !== '')(`a restore behind Patroni${missing}`, () => {
  let cluster: HaCluster;

  beforeAll(async () => {
    cluster = await aHaCluster();
  }, 300_000);
  afterAll(() => cluster?.stop(), 120_000);

  it(
    'is kept: the other servers copy it, and no follower brings back what came later',
    async () => {
      const run = (text: string) => runAsOwner(cluster.url, text);
      const names = async () => (await run('SELECT name FROM paid ORDER BY name')).map(({ name }) => name);
      const [first, ...others] = cluster.nodes;
      if (!first) throw new Error('a cluster has nodes');
      await run("CREATE TABLE paid (name text); INSERT INTO paid VALUES ('before')");
      const { name } = await cluster.leader();
      const leader = cluster.nodes.find((node) => node.name === name);
      const copy = `${first.dataDir}-restored`;
      const from = ['-h', '127.0.0.1', '-p', String(leader?.port), '-U', 'postgres'];
      cluster.run('pg_basebackup', [...from, '-D', copy, '-X', 'stream', '-c', 'fast']);
      // As Barman leaves it.
      writeFileSync(join(copy, 'recovery.signal'), '');
      appendFileSync(
        join(copy, 'postgresql.auto.conf'),
        "restore_command = 'false'\nrecovery_target = 'immediate'\nrecovery_target_action = 'promote'\n",
      );
      await run("INSERT INTO paid VALUES ('mistake')");

      cluster.control(['pause', 'payments', '--wait']);
      await cluster.endPatroni();
      for (const { dataDir } of cluster.nodes) {
        cluster.run('pg_ctl', ['-D', dataDir, '-m', 'fast', '-w', 'stop']);
        rmSync(dataDir, { recursive: true });
      }
      cluster.run('cp', ['-a', copy, first.dataDir]);
      cluster.run('pg_ctl', ['-D', first.dataDir, '-w', '-l', `${copy}.log`, 'start']);
      cluster.run('pg_ctl', ['-D', first.dataDir, '-m', 'fast', '-w', 'stop']);
      // It asks for the leader, too, as long as etcd remembers one.
      cluster.control(['remove', 'payments'], `payments\nYes I am aware\n${name}\n`);
      await cluster.start(first);
      await until(
        'the restored server leads',
        async () => (await cluster.leader().catch(() => undefined))?.name === first.name,
        patienceMs,
      );
      for (const node of others) await cluster.start(node);
      await until('the cluster is whole', cluster.isWhole, patienceMs);

      expect((await cluster.leader()).name).toBe(first.name);
      expect(await names()).toEqual(['before']);
      await run("INSERT INTO paid VALUES ('after')");
      expect(await names()).toEqual(['after', 'before']);
      expect(cluster.control(['show-config', 'payments'])).toContain('synchronous_mode_strict: true');
    },
    4 * patienceMs,
  );
});
