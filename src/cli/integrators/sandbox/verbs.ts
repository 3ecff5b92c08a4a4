import type { Command } from 'commander';
import { now } from '../../../platform/clock.ts';
import { ask } from '../../support/ask.ts';
import { Failure, printJson, printOne } from '../../support/print.ts';
import { type Access, accessOf, type Common, refuseLive, tell, withCommon } from '../access/access.ts';
import { call } from '../access/call.ts';
import { fieldsOf } from '../access/profiles.ts';
import { secondsIn } from '../calls/words.ts';

export function addSandboxVerbs(program: Command): void {
  const sandbox = program.command('sandbox').description("A merchant's sandbox, over HTTP.");
  withCommon(
    sandbox.command('status').description('Show the clock of the sandbox, and when it is emptied next.'),
  )
    .addHelpText('before', 'Examples:\n  mps sandbox status\n')
    .action(statusVerb);
  withCommon(
    sandbox
      .command('reset')
      .description("Delete everything in a merchant's sandbox except the apps and their keys."),
  )
    .addHelpText('before', 'Examples:\n  mps sandbox reset --yes\n')
    .action(resetVerb);
  withCommon(
    sandbox
      .command('advance <time>')
      .description('Turn the clock of the sandbox forward; what falls due happens.'),
  )
    .addHelpText('before', 'Examples:\n  mps sandbox advance 30s\n  mps sandbox advance PT5M\n')
    .action(advanceVerb);
}

function sandboxOf(options: Common, verb: string): Access {
  const access = accessOf(options);
  refuseLive(access, verb);
  return access;
}

async function statusVerb(options: Common): Promise<void> {
  const access = sandboxOf(options, 'sandbox status');
  const { now: clock, offset_seconds: offset } = fieldsOf(await call(access, 'getTestClock'));
  const midnight = new Date(now());
  midnight.setUTCHours(24, 0, 0, 0);
  printOne(
    { clock: String(clock), offset_seconds: Number(offset), next_reset: midnight.toISOString() },
    options,
  );
}

/** Decision 0012. */
async function resetVerb(options: Common): Promise<void> {
  const access = sandboxOf(options, 'sandbox reset');
  await confirm(access, 'Everything in this sandbox except apps and keys will be deleted.');
  const data = await call(access, 'resetSandbox');
  if (options.json) printJson({ success: true, data });
  tell(access, 'The sandbox of this key is empty. Apps, keys and webhook settings stayed.');
}

async function advanceVerb(time: string, options: Common): Promise<void> {
  const access = sandboxOf(options, 'sandbox advance');
  const body = { advance_seconds: secondsIn(time, 'advance') };
  const turned = fieldsOf(await call(access, 'advanceTestClock', { body }));
  if (options.json) return printJson(turned);
  printOne({ clock: String(turned['now']), fired: Number(turned['fired_total']) }, options);
  if (turned['more'] === true) tell(access, 'That is not all that was due: the rest runs in the background.');
}

/** Asks a person at a terminal; a script has said so by being one. */
async function confirm({ options }: Access, words: string): Promise<void> {
  if (options.yes || !process.stdin.isTTY || !process.stderr.isTTY) return;
  const answer = await ask(`${words} Continue? (y/N) `);
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new Failure('refused', 'Nothing was deleted.');
}
