import type { Command } from 'commander';
import { values } from '../../../generated/values.ts';
import { said } from './said.ts';

const json = ['--json', 'print one JSON object'] as const;
const of = ['--merchant <id>', 'id of the merchant, mer_… (default: from DATA_DIR/demo.json)'] as const;
const live = ['--live', 'in live instead of the sandbox'] as const;

/** `mps dispute …`. */
export function addDisputeVerbs(program: Command): void {
  const dispute = program.command('dispute').description('Disputes of payments, as acquirers report them.');
  dispute
    .command('list')
    .description("List a merchant's disputes, newest first, with what they answered.")
    .option('--status <status>', values.DisputeStatus.join(', '))
    .option('--limit <n>', 'the most to list', '100')
    .option(...of)
    .option(...live)
    .option(...json)
    .action(async (options) => (await import('./list.ts')).listVerb(options));
  dispute
    .command('report')
    .description('Report what an acquirer says of a dispute, when it says so by letter or on its website.')
    .argument('<payment>', 'id of the payment, txn_…')
    .requiredOption('--as <what>', said.join(', '))
    .requiredOption('--reference <id>', "the acquirer's id of the dispute, the same in all reports of it")
    .option('--reason <reason>', values.DisputeReason.join(', '), 'other')
    .option('--amount <amount>', 'what is disputed (default: all that is left of the payment)')
    .option('--respond-by <time>', 'last moment for an answer, such as 2026-03-09T12:00:00Z')
    .option(...of)
    .option(...live)
    .option(...json)
    .action(async (id, options) => (await import('./report.ts')).reportVerb(id, options));
  dispute
    .command('submit')
    .description('Submit the evidence of a merchant who cannot do it, such as a suspended one.')
    .argument('<dispute>', 'id of the dispute, dsp_…')
    .requiredOption('--evidence <file>', 'a text of up to 4,000 letters')
    .option('--file <file...>', 'PDF, PNG or JPEG, up to 5 MiB each, 10 in all')
    .option(...of)
    .option(...live)
    .option(...json)
    .action(async (id, options) => (await import('./submit.ts')).submitVerb(id, options));
  addAnswerVerbs(dispute);
}

/** `mps dispute answers`, `answer` and `passed-on`: for acquirers that take answers by a website or a letter. Decision 0119. */
function addAnswerVerbs(dispute: Command): void {
  dispute
    .command('answers')
    .description(
      'List the answers of all merchants that wait to be passed on to an acquirer, the longest first.',
    )
    .option('--passed-on', 'those that were passed on, newest first')
    .option('--limit <n>', 'the most to list', '100')
    .option(...live)
    .option(...json)
    .action(async (options) => (await import('./answers.ts')).listVerb(options));
  dispute
    .command('answer')
    .description('Show an answer that is to be passed on, and write its evidence and files into a folder.')
    .argument('<dispute>', 'id of the dispute, dsp_…')
    .option(
      '--to <folder>',
      'where to write the evidence and the files, under names that begin with the id; it is made if it is not there',
    )
    .option(...live)
    .option(...json)
    .action(async (id, options) => (await import('./answers.ts')).showVerb(id, options));
  dispute
    .command('passed-on')
    .description('Note that the acquirer has an answer. Noting it again changes nothing.')
    .argument('<dispute>', 'id of the dispute, dsp_…')
    .option('--note <text>', "such as the acquirer's receipt; kept with the answer")
    .option(...live)
    .option(...json)
    .action(async (id, options) => (await import('./answers.ts')).passedOnVerb(id, options));
}
