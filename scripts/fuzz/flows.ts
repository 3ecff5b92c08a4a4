import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
const journeys = join(root, 'test/contract/flows.arazzo.yaml');
const contract = join(root, 'generated/openapi.json');

type Coverage = {
  readonly totals: { readonly operations: { readonly covered: number; readonly total: number } };
};

/** Plays the integrator's journeys and lets a second validator judge what was said. Findings, in the judges' own words. */
export async function playFlows(
  target: { readonly baseUrl: string; readonly key: string },
  folder: string,
): Promise<readonly string[]> {
  const traffic = join(folder, 'flows.har');
  const inputs = ['--input', `key=${target.key}`, '--input', 'run=1'];
  const played = await judge([
    'respect',
    journeys,
    '--server',
    `payments=${target.baseUrl}`,
    ...inputs,
    '--har-output',
    traffic,
  ]);
  if (played !== undefined) return [played];
  const report = join(folder, 'flows.coverage.json');
  const coverage = ['--coverage', '--coverage-output', report];
  const drifted = await judge(['drift', traffic, '--api', contract, '--server', target.baseUrl, ...coverage]);
  if (drifted !== undefined) return [drifted];
  const { totals }: Coverage = JSON.parse(readFileSync(report, 'utf8'));
  const { covered, total } = totals.operations;
  return covered === total ? [] : [`the journeys reach ${covered} of ${total} operations; see ${report}`];
}

/** Undefined: it found nothing. The service answers meanwhile, from this very process. */
function judge(args: readonly string[]): Promise<string | undefined> {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((done) => {
    execFile(process.execPath, [redocly, ...args], options, (error, stdout, stderr) =>
      done(error === null ? undefined : stdout + stderr),
    );
  });
}
