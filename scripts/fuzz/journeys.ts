import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Judge } from './judge.ts';

const root = resolve(import.meta.dirname, '../..');
const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
const file = join(root, 'test/contract/journeys.arazzo.yaml');
const contract = join(root, 'generated/openapi.json');

type Coverage = {
  readonly totals: { readonly operations: { readonly covered: number; readonly total: number } };
};

/** Plays the journeys of an integrator, then lets Redocly compare the recorded traffic with the contract. */
export const journeys: Judge = {
  name: 'journeys',
  run: async ({ target, folder, seconds, signal: interrupted }) => {
    const late = seconds === undefined ? [] : [AbortSignal.timeout(seconds * 1000)];
    const signal = AbortSignal.any([interrupted, ...late]);
    // Somebody else's sandbox is not emptied at the end.
    const isOurs = target.key === undefined;
    const key = target.key ?? (await target.aMerchant()).merchant.secretKey;
    const own = join(folder, 'journeys');
    mkdirSync(own, { recursive: true });
    const [about, found] = await play({ baseUrl: target.baseUrl, key, isOurs }, own, signal);
    // An interrupted program has found nothing.
    const findings = signal.aborted ? [] : found.map((what) => ({ operation: '', what }));
    const mark = findings.length > 0 ? 'FAILED' : signal.aborted ? 'warning' : 'ok';
    const words = `${about}${findings.length} findings${signal.aborted ? ', not finished' : ''}`;
    const untried = signal.aborted ? ('all' as const) : [];
    return { name: 'journeys', mark, about: words, findings, untried };
  },
};

type Target = { readonly baseUrl: string; readonly key: string; readonly isOurs: boolean };

/** Returns what was played, and the findings. */
async function play(
  { baseUrl, key, isOurs }: Target,
  folder: string,
  signal: AbortSignal,
): Promise<readonly [string, readonly string[]]> {
  const traffic = join(folder, 'traffic.har');
  const inputs = ['--input', `key=${key}`, ...(isOurs ? ['--input', 'reset=yes'] : [])];
  const playing = ['respect', file, '--server', `payments=${baseUrl}`, ...inputs, '--har-output', traffic];
  const played = await runRedocly(signal, playing);
  const steps = /Steps: (\d+) passed/.exec(played.printed)?.[1] ?? 'no';
  const about = `${steps} steps, `;
  if (!played.passed) return [about, [played.printed]];
  const report = join(folder, 'coverage.json');
  const drifting = ['drift', traffic, '--api', contract, '--server', baseUrl];
  const drifted = await runRedocly(signal, [...drifting, '--coverage', '--coverage-output', report]);
  if (!drifted.passed) return [about, [drifted.printed]];
  const { totals }: Coverage = JSON.parse(readFileSync(report, 'utf8'));
  const { covered, total } = totals.operations;
  const isWhole = covered === total || !isOurs;
  return [about, isWhole ? [] : [`the journeys reach ${covered} of ${total} operations; see ${report}`]];
}

type Ended = { readonly passed: boolean; readonly printed: string };

/** Asynchronous, as the service runs in this process. */
function runRedocly(signal: AbortSignal, args: readonly string[]): Promise<Ended> {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const options = { cwd: root, env, signal, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((done) => {
    execFile(process.execPath, [redocly, ...args], options, (error, stdout, stderr) =>
      done({ passed: error === null, printed: stdout + stderr || (error?.message ?? '') }),
    );
  });
}
