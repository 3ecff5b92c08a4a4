/**
 * Makes the npm package of the command line: one file of JavaScript that runs without the service. Prints where the
 * package is. `-- --out FOLDER` says where to put it; the usual place is `.data/cli`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'rolldown';
import { nodes } from '../../src/cli/integrators/about/checks.ts';

const root = resolve(import.meta.dirname, '../..');
const { out } = parseArgs({ options: { out: { type: 'string', default: join(root, '.data/cli') } } }).values;
const folder = join(resolve(out), 'package');
const { version, license }: { version: string; license: string } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

const manifest = {
  name: '@merchant-payments/cli',
  version,
  description: 'The command line of Merchant Payments, for integrators',
  license,
  type: 'module',
  engines: { node: nodes },
  bin: { mps: 'mps.js' },
  files: ['mps.js', 'LICENSE', 'LICENSE-commander', 'README.md'],
};

const readme = `# mps

The command line of Merchant Payments: listen to events, trigger them, and call every operation of the API.

    npm install --global ${manifest.name}
    mps login
    mps --help
`;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({
  input: join(root, 'src/cli/integrators/main.ts'),
  platform: 'node',
  logLevel: 'warn',
  transform: { target: 'node20.18' },
  output: { file: join(folder, 'mps.js'), format: 'esm', codeSplitting: false },
});
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
writeFileSync(join(folder, 'README.md'), readme);
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
// Its code is in mps.js.
copyFileSync(join(root, 'node_modules/commander/LICENSE'), join(folder, 'LICENSE-commander'));
const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(out)], { cwd: folder });
process.stdout.write(`${join(resolve(out), packed.toString().trim())}\n`);
