/**
 * Renders the chart of deploy/helm with each set of values, and validates what comes out against the schemas of Kubernetes, strictly:
 * an unknown field is a mistake. Needs `helm` and `kubeconform`; the schemas are those of the Python package kubernetes-validate.
 *
 *   go install helm.sh/helm/v3/cmd/helm@v3.22.0 github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0
 *   npm run test:chart
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chartValues, kubernetes } from './chart-values.ts';

const root = resolve(import.meta.dirname, '../../..');
const home = join(root, '.data/chart');
const schemasPackage = 'kubernetes-validate==1.37.0';
const say = (text: string): void => void process.stdout.write(`${text}\n`);

function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}${error?.message ?? ''}`);
  return stdout;
}

/** Makes the schemas readable for kubeconform: each names others by an address, which here is a file beside it. */
function schemasOf(version: string): string {
  const folder = join(home, version);
  if (existsSync(folder)) return folder;
  run(
    'python3',
    '-m',
    'pip',
    'install',
    '--quiet',
    '--no-deps',
    '--target',
    join(home, 'python'),
    schemasPackage,
  );
  const from = join(home, `python/kubernetes_validate/kubernetes-json-schema/v${version}-local-strict`);
  mkdirSync(folder);
  for (const file of globSync('*.json', { cwd: from })) {
    const text = readFileSync(join(from, file), 'utf8');
    const local = text
      .replaceAll('"/api/_definitions.json', '"_definitions.json')
      .replace('"$id":', '"$comment":');
    writeFileSync(join(folder, file), local);
  }
  return folder;
}

function validate(name: string, values: object): void {
  const [given, rendered] = ['values.json', 'rendered.yaml'].map((file) => join(home, file)) as [
    string,
    string,
  ];
  writeFileSync(given, JSON.stringify(values));
  for (const version of Object.values(kubernetes)) {
    const chart = ['deploy/helm', '--kube-version', version, '--values', given];
    run('helm', 'lint', '--strict', ...chart);
    writeFileSync(rendered, run('helm', 'template', 'shop', ...chart));
    const schemas = join(schemasOf(version), '{{.ResourceKind}}{{.KindSuffix}}.json');
    // Not a part of Kubernetes itself, so no schema of Kubernetes knows it.
    const options = ['-strict', '-summary', '-skip', 'ServiceMonitor', '-schema-location', schemas];
    const [summary = ''] = run('kubeconform', ...options, rendered)
      .split('\n')
      .slice(-2);
    say(`Kubernetes ${version}, ${name}: ${summary}`);
  }
}

try {
  mkdirSync(home, { recursive: true });
  for (const [name, values] of Object.entries(chartValues)) validate(name, values);
  say('1 passed, 0 failed');
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  say('0 passed, 1 failed');
  process.exitCode = 1;
}
