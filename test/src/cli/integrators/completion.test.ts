import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventType, eventGroups } from '../../../../generated/event-registry.ts';
import { operations } from '../../../../generated/operations.ts';
import { commandLine } from '../../../../src/cli/command-line.ts';
import { recipes } from '../../../../src/cli/integrators/events/trigger.ts';
import { addIntegratorVerbs } from '../../../../src/cli/integrators/verbs.ts';
import { compileCache } from '../../../support/service/process.ts';
import { mps, mpsHere } from '../mps.ts';

const folder = mkdtempSync(join(tmpdir(), 'mps-bash-'));
const program = resolve(import.meta.dirname, '../../../../src/cli/index.mjs');

beforeAll(async () => {
  const shim = join(folder, 'mps');
  writeFileSync(shim, `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`);
  chmodSync(shim, 0o755);
  const { data } = await mps('completion bash', {});
  writeFileSync(join(folder, 'completion'), data);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What bash offers after these words, of which the last one is being typed. */
function offered(...typed: readonly string[]): readonly string[] {
  const words = ['mps', ...typed].map((word) => `'${word}'`).join(' ');
  const script = `source ${join(folder, 'completion')}
COMP_WORDS=(${words}); COMP_CWORD=${typed.length}
_mps; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['--norc', '-c', script], {
    env: { ...compileCache, PATH: `${folder}:${env['PATH']}`, XDG_CONFIG_HOME: folder },
  });
  return output.toString().trim().split('\n');
}

describe('bash completes', () => {
  it('commands and their commands', () => {
    expect(offered('lis')).toEqual(['listen']);
    expect(offered('events', '')).toEqual(['list', 'show', 'resend', 'replay']);
  });

  it('options', () => {
    expect(offered('listen', '--for')).toEqual(['--forward-to']);
  });

  it('operations, their fields, and the values of these', () => {
    expect(offered('call', 'createCh')).toEqual(['createCheckout']);
    expect(offered('call', 'createCheckout', 'amount=1', 'a')).toEqual(['']);
    expect(offered('call', 'createCheckout', 'customerE')).toEqual(['customerEmail=']);
    expect(offered('call', 'createCheckout', 'capture=')).toEqual(['capture=automatic', 'capture=manual']);
  });

  it('events and test cards', () => {
    expect(offered('trigger', 'payment.capture.comp')).toEqual(['payment.capture.completed']);
    expect(offered('pay', 'chk_1', '--card', 'card_ch')).toEqual(['card_challenge']);
  });
});

describe('the other shells', () => {
  it.each(['zsh', 'fish'])('%s gets a script', async (shell) => {
    const ended = await mpsHere(`completion ${shell}`, {});

    expect(ended).toMatchObject({
      exitCode: 0,
      words: '',
      data: expect.stringContaining('mps completion words --'),
    });
  });
});

describe('mps --map=json', () => {
  it('prints the tree of all commands', async () => {
    const ended = await mps('--map=json', {});
    const tree = JSON.parse(ended.data) as { name: string; commands: { name: string }[] };

    expect(ended).toMatchObject({ exitCode: 0, words: '' });
    expect(tree.commands.map(({ name }) => name)).toEqual(commandLine().commands.map((each) => each.name()));
    expect((await mps('--map=xml', {})).exitCode).toBe(2);
  });
});

/** The commands that do something. */
const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

function integratorVerbs(): readonly Command[] {
  const mpsAlone = new Command('mps');
  addIntegratorVerbs(mpsAlone);
  return leavesOf(mpsAlone);
}

describe('the help', () => {
  it.each(integratorVerbs().map((command) => [command.name(), command] as const))(
    'of %s opens with examples',
    (name, command) => {
      let text = '';
      command.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();

      expect(text).toMatch(/^Examples:\n {2}mps /);
      expect(text.split('Usage:')[0]).toContain(name);
    },
  );

  it('of a mistyped command says the right one', async () => {
    expect(await mps('lissten', {})).toMatchObject({
      exitCode: 2,
      data: '',
      words: expect.stringContaining('Did you mean listen?'),
    });
  });
});

describe('recipes', () => {
  it('are there for each event that happens, and call operations that exist', () => {
    const fired = eventGroups
      .flatMap(({ events }): readonly { id: string; implemented: boolean }[] => events)
      .filter(({ implemented }) => implemented);

    expect(Object.keys(recipes).toSorted()).toEqual(fired.map(({ id }) => id).toSorted());
    expect(
      Object.entries(recipes)
        .filter(([, recipe]) => recipe === 'synthetic')
        .map(([id]) => id as EventType),
    ).toEqual([
      'merchant.onboarding.kyc-rejected',
      'merchant.onboarding.document-requested',
      'merchant.settings.updated',
    ]);
    expect(Object.keys(operations)).toContain('triggerTestEvent');
  });
});
