import { monotonicMs } from '../../../../platform/clock.ts';
import { type Connection } from '../../../../platform/iso8583/connection.ts';
import { LinkDown } from '../../../../platform/iso8583/dial.ts';
import { type Link, type LinkOptions, openConnection, tell } from '../../../../platform/iso8583/link.ts';
import type { Rail } from '../rail.ts';

type RailCheck = Awaited<ReturnType<Rail['check']>>[number];

/** Connects, signs on and asks for an echo, on a connection of its own. Stops at the first step that fails. */
export async function checkAcquirer(options: LinkOptions): Promise<readonly RailCheck[]> {
  const { host, port, tls } = options.address;
  const place = `${host}:${port} by ${tls ? 'TLS' : 'plain TCP'}`;
  const checks: RailCheck[] = [];
  let connection: Connection | undefined;
  const step = async (name: string, words: string, work: () => Promise<void>) => {
    if (checks.some(({ ok }) => !ok)) return;
    const startedMs = monotonicMs();
    const wrong = await problemOf(work);
    checks.push({
      step: name,
      ok: wrong === undefined,
      words: wrong ?? words,
      ms: Math.round(monotonicMs() - startedMs),
    });
  };
  const open = () => {
    if (!connection) throw new LinkDown('there is no connection');
    return connection;
  };
  await step('connect', `connected to ${place}`, async () => {
    connection = await openConnection({ ...options, signsOn: false });
  });
  if (options.signsOn) await step('sign-on', 'signed on', () => tell(open(), options, 'signOn'));
  await step('echo', 'the acquirer answered', () => tell(open(), options, 'echo'));
  connection?.end('the check is over');
  return checks;
}

/** Asks for an echo on the connection that carries payments. Undefined: there is none. */
export async function checkInUse(link: Link): Promise<readonly RailCheck[] | undefined> {
  const startedMs = monotonicMs();
  let isThere = true;
  const wrong = await problemOf(async () => {
    isThere = await link.echo();
  });
  if (!isThere) return undefined;
  const words = wrong ?? 'the acquirer answered on the connection in use';
  return [{ step: 'echo', ok: wrong === undefined, words, ms: Math.round(monotonicMs() - startedMs) }];
}

async function problemOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof LinkDown) return error.message;
    throw error;
  }
}
