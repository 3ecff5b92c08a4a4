/** Runs every `check:…` script of package.json in parallel. Prints one line for each, then the output of those that failed. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

type Verdict = { readonly name: string; readonly passed: boolean; readonly output: string };

const root = resolve(import.meta.dirname, '..');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);
const checks = Object.entries(scripts).filter(([name]) => name.startsWith('check:'));

const verdicts = await Promise.all(checks.map(([name, command]) => run(name, command)));
const failed = verdicts.filter(({ passed }) => !passed);
for (const { name, output } of failed) console.log(`\n── ${name} ──\n${output.trim()}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function run(name: string, command: string): Promise<Verdict> {
  const started = performance.now();
  // As npm does: commands of installed packages come first, among them the Node of package.json.
  const line = `PATH="$PWD/node_modules/.bin:$PATH"; ${command}`;
  return new Promise((done) => {
    execFile('/bin/sh', ['-c', line], { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const passed = error === null;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(5)} s`);
      done({ name, passed, output: stdout + stderr });
    });
  });
}
