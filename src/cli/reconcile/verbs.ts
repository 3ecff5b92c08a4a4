import type { Command } from 'commander';
import { caseKinds, caseStates, resolutions } from '../../domain/reconciliation/cases/case-states.ts';
import { usualGraceDays } from '../../domain/reconciliation/matching/grace.ts';
import { exitCodes } from '../support/print.ts';

const json = ['--json', 'print one JSON object'] as const;
const gateway = ['--gateway <name>', 'the gateway whose account it is'] as const;
const sandbox = ['--sandbox', 'in the sandbox instead of live'] as const;
const grace = [
  '--grace <days>',
  'how many days later a transaction may be stated',
  String(usualGraceDays),
] as const;
const note = ['--note <text>', 'why, for other operators; kept in the log of the case'] as const;

/** `mps reconcile …`. */
export function addReconcileVerbs(program: Command): void {
  const reconcile = program
    .command('reconcile')
    .description("Compare providers' statements with the ledger.");
  reconcile
    .command('import')
    .description('Take a statement of a gateway, once however often it is imported.')
    .requiredOption(...gateway)
    .requiredOption('--file <path>', 'the statement')
    .option('--format <format>', 'csv, or camt053 (ISO 20022)', 'csv')
    .option('--mapping <path>', 'of CSV: a JSON file that says what the columns mean')
    .option('--id <id>', "of CSV: the statement's id (default: the name of the file)")
    .option('--from <day>', 'of CSV: its first day, if no line is of it')
    .option('--to <day>', 'of CSV: its last day, if no line is of it')
    .option('--currency <code>', 'of CSV: its currency, if no line says it')
    .option(...sandbox)
    .option(...json)
    .action(async (options) => (await import('./import.ts')).importVerb(options));
  reconcile
    .command('fetch')
    .description(
      'Take what a provider of gateways.yaml states of days that are over: it is asked, or its files are read.',
    )
    .requiredOption(...gateway)
    .requiredOption('--from <day>', 'first day, by UTC')
    .requiredOption('--to <day>', 'last day')
    .option('--currency <code>', 'of the account', 'USD')
    .option(...json)
    .action(async (options) => (await import('./fetch.ts')).fetchVerb(options));
  addStatementVerbs(reconcile);
  reconcile
    .command('run')
    .description('Find the differences between the statements of a gateway and the ledger.')
    .requiredOption(...gateway)
    .option('--from <day>', 'first day (default: of what is not resolved, five weeks at least)')
    .option('--to <day>', 'last day (default: of the last statement)')
    .option(...grace)
    .option(
      '--check',
      `exit with ${exitCodes.checkFailed} if a case is not resolved, or nothing explains a sum`,
    )
    .option(...sandbox)
    .option(...json)
    .action(async (options) => (await import('./run.ts')).runVerb(options));
  reconcile
    .command('day')
    .description('Compare the sums of a day with the ledger, and say what explains the difference.')
    .requiredOption(...gateway)
    .requiredOption('--day <day>', 'such as 2026-01-31')
    .option(...grace)
    .option(...sandbox)
    .option(...json)
    .action(async (options) => (await import('./run.ts')).dayVerb(options));
  addCaseVerbs(reconcile);
}

function addStatementVerbs(reconcile: Command): void {
  reconcile
    .command('statements')
    .description('List the statements of a gateway, those of the newest days first.')
    .requiredOption(...gateway)
    .option('--limit <n>', 'the most to list', '100')
    .option(...sandbox)
    .option(...json)
    .action(async (options) => (await import('./withdraw.ts')).statementsVerb(options));
  reconcile
    .command('withdraw')
    .description('Take back a statement that was imported by mistake; it may be imported again.')
    .argument('<statement>', 'its id: of CSV the name of the file, or --id')
    .requiredOption(...gateway)
    .requiredOption('--reason <text>', 'why; kept with it, and in the log of its cases')
    .option(...grace)
    .option(...sandbox)
    .option(...json)
    .action(async (statement, options) => (await import('./withdraw.ts')).withdrawVerb(statement, options));
}

function addCaseVerbs(reconcile: Command): void {
  reconcile
    .command('cases')
    .description('List differences, newest first; without --state those that are not resolved.')
    .option('--state <state>', caseStates.join(', '))
    .option('--kind <kind>', caseKinds.join(', '))
    .option('--gateway <name>', 'of this gateway only')
    .option('--limit <n>', 'the most to list', '100')
    .option(...sandbox)
    .option(...json)
    .action(async (options) => (await import('./cases.ts')).casesVerb(options));
  const verb = (name: string, description: string): Command =>
    reconcile
      .command(name)
      .description(description)
      .argument('<case>', 'id of the case, case_…')
      .option(...sandbox)
      .option(...json);
  verb('show', 'Show a case: both sides, and what happened to it.').action(async (id, options) =>
    (await import('./cases.ts')).showVerb(id, options),
  );
  verb('assign', 'Make somebody the owner of a case that is not resolved.')
    .option('--to <name>', 'who looks after it (default: who runs the command)')
    .option(...note)
    .action(async (id, options) => (await import('./cases.ts')).assignVerb(id, options));
  verb('note', 'Write a note into the log of a case.')
    .requiredOption(...note)
    .action(async (id, options) => (await import('./cases.ts')).noteVerb(id, options));
  verb('resolve', 'Resolve a case.')
    .requiredOption('--as <reason>', resolutions.join(', '))
    .requiredOption(...note)
    .action(async (id, options) => (await import('./cases.ts')).resolveVerb(id, options));
  verb('reopen', 'Open a resolved case again.')
    .requiredOption(...note)
    .action(async (id, options) => (await import('./cases.ts')).reopenVerb(id, options));
}
