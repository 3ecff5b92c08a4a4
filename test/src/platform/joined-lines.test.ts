import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
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

/** It says on standard error that it goes on, and ends in good order at SIGTERM. */
const working = `process.once('SIGTERM', () => { log.info('over'); process.exit(0); });
  setInterval(() => process.stderr.write('at work\\n'), 50);`;

/** 20 MB. */
const writingMuch = `for (let turn = 0; turn < 20; turn += 1) {
    for (let n = 0; n < 1000; n += 1) log.info({ place: 3000 + turn * 1000 + n, text: 'x'.repeat(1000) });
    await new Promise(setImmediate);
  }`;

function started(then: string, stdio: StdioOptions, limits: readonly string[] = []) {
  const program = [...limits, process.execPath, ...programThat(then)];
  // Under a limit, the files of the cache would be cut, too.
  const surroundings = { ...env, ...(limits.length > 0 && { NODE_DISABLE_COMPILE_CACHE: '1' }) };
  const child = spawn(program[0] ?? '', program.slice(1), { stdio, env: surroundings });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (more) => (said += more));
  const worksOn = async () => {
    said = '';
    await soon(() => expect(said.split('at work').length).toBeGreaterThan(5));
  };
  return { child, worksOn };
}

/** @returns its exit code, and the signal that killed it: ours, if it does not end by itself */
async function ended(child: ChildProcess): Promise<unknown> {
  const killing = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const how = once(child, 'exit');
  child.kill('SIGTERM');
  const [code, signal] = await how;
  clearTimeout(killing);
  return { code, signal };
}

const inGoodOrder = { code: 0, signal: null };

describe('a process', () => {
  it('goes on and ends when the disk for its lines is full', async () => {
    const full = openSync('/dev/full', 'w');
    const { child, worksOn } = started(working, ['ignore', full, 'pipe']);
    closeSync(full);
    await worksOn();

    expect(await ended(child)).toEqual(inGoodOrder);
  });

  it('writes its lines when the disk has room again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payments-lines-'));
    const file = openSync(join(folder, 'log'), 'w');
    const limits = ['prlimit', '--fsize=65536:unlimited'];
    const { child, worksOn } = started(working, ['ignore', file, 'pipe'], limits);
    closeSync(file);
    const read = () => readFile(join(folder, 'log'), 'utf8');
    await soon(async () => expect((await stat(join(folder, 'log'))).size).toBe(65_536));
    await worksOn();

    spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
    await soon(async () => expect(await read()).toContain('"place":2999'));

    expect(await ended(child)).toEqual(inGoodOrder);
    expect(numbersIn(await read())).toEqual([...all, undefined]);
    await rm(folder, { recursive: true });
  });

  it('ends when the reader of its lines has gone', async () => {
    const { child, worksOn } = started(working, 'pipe');
    child.stdout?.resume();
    await worksOn();
    child.stdout?.destroy();

    expect(await ended(child)).toEqual(inGoodOrder);
  });

  it('ends when the reader of its lines has stopped', async () => {
    const { child, worksOn } = started(`${writingMuch} ${working}`, 'pipe');
    await worksOn();

    expect(await ended(child)).toEqual(inGoodOrder);
  });

  it('keeps the first lines for a reader who has stopped, and says how many it has dropped', async () => {
    const { child, worksOn } = started(`${writingMuch} ${working}`, 'pipe');
    await worksOn();
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (more) => (text += more));
    await soon(() => expect(text).toContain('"dropped"'));
    const closed = once(child, 'close');

    expect(await ended(child)).toEqual(inGoodOrder);
    await closed;
    const lines = text.split('\n').filter((line) => line !== '');
    const { level, dropped, time } = JSON.parse(lines.at(-2) ?? '');
    expect([level, Date.parse(time)]).toEqual(['warn', expect.any(Number)]);
    const written = lines.slice(0, -2).map((line) => JSON.parse(line).place);
    expect(written).toEqual(Array.from({ length: 23_000 - dropped }, (_, place) => place));
    expect(text.length).toBeLessThan(6_000_000);
  });
});
