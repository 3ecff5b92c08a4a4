import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

type Patroni = {
  readonly bootstrap: {
    readonly dcs: Readonly<Record<string, unknown>> & {
      readonly ttl: number;
      readonly loop_wait: number;
      readonly retry_timeout: number;
      readonly postgresql: { readonly parameters: Readonly<Record<string, unknown>> };
    };
  };
};

const page = read('docs/operate/cluster/high-availability.md');
const { dcs } = (parse(read('deploy/ha/patroni.yml')) as Patroni).bootstrap;
const haproxy = read('deploy/ha/haproxy.cfg');

describe('the configuration of a cluster', () => {
  it('has the timings that the guide explains', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| (\S+) \|/gm)].map(([, name = '', value]) => [name, value]);
    expect(rows.length).toBe(6);
    for (const [name = '', value] of rows) expect([name, String(dcs[name])]).toEqual([name, value]);
    expect(haproxy).toContain('inter 1s');
    expect(haproxy).toContain('fall 2 rise 1 on-marked-down shutdown-sessions');
  });

  it('renews the lock of a leader in time, even when etcd answers late', () => {
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
  });

  it('acknowledges nothing that one server alone has', () => {
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
    expect(dcs.postgresql.parameters).toMatchObject({ synchronous_commit: 'on' });
  });

  it('leads the service to the leader only, and lists to servers that follow', () => {
    const [, leader = '', replicas = ''] = haproxy.split(/^listen /m);
    expect(leader).toMatch(/^leader\n.*LEADER_ADDRESS[\s\S]*uri \/primary\n/);
    expect(replicas).toMatch(/^replicas\n.*REPLICA_ADDRESS[\s\S]*uri "\/replica\?lag=16MB"\n/);
  });
});
