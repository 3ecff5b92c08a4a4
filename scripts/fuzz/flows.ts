import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Judge } from './judge.ts';

const root = resolve(import.meta.dirname, '../..');
const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
const flows = join(root, 'test/contract/journeys.arazzo.yaml');
const contract = join(root, 'generated/openapi.json');

type Coverage = {
  readonly totals: { readonly operations: { readonly covered: number; readonly total: number } };
};

/** Plays the journeys of an integrator, then lets Redocly compare the recorded traffic with the contract. */
export const journeys: Judge = {
  name: 'journeys',
  run: async ({ target, folder, signal }) => {
    const key = target.key ?? (await target.aMerchant()).merchant.secretKey;
    mkdirSync(folder, { recursive: true });
    const found = await playFlows({ baseUrl: target.baseUrl, key }, folder, signal);
    return {
      name: 'journeys',
      mark: found.length === 0 ? 'ok' : 'FAILED',
      about: `${found.length} findings`,
      findings: found.map((what) => ({ operation: '', what })),
    };
  },
};

/** Returns the findings. */
async function playFlows(
  target: { readonly baseUrl: string; readonly key: string },
  folder: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const traffic = join(folder, 'flows.har');
  const inputs = ['--input', `key=${target.key}`, '--input', 'reset=yes'];
  const played = await redoclyFinds(signal, [
    'respect',
    flows,
    '--server',
    `payments=${target.baseUrl}`,
    ...inputs,
    '--har-output',
    traffic,
  ]);
  if (played !== undefined) return [played];
  const report = join(folder, 'flows.coverage.json');
  const coverage = ['--coverage', '--coverage-output', report];
  const drifted = await redoclyFinds(signal, [
    'drift',
    traffic,
    '--api',
    contract,
    '--server',
    target.baseUrl,
    ...coverage,
  ]);
  if (drifted !== undefined) return [drifted];
  const { totals }: Coverage = JSON.parse(readFileSync(report, 'utf8'));
  const { covered, total } = totals.operations;
  return covered === total ? [] : [`the flows reach ${covered} of ${total} operations; see ${report}`];
}

/** Runs Redocly and returns what it printed if it found something. Asynchronous, as the service runs in this process. */
function redoclyFinds(signal: AbortSignal, args: readonly string[]): Promise<string | undefined> {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const options = { cwd: root, env, signal, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((done) => {
    execFile(process.execPath, [redocly, ...args], options, (error, stdout, stderr) =>
      done(error === null ? undefined : stdout + stderr || error.message),
    );
  });
}
