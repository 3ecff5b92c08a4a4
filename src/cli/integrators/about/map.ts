import { type Command, CommanderError } from 'commander';
import { printJson } from '../../support/print.ts';

export type Verb = {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly string[];
  readonly options: readonly { readonly flags: string; readonly description: string }[];
  readonly commands: readonly Verb[];
};

/** The tree of commands, for programs that offer or document them. */
export function mapOf(command: Command): Verb {
  return {
    name: command.name(),
    description: command.description(),
    arguments: command.registeredArguments.map((each) =>
      each.required ? `<${each.name()}>` : `[${each.name()}]`,
    ),
    options: command.options.map(({ flags, description }) => ({ flags, description })),
    commands: command.commands.map(mapOf),
  };
}

export function addMapOption(program: Command): void {
  program.option('--map <format>', 'print all commands and options as json');
  program.on('option:map', (format: string) => {
    if (format !== 'json') throw new CommanderError(2, 'mps.map', 'error: --map takes json');
    printJson(mapOf(program));
    throw new CommanderError(0, 'mps.map', 'printed');
  });
}
