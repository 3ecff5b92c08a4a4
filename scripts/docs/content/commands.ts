import { Command } from 'commander';
import { commandLine } from '../../../src/cli/command-line.ts';
import { mapOf, type Verb } from '../../../src/cli/integrators/about/map.ts';
import { addIntegratorVerbs } from '../../../src/cli/integrators/verbs.ts';
import { code, codeBlock, paragraphs, type SitePage, table } from './page.ts';

/** The page of the command line: each command with its options, those of integrators first. */
export function commandsPage(): SitePage {
  const packed = new Command('mps');
  addIntegratorVerbs(packed);
  const own = new Set(mapOf(packed).commands.map(({ name }) => name));
  const all = mapOf(commandLine()).commands;
  const integrators = leaves(all.filter(({ name }) => own.has(name)));
  const known = integrators.flatMap(({ options }) => options.map(({ flags }) => flags));
  const common = (integrators[0]?.options ?? []).filter(
    ({ flags }) => known.filter((other) => other === flags).length > integrators.length / 2,
  );
  return {
    path: 'command-line',
    title: 'Command line',
    description: 'Every command of mps, with its options.',
    markdown: paragraphs(
      '`npx mps` runs in the folder of the service. `npm run cli:pack` there makes a package of the first commands, which runs without the service on Node 20.18, and 22.8 and later.',
      codeBlock(
        'sh',
        'mps login\nmps listen --forward-to http://localhost:4000/webhooks\nmps trigger payment.capture.completed\nmps call listTransactions status=completed',
      ),
      '## For integrators',
      'They call a service with a key of yours. Nearly all of them know these options:',
      optionsTable(common),
      ...integrators.flatMap((verb) => sectionOf(verb, common)),
      '## For operators',
      'They use the database of the service.',
      ...leaves(all.filter(({ name }) => !own.has(name))).flatMap((verb) => sectionOf(verb, [])),
    ),
  };
}

type Options = Verb['options'];

/** The commands that do something, each with its whole name. */
function leaves(verbs: readonly Verb[], before = 'mps'): readonly Verb[] {
  return verbs.flatMap((verb) => {
    const name = `${before} ${verb.name}`;
    return verb.commands.length > 0 ? leaves(verb.commands, name) : [{ ...verb, name }];
  });
}

function sectionOf(verb: Verb, but: Options): readonly string[] {
  const options = verb.options.filter(({ flags }) => !but.some((common) => common.flags === flags));
  return [`### ${[verb.name, ...verb.arguments].join(' ')}`, verb.description, optionsTable(options)];
}

function optionsTable(options: Options): string {
  return table(
    ['Option', 'Meaning'],
    options.map(({ flags, description }) => [code(flags), description]),
  );
}
