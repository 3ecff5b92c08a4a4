import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { Failure, printJsonLine, printLines } from '../../support/print.ts';
import { type Access, accessOf, type Common, tell, withCommon } from '../access/access.ts';
import { reasonOf } from '../access/call.ts';
import { countIn } from '../calls/words.ts';
import { blocksOf, waitOf } from './stream.ts';

type Options = Common & {
  readonly status?: string;
  readonly method?: string;
  readonly path?: string;
  readonly once?: string;
};

type Line = {
  readonly time: string;
  readonly method: string;
  readonly path?: string;
  readonly operation?: string;
  readonly status: number;
  readonly ms: number;
  readonly code?: string;
  readonly request_id: string;
};

export function addLogsVerb(program: Command): void {
  const logs = program.command('logs').description('The calls of the API that an app makes.');
  withCommon(
    logs
      .command('tail')
      .description('Print each call of your app that the connected process of the service answers.'),
  )
    .option('--status <status>', 'only these, such as 404 or 4xx')
    .option('--method <method>', 'only these, such as POST')
    .option('--path <path>', 'only paths that begin so, as the contract writes them: /v1/transactions/{id}')
    .option('--once <number>', 'end after so many calls')
    .addHelpText('before', 'Examples:\n  mps logs tail\n  mps logs tail --status 4xx --json\n')
    .addHelpText(
      'after',
      '\nNothing is kept. If the service runs as several processes, each shows the calls that it answers itself;\nthe dashboard counts them all. On your own machine there is one process.',
    )
    .action(tailVerb);
}

/**
 * Calls that are made while the connection is away, or that another process of the service answers, are not shown: the list in the
 * dashboard counts them all. Decision 0099.
 */
async function tailVerb(options: Options): Promise<void> {
  const access = accessOf(options);
  const isWanted = filterOf(options);
  const most =
    options.once === undefined ? Number.POSITIVE_INFINITY : countIn(options.once, '--once', 'calls');
  tell(access, `Following the calls of your app at ${access.baseUrl}. Ctrl-C ends it.`);
  let count = 0;
  for await (const line of lines(access)) {
    if (!isWanted(line)) continue;
    if (options.json) printJsonLine(line);
    else printLines(wordsOf(line));
    count += 1;
    if (count >= most) return;
  }
}

async function* lines(access: Access): AsyncGenerator<Line> {
  const forever = new AbortController().signal;
  for (let failures = 1; ; failures += 1) {
    try {
      for await (const { data } of blocksOf(
        access,
        `${access.dashboardUrl}/listen/logs`,
        undefined,
        forever,
      )) {
        failures = 0;
        const line: Line | undefined = data === undefined ? undefined : JSON.parse(data);
        yield* line ? [line] : [];
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (failures <= 1) tell(access, `The connection broke (${reasonOf(error)}). Connecting again …`);
    }
    await pause(waitOf(Math.max(1, failures)));
  }
}

function filterOf({ status, method, path }: Options): (line: Line) => boolean {
  if (status !== undefined && !/^[1-5](xx|\d\d)$/i.test(status))
    throw new Failure('usage', `--status takes a status such as 404 or 4xx, not "${status}".`);
  const pattern = status === undefined ? /./ : new RegExp(`^${status.replaceAll(/x/gi, '.')}$`);
  return (line) =>
    pattern.test(String(line.status)) &&
    (method === undefined || line.method === method.toUpperCase()) &&
    (path === undefined || line.path?.startsWith(path) === true);
}

function wordsOf({ time, method, path = '', status, ms, code, request_id: id }: Line): string {
  const clock = new Date(time).toTimeString().slice(0, 8);
  return [
    clock,
    String(status),
    method.padEnd(6),
    path,
    `${ms} ms`,
    ...(code === undefined ? [] : [code]),
    id,
  ].join('  ');
}
