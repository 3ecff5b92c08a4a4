import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { soon } from '../../support/checks/soon.ts';

const module = new URL('../../../src/platform/log.ts', import.meta.url).href;

/** Node's arguments for a program that writes lines and then does this. */
const programThat = (then: string) => [
  '--input-type=module',
  '--eval',
  `import { createLog } from ${JSON.stringify(module)};
  const log = createLog({ level: 'info', readable: false });
  for (let place = 0; place < 3000; place += 1) log.info({ place }, "line " + "é".repeat(place % 100));
  ${then}`,
];

const numbersIn = (text: string): number[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).place]));

const all = Array.from({ length: 3000 }, (_, number) => number);

describe('the lines of a process', () => {
  it.each([
    ['has nothing more to do', ''],
    ['calls process.exit', 'process.exit(0);'],
    ['flushes and calls process.exit', 'log.flush(); process.exit(0);'],
    ['ends by an error', "process.on('uncaughtException', () => process.exit(0)); throw new Error('over');"],
  ])('are all written in their order when it %s', (_how, then) => {
    const { stdout } = spawnSync(process.execPath, programThat(then), { encoding: 'utf8' });

    expect(numbersIn(stdout)).toEqual(all);
  });

  it.each([
    ['', ''],
    [
      ', also if it was busy while they were written',
      'const until = performance.now() + 80; while (performance.now() < until);',
    ],
  ])('are written after a moment, without any further line%s', async (_when, then) => {
    const child = spawn(process.execPath, programThat(`${then} setInterval(() => undefined, 60_000);`));
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more) => (text += more));

    await soon(() => expect(text).toContain('"place":2999'));

    child.kill('SIGKILL');
    await once(child, 'close');
    expect(numbersIn(text)).toEqual(all);
  });
});
