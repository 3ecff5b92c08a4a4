import { Argument, type Command } from 'commander';
import { type Arguments, operationArguments } from '../../../../generated/arguments.ts';
import { eventGroups } from '../../../../generated/event-registry.ts';
import { cardScenarios, walletScenarios } from '../../../domain/money/gateways/sandbox/scenarios.ts';
import { readProfiles } from '../access/profiles.ts';
import { namesOf } from '../calls/fields.ts';

/** What each shell runs: it asks `mps completion words`, so that a newer mps completes its own words. */
const scripts = {
  bash: `_mps() {
  local IFS=$'\\n' words
  words=$(mps completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [[ "\${COMPREPLY[0]}" == *= ]] && compopt -o nospace 2>/dev/null
}
COMP_WORDBREAKS=\${COMP_WORDBREAKS//=}
complete -o default -F _mps mps
`,
  zsh: `#compdef mps
_mps() {
  local -a words_of_mps
  words_of_mps=("\${(@f)$(mps completion words -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)}")
  compadd -Q -S '' -a words_of_mps
}
compdef _mps mps
`,
  fish: `complete -c mps -f -a '(mps completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const;

export function addCompletionVerb(program: Command): void {
  program
    .command('completion')
    .description('Print what makes a shell complete commands, options, operations and their fields.')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices([...Object.keys(scripts), 'words']))
    .argument('[typed...]', 'what was typed so far, for the scripts')
    .addHelpText(
      'before',
      'Examples:\n  mps completion bash >> ~/.bashrc\n  mps completion zsh > ~/.zsh/_mps\n  mps completion fish > ~/.config/fish/completions/mps.fish\n',
    )
    .action((shell: keyof typeof scripts | 'words', typed: readonly string[]) => {
      process.stdout.write(shell === 'words' ? `${wordsAfter(program, typed).join('\n')}\n` : scripts[shell]);
    });
}

/** What may follow; the last word is the one that is being typed. */
function wordsAfter(program: Command, typed: readonly string[]): readonly string[] {
  const before = typed.slice(0, -1);
  const last = typed.at(-1) ?? '';
  const { command, rest } = commandIn(program, before);
  const previous = before.at(-1) ?? '';
  const option = command.options.find(
    ({ long, short }) => previous !== '' && [long, short].includes(previous),
  );
  const takesValue = option !== undefined && !option.isBoolean();
  const words = takesValue
    ? valuesOf(option.long ?? '')
    : [...subcommandsOf(command), ...argumentsFor(pathOf(command), rest, last), ...optionsOf(command, last)];
  return words.filter((word) => word.startsWith(last));
}

function commandIn(
  program: Command,
  before: readonly string[],
): { command: Command; rest: readonly string[] } {
  const [first, ...others] = before;
  const found = program.commands.find((each) => each.name() === first);
  return found ? commandIn(found, others) : { command: program, rest: before };
}

function pathOf(command: Command): string {
  return command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

const subcommandsOf = (command: Command): readonly string[] => command.commands.map((each) => each.name());

function optionsOf(command: Command, last: string): readonly string[] {
  return last.startsWith('-') ? [...command.options.flatMap(({ long }) => long ?? []), '--help'] : [];
}

function valuesOf(option: string): readonly string[] {
  if (option === '--card') return cardScenarios.map(({ name }) => name);
  if (option === '--phone') return walletScenarios.map(({ name }) => name);
  if (option === '--profile') return Object.keys(readProfiles().profiles);
  if (option === '--events' || option === '--type') return eventNames();
  return option === '--map' ? ['json'] : [];
}

const eventNames = (): readonly string[] => eventGroups.flatMap(({ events }) => events.map(({ id }) => id));

function argumentsFor(verb: string, rest: readonly string[], last: string): readonly string[] {
  const given = rest.filter((word) => !word.startsWith('-'));
  if (verb === 'trigger') return given.length === 0 ? eventNames() : [];
  if (verb === 'profile use') return Object.keys(readProfiles().profiles);
  if (verb === 'open') return ['dashboard', 'docs'];
  if (verb === 'completion') return Object.keys(scripts);
  if (verb !== 'call') return [];
  const [operation] = given;
  return operation === undefined ? Object.keys(operationArguments) : fieldsFor(operation, given, last);
}

/** The fields that are not there yet; after `=`, the values of the field if there are few. */
function fieldsFor(operation: string, given: readonly string[], last: string): readonly string[] {
  const all: Readonly<Record<string, Arguments>> = operationArguments;
  const known = all[operation];
  if (!known) return [];
  const [name = ''] = last.split('=');
  if (last.includes('=')) {
    const kind = known.query[name] ?? known.body[name] ?? '';
    const values = kind.includes(': ') ? (kind.split(': ')[1] ?? '').split(', ') : [];
    return (kind === 'boolean' ? ['true', 'false'] : values).map((value) => `${name}=${value}`);
  }
  return namesOf(known)
    .filter((field) => !given.some((word) => word.startsWith(`${field}=`)))
    .map((field) => `${field}=`);
}
