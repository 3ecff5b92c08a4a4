import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { counted, countRefusal } from '../../../src/platform/telemetry/counters.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/operate/metrics.md'), 'utf8');
const said = /`bucket` says what was limited: ([^.]*)\./.exec(page)?.[1] ?? '';
const names = [...said.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);

async function refusalsOf(bucket: string): Promise<number> {
  const { values } = (await counted.getSingleMetric('rate_limited_total')?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels['bucket'] === bucket)?.value ?? 0;
}

/** Other files of this process count the names that they find. */
afterEach(() => counted.getSingleMetric('rate_limited_total')?.reset());

describe('refusals', () => {
  it.each([
    ['listen:app_1', 'listen'],
    ['listen-reports:app_1', 'listen-reports'],
    ['sandbox:prompt:page:0771234567', 'prompt'],
    ['something-new:app_1', 'other'],
  ])('of %s are counted as %s, which the page names', async (key, bucket) => {
    const before = await refusalsOf(bucket);

    countRefusal(key);

    expect(await refusalsOf(bucket)).toBe(before + 1);
    expect(names).toContain(bucket);
  });

  it.each(names.filter((name) => name !== 'other'))('are counted as %s, as the page says', async (bucket) => {
    const before = await refusalsOf(bucket);

    countRefusal(`${bucket}:whoever`);

    expect(await refusalsOf(bucket)).toBe(before + 1);
  });
});
