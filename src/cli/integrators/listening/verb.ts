import { styleText } from 'node:util';
import type { Command } from 'commander';
import { now } from '../../../platform/clock.ts';
import { Failure, printJsonLine, printLines } from '../../support/print.ts';
import { accessOf, type Common, tell, withCommon } from '../access/access.ts';
import { fieldsOf } from '../access/profiles.ts';
import { countIn, secondsIn } from '../calls/words.ts';
import { createReporter, type Forwarded, forward } from './forward.ts';
import { type Heard, listen } from './stream.ts';

type Options = Common & {
  readonly forwardTo?: string;
  readonly events?: string;
  readonly since?: string;
  readonly once?: string;
};

export function addListenVerb(program: Command): void {
  withCommon(
    program
      .command('listen')
      .description(
        'Print events as they happen, and forward them to a server on this machine, signed as real ones.',
      ),
  )
    .option('--forward-to <url>', 'where to send each event, such as http://localhost:4000/webhooks')
    .option('--events <types>', 'only these types, with commas')
    .option('--since <time>', 'begin in the past: 30s, 10m, 2h or 1d')
    .option('--once <number>', 'end after so many events')
    .addHelpText(
      'before',
      'Examples:\n  mps listen\n  mps listen --forward-to http://localhost:4000/webhooks --since 10m\n',
    )
    .action(listenVerb);
}

/** Goes on until `--once` is reached or the person stops it. Decision 0099. */
async function listenVerb(options: Options): Promise<void> {
  const access = accessOf(options);
  const { url, most, wanted } = askedFor(options);
  const place = access.isLive ? 'live mode' : 'sandbox';
  tell(access, `Listening for events of the ${place} at ${access.dashboardUrl}. Ctrl-C ends it.`);
  const reporter = url && createReporter(access, url);
  let count = 0;
  for await (const heard of listen(access, wanted, new AbortController().signal)) {
    const forwarded = url && (await forward(url, heard));
    if (access.options.json) printLine(heard, forwarded);
    else print(heard, forwarded);
    if (forwarded) reporter?.add(heard, forwarded);
    count += 1;
    if (count >= most) break;
  }
  await reporter?.end();
}

function askedFor({ forwardTo, once, since, events: types }: Options) {
  const sinceSeconds = since === undefined ? undefined : secondsIn(since, '--since');
  return {
    url: forwardTo === undefined ? undefined : targetIn(forwardTo),
    most: once === undefined ? Number.POSITIVE_INFINITY : countIn(once, '--once', 'events'),
    wanted: { sinceSeconds, types: types === undefined ? undefined : typesIn(types) },
  };
}

/** Nothing named is no wish for all: the variable of a script may be empty. */
function typesIn(text: string): string {
  const types = text.split(',').map((type) => type.trim());
  if (types.includes(''))
    throw new Failure('usage', '--events takes types with commas. For all of them, leave it out.');
  return types.join(',');
}

function targetIn(text: string): URL {
  const full = /^https?:\/\//.test(text) ? text : `http://${text}`;
  const isOther = /^[a-z][a-z\d+.-]*:\/\//i.test(text) && full !== text;
  if (isOther || !URL.canParse(full))
    throw new Failure('usage', `--forward-to takes an address, not "${text}".`);
  return new URL(full);
}

function printLine({ id, type, replay, body }: Heard, forwarded: Forwarded | undefined): void {
  const event = fieldsOf(JSON.parse(body));
  const { status = null, failure = null, durationMs = 0 } = forwarded ?? {};
  const line = {
    time: now().toISOString(),
    id,
    type,
    resource_id: event['resource_id'],
    ...(replay !== undefined && { replay }),
    ...(forwarded && { answer: { status, failure, duration_ms: durationMs } }),
    event,
  };
  printJsonLine(line);
}

function print({ id, type, replay, body }: Heard, forwarded: Forwarded | undefined): void {
  const { resource_id: resource }: { readonly resource_id: string } = JSON.parse(body);
  const again = replay === undefined ? [] : ['(sent again)'];
  const shown = [now().toTimeString().slice(0, 8), type.padEnd(30), resource.padEnd(38), id, ...again];
  printLines(shown.join('  '), forwarded && `  ${answerOf(forwarded)}`);
}

function answerOf({ status, failure, durationMs }: Forwarded): string {
  const isGood = status !== undefined && status >= 200 && status < 300;
  const words = status === undefined ? wordsOf[failure ?? 'other'] : String(status);
  return `${styleText(isGood ? 'green' : 'red', words)}  ${durationMs} ms`;
}

const wordsOf = {
  connect: 'nobody answers there',
  timeout: 'no answer in time',
  reset: 'the connection broke',
  other: 'could not be sent',
} as const satisfies Record<NonNullable<Forwarded['failure']>, string>;
