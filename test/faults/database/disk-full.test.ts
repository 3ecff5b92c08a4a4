import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretKeyOf } from '../../../src/app/config.ts';
import { type Embedded, startEmbedded } from '../../../src/platform/db/embedded.ts';
import { aCardCheckout } from '../../support/builders/build.ts';
import { soon } from '../../support/checks/soon.ts';
import { noteFigures } from '../../support/faults/figures.ts';
import { aMerchantIn } from '../../support/service/a-shop.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../../support/service/process.ts';

const place = mkdtempSync(join(tmpdir(), 'payments-small-disk-'));
const size = '320m';

/** A disk of its own, in memory. Only root may have one. */
function mounted(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', place], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    rmSync(place, { recursive: true });
    return false;
  }
}

const isMounted = mounted();
const why = isMounted ? '' : ' (skipped: the right to mount a small disk is missing)';

describe.skipIf(!isMounted)(`a service whose database has no room left on its disk${why}`, () => {
  const filler = join(place, 'filler');
  let service: ServiceProcess;
  let embedded: Embedded;
  let api: Api;

  beforeAll(async () => {
    service = await startProcess(place, await aFreePort());
    const secretKey = secretKeyOf({ secretKey: undefined, dataDir: place });
    embedded = await startEmbedded({ dataDir: place, secretKey });
    const merchant = await aMerchantIn({ url: embedded.url, secretKey });
    api = apiOf(service.baseUrl, merchant.secretKey);
  });
  afterAll(async () => {
    await rm(filler, { force: true });
    await service?.kill();
    await embedded?.stop();
    execFileSync('umount', ['--lazy', place]);
    rmSync(place, { recursive: true, force: true });
  });

  async function fillDisk(): Promise<void> {
    const handle = await open(filler, 'a');
    const block = Buffer.alloc(64 * 1024);
    const refused = async (): Promise<unknown> => {
      try {
        for (;;) await handle.write(block);
      } catch (error) {
        return error;
      }
    };
    expect(await refused()).toMatchObject({ code: 'ENOSPC' });
    await handle.close();
    expect((await statfs(place)).bavail).toBe(0);
  }

  it('refuses writes with 503, loses nothing that it acknowledged, and goes on when there is room', async (context) => {
    const told: string[] = [];
    const statuses = new Map<number, number>();
    const write = async () => {
      const body = aCardCheckout({ description: 'x'.repeat(200) });
      const { status } = await api('createCheckout', { body });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 201) told.push(body.merchantTransactionId);
      return status;
    };
    for (let made = 0; made < 20; made += 1) await write();

    await fillDisk();
    // The files that are there already have some room.
    await soon(async () => {
      expect(await write()).toBe(503);
    });
    const reads = new Set<number>();
    for (let read = 0; read < 10; read += 1) reads.add((await api('listTransactions')).status);
    await rm(filler);
    const roomMs = performance.now();
    await soon(async () => {
      expect(await write()).toBe(201);
    });
    const recoveredMs = performance.now() - roomMs;

    const owner = new Client({ connectionString: embedded.url });
    await owner.connect();
    const { rows } = await owner.query<{ reference: string }>('SELECT reference FROM sandbox.checkouts');
    await owner.end();
    const kept = new Set(rows.map(({ reference }) => reference));
    noteFigures(context, {
      acknowledged: told.length,
      refused: statuses.get(503) ?? 0,
      reads: [...reads].join(', '),
      writable_again_after_ms: Math.round(recoveredMs),
    });
    expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([201, 503]);
    expect([...reads].every((status) => status === 200 || status === 503)).toBe(true);
    expect(told.filter((reference) => !kept.has(reference))).toEqual([]);
  });
});
