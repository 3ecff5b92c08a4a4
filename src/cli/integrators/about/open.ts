import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { Argument } from 'commander';
import { printJson, printLines } from '../../support/print.ts';
import { accessOf, type Common, tell, withCommon } from '../access/access.ts';

const places = { dashboard: '/dashboard', docs: '/docs' } as const;

export function addOpenVerb(program: Command): void {
  const verb = program
    .command('open')
    .description(
      'Print the address of the dashboard or the documentation, and open it when typed at a terminal.',
    )
    .addArgument(new Argument('<place>', 'what to open').choices(Object.keys(places)));
  withCommon(verb).addHelpText('before', 'Examples:\n  mps open docs\n').action(openVerb);
}

function openVerb(place: keyof typeof places, options: Common): void {
  const access = accessOf(options);
  const address = access.dashboardUrl + places[place];
  if (options.json) printJson({ address });
  else printLines(address);
  if (!process.stdout.isTTY || options.json) return;
  const [program = '', ...first] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...first, address], { stdio: 'ignore', detached: true });
  child.on('error', () => tell(access, 'No browser was found here. Open the address yourself.'));
  child.unref();
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
