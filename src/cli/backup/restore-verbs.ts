import type { Command } from 'commander';

const examples = `
Examples:
  npx mps restore hold --days 7
  npx mps restore list
  npx mps restore answer 633304000123 --gateway acquirer_a --code 00 --note "statement of 26 November, line 12"
  npx mps restore capture txn_… --amount 12.50 --note "statement of 26 November, line 14"
  npx mps restore skip pob_… --items 1-20,23 --note "paid by the bank on 26 November"
  npx mps restore release
`;

/** `mps restore …`. */
export function addRestoreVerbs(program: Command): void {
  const restore = program
    .command('restore')
    .description('What must not happen twice after the database was restored to an earlier moment.')
    .addHelpText('after', examples);
  const hold = restore
    .command('hold')
    .description(
      'After a restore, before any process starts: put off the jobs that could move money again, end all sessions of the dashboard, and list what is open. It is refused while the service is connected.',
    )
    .option('--days <n>', 'how long, unless they are released before; then they run by themselves', '7');
  ofMode(hold).action(async (options) => (await import('./restore.ts')).holdVerb(options));
  const list = restore
    .command('list')
    .description('List what is held after a restore, and what a person must settle before it is released.');
  ofMode(list).action(async (options) => (await import('./restore.ts')).listVerb(options));
  const answer = restore
    .command('answer')
    .description('Note what the acquirer says that it answered to a message that is held after a restore.')
    .argument('<reference>', 'the retrieval reference number of the message, of 12 digits')
    .requiredOption('--gateway <name>', 'the name of the acquirer')
    .requiredOption('--code <code>', 'the response code, such as 00')
    .option('--auth-code <code>', 'the authorization code')
    .requiredOption('--note <text>', 'how you know; kept in the audit log of the merchant');
  ofMode(answer).action(async (reference, options) =>
    (await import('./restore-settle.ts')).answerVerb(reference, options),
  );
  const capture = restore
    .command('capture')
    .description(
      'Note that an amount on hold was captured after the restored moment; `payment settle` ends it.',
    )
    .argument('<payment>', 'id of the payment, txn_…')
    .option('--amount <amount>', 'how much, such as 12.50; otherwise all of it')
    .requiredOption('--note <text>', 'how you know; kept in the audit log of the merchant');
  ofMode(capture).action(async (payment, options) =>
    (await import('./restore-settle.ts')).captureVerb(payment, options),
  );
  const skip = restore
    .command('skip')
    .description('Refuse items of a held batch that were paid out after the restored moment.')
    .argument('<batch>', 'id of the batch, pob_…')
    .requiredOption('--items <positions>', 'such as 3 or 1-20,23')
    .requiredOption('--note <text>', 'how you know; kept in the audit log of the merchant');
  ofMode(skip).action(async (batch, options) =>
    (await import('./restore-settle.ts')).skipVerb(batch, options),
  );
  const release = restore
    .command('release')
    .description('Release what is held after a restore, once it was compared; the service may run.');
  ofMode(release).action(async (options) => (await import('./restore.ts')).releaseVerb(options));
}

function ofMode(command: Command): Command {
  return command
    .option('--sandbox', 'in the sandbox instead of live, for a rehearsal')
    .option('--json', 'print one JSON object');
}
