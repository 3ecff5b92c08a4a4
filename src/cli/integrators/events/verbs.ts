import type { Command } from 'commander';
import { now } from '../../../platform/clock.ts';
import { exitCodes, Failure, printJson, printTable } from '../../support/print.ts';
import { type Access, accessOf, type Common, tell, withCommon } from '../access/access.ts';
import { call } from '../access/call.ts';
import { pagesOf } from '../access/pages.ts';
import { fieldsOf } from '../access/profiles.ts';
import { secondsIn } from '../calls/words.ts';

export function addEventVerbs(program: Command): void {
  const events = program.command('events').description('Events and their deliveries.');
  withCommon(events.command('list').description('List events, newest first.'))
    .option('--type <type>', 'only this type')
    .option('--resource <id>', 'only of this object')
    .option('--status <status>', 'pending, delivered, exhausted or none')
    .option('--since <time>', 'only the last 30s, 10m, 2h or 1d')
    .option('--limit <number>', 'at most so many, up to 100', '20')
    .addHelpText(
      'before',
      'Examples:\n  mps events list --status exhausted --since 1d\n  mps events list --resource txn_… --json\n',
    )
    .action(listVerb);
  withCommon(events.command('show <event>').description('Show an event, and each attempt to deliver it.'))
    .addHelpText('before', 'Examples:\n  mps events show evt_… --json\n')
    .action(showVerb);
  withCommon(
    events
      .command('resend <event>')
      .description(
        'Send an event again: to the current URL of each app that got it or subscribes to it today, and to its notification URL.',
      ),
  )
    .addHelpText('before', 'Examples:\n  mps events resend evt_…\n')
    .action(resendVerb);
  withCommon(events.command('replay').description('Send all events again whose deliveries failed for good.'))
    .requiredOption('--failed', 'those that failed: there is no other choice')
    .requiredOption('--since <time>', 'happened in the last 30s, 10m, 2h or 1d: begin well before the outage')
    .option('--latest', 'only the newest event of each object and kind: its type up to the last dot')
    .addHelpText('before', 'Examples:\n  mps events replay --failed --since 1h\n')
    .action(replayVerb);
}

type ListOptions = Common & {
  readonly type?: string;
  readonly resource?: string;
  readonly status?: string;
  readonly since?: string;
  readonly limit: string;
};

const shownColumns = ['id', 'type', 'resource_id', 'delivery_status'] as const;

async function listVerb(options: ListOptions): Promise<void> {
  const { type, resource, status, since, limit } = options;
  const access = accessOf(options);
  const query = {
    ...(type !== undefined && { type }),
    ...(resource !== undefined && { resource_id: resource }),
    ...(status !== undefined && { delivery_status: status }),
    ...(since !== undefined && { from_date: await timeBefore(access, since) }),
  };
  const items = await listed(access, query, limit);
  if (options.json) return printJson(items);
  printTable(
    items.map((item) => ({
      time: timeOf(item['created']),
      ...Object.fromEntries(shownColumns.map((name) => [name, String(item[name])])),
    })),
  );
  if (items.length === 0)
    tell(access, 'There is no such event. Make one: mps trigger payment.capture.completed');
}

/** Reads on while a page is short: a search by status may stop before it is full. */
async function listed(
  access: Access,
  query: Readonly<Record<string, string>>,
  limit: string,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let next: Readonly<Record<string, string>> = { limit }; ; ) {
    const page = fieldsOf(await call(access, 'listEvents', { query: { ...query, ...next } }));
    items.push(...itemsIn(page));
    const left = Number(limit) - items.length;
    if (typeof page['next_cursor'] !== 'string' || left <= 0) return items;
    next = { limit: String(left), cursor: page['next_cursor'] };
  }
}

async function showVerb(id: string, options: Common): Promise<void> {
  const access = accessOf(options);
  const event = fieldsOf(await call(access, 'getEvent', { path: { id } }));
  const deliveries: Item[] = [];
  for await (const { items } of pagesOf(access, 'listEventDeliveries', { path: { id } }))
    deliveries.push(...listIn(items));
  if (options.json) return printJson({ event, deliveries });
  printJson(event);
  for (const delivery of deliveries) {
    tell(
      access,
      `${String(delivery['delivery_id'])} to ${String(delivery['url'])}: ${String(delivery['status'])}`,
    );
    for (const attempt of listIn(delivery['attempts'])) tell(access, `  ${wordsOf(attempt)}`);
  }
  if (deliveries.length === 0)
    tell(access, 'It was sent to no address. To receive it here: mps listen --since 1h');
}

async function resendVerb(id: string, options: Common): Promise<void> {
  const access = accessOf(options);
  const { deliveries } = fieldsOf(await call(access, 'replayEvent', { path: { id } }));
  const made = listIn(deliveries);
  if (options.json) printJson(made);
  else printTable(made.map((each) => ({ delivery: String(each['delivery_id']), url: String(each['url']) })));
}

type ReplayOptions = Common & { readonly since: string; readonly latest?: true };

async function replayVerb(options: ReplayOptions): Promise<void> {
  const access = accessOf(options);
  const body = {
    from_date: await timeBefore(access, options.since),
    ...(options.latest && { mode: 'latest_per_resource' }),
  };
  const answer = fieldsOf(await call(access, 'recoverEvents', { body }));
  if (options.json) return printJson(answer);
  printTable([{ replayed: String(answer['replayed']) }]);
}

/** Events of the sandbox have the time of its clock, which may have been turned. */
async function timeBefore(access: Access, since: string): Promise<string> {
  const seconds = secondsIn(since, '--since');
  const at = access.isLive ? now() : await sandboxNow(access);
  const before = new Date(at.getTime() - seconds * 1000);
  if (Number.isNaN(before.getTime()))
    throw new Failure('usage', `--since goes back further than any time: "${since}".`);
  return before.toISOString();
}

async function sandboxNow(access: Access): Promise<Date> {
  const clock = await call(access, 'getTestClock').catch((error: unknown) => {
    if (!(error instanceof Failure) || error.exitCode !== exitCodes.refused) throw error;
    tell(access, 'The key may not read the clock of the sandbox: --since counts from the real time.');
    return { now: now().toISOString() };
  });
  return new Date(String(fieldsOf(clock)['now']));
}

/** Unix seconds → a time that people read. */
function timeOf(seconds: unknown): string {
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

function wordsOf(attempt: Readonly<Record<string, unknown>>): string {
  const { number, started_at: at, response_status: status, error, duration_ms: ms } = attempt;
  return `attempt ${String(number)} at ${String(at)}: ${String(error ?? status)}, ${String(ms)} ms`;
}

type Item = Readonly<Record<string, unknown>>;

function itemsIn(page: unknown): readonly Item[] {
  return listIn(fieldsOf(page)['items']);
}

function listIn(value: unknown): readonly Item[] {
  if (!Array.isArray(value))
    throw new Failure('network', 'What answers is not the service: its answer has no list. Look: mps doctor');
  return value.map((each: unknown) => fieldsOf(each));
}
