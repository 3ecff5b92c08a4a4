import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../../../scripts/fuzz/contract.ts';
import { type FuzzedService, startFuzzedService } from '../../../../../scripts/fuzz/fuzzed-service.ts';
import { fuzz } from '../../../../../scripts/fuzz/fuzzer.ts';
import { aDistributedDatabase } from '../../../../support/citus/distributed.ts';
import { missingCitus } from '../../../../support/citus/nodes.ts';
import { noteStatements, type Sent, shardsOf } from '../../../../support/citus/plans.ts';

/** Statements that ask every shard, each with its reason. docs/operate/cluster/citus.md lists them. */
const acrossShards: readonly (readonly [RegExp, string])[] = [
  [/^select \* from "checkouts" where "id" = \$1$/, 'a page names no merchant: the first look asks for whom'],
];

describe.skipIf(missingCitus !== '')(`every operation on a cluster of three nodes${missingCitus}`, () => {
  let database: Awaited<ReturnType<typeof aDistributedDatabase>>;
  let service: FuzzedService;
  let folder: string;
  let statements: readonly Sent[];
  let neverSucceeded: readonly string[];
  let findings: readonly string[];

  beforeAll(async () => {
    [database, folder] = await Promise.all([
      aDistributedDatabase(),
      mkdtemp(join(tmpdir(), 'payments-plans-')),
    ]);
    const noted = noteStatements();
    service = await startFuzzedService(folder, database);
    const { key, spareKey } = await service.admission();
    const outcome = await fuzz({
      operations,
      door: { baseUrl: service.baseUrl, key },
      spare: { baseUrl: service.baseUrl, key: spareKey },
      cases: 0,
      onlyWays: true,
    });
    noted.stop();
    statements = [...noted.sent.values()];
    ({ neverSucceeded } = outcome);
    findings = outcome.findings.map(({ operation, what }) => `${operation}: ${what}`);
  }, 900_000);

  afterAll(async () => {
    await service?.stop();
    await database?.close();
    await rm(folder, { recursive: true });
  }, 60_000);

  it('answers as its contract says, and leaves a ledger that adds up', async () => {
    expect(findings).toEqual([]);
    expect(neverSucceeded).toEqual([]);
    expect(await service.hiddenFaults()).toEqual([]);
  });

  it('touches one shard with each of its statements, but for those that are named here', async () => {
    const plans: { readonly text: string; readonly shards: number | undefined }[] = [];
    for (const sent of statements)
      plans.push({ text: sent.text, shards: await shardsOf(database.url, sent) });
    const wide = plans.filter(({ shards }) => shards !== undefined && shards > 1).map(({ text }) => text);
    const unnamed = wide.filter((text) => !acrossShards.some(([known]) => known.test(text)));

    expect(plans.filter(({ shards }) => shards === 1).length).toBeGreaterThan(200);
    expect(unnamed).toEqual([]);
  });

  it('is told apart from statements that ask every shard', async () => {
    const wide = { text: 'SELECT count(*) FROM checkouts', values: [], role: 'mps_sandbox' };

    expect(await shardsOf(database.url, wide)).toBe(4);
  });
});
