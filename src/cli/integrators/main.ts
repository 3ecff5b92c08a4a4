#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { registryVersion } from '../../../generated/event-registry.ts';
import { endWithReader, exitCodeWords, explainBug, explainForeseen } from '../support/print.ts';
import { addIntegratorVerbs } from './verbs.ts';

/** The command line as a package of its own: what integrators need, without the service. `npm run cli:pack` makes it. */
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);
const program = new Command('mps')
  .description('Merchant payments on the command line.')
  .version(
    `${version}, API version ${registryVersion}`,
    '-V, --version',
    'print the versions of this package and its API',
  )
  .addHelpText(
    'before',
    'Examples:\n  mps login\n  mps listen --forward-to http://localhost:4000/webhooks\n  mps trigger payment.capture.completed\n  mps call listTransactions status=completed\n',
  )
  .addHelpText('after', `\nExit codes: ${exitCodeWords()}.`)
  .showSuggestionAfterError()
  .exitOverride();
endWithReader();
addIntegratorVerbs(program);
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explainForeseen(error) ?? explainBug(error);
}
