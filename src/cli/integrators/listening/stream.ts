import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../../../platform/clock.ts';
import { randomDigits } from '../../../platform/ids.ts';
import { Failure } from '../../support/print.ts';
import { type Access, tell } from '../access/access.ts';
import { reasonOf } from '../access/call.ts';
import { refusal } from '../access/refusal.ts';

/** An event as the service sends it to those who listen. */
export type Heard = {
  readonly id: string;
  readonly type: string;
  /** Of a replay: its delivery. */
  readonly replay?: string;
  /** Of the request that a delivery would be. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Wanted = { readonly sinceSeconds?: number | undefined; readonly types?: string | undefined };

/** The service pings every 15 seconds. */
const silenceMs = 45_000;
/** The service goes back no further. */
const longestSinceSeconds = 7 * 86_400;
const firstWaitMs = 250;
const longestWaitMs = 15_000;
/** What came shortly before may come again. */
const mostKnown = 20_000;

/**
 * The events of a merchant, until `signal`. When the connection breaks, it connects again for ever, and goes on after the last
 * position. What has come already is left out.
 */
export async function* listen(access: Access, wanted: Wanted, signal: AbortSignal): AsyncGenerator<Heard> {
  const state: State = { known: new Set(), position: undefined, failures: 0, isTold: false };
  const startedMs = monotonicMs();
  while (!signal.aborted) {
    const address = addressOf(access, wanted, state.failures === 0 ? 0 : startedMs);
    try {
      for await (const block of blocksOf(access, address, state.position, signal)) {
        yield* take(access, state, block);
        // Only now: an event that could not be read or handed on comes again with the next connection.
        state.position = block.id ?? state.position;
      }
    } catch (error) {
      if (error instanceof Failure || signal.aborted) throw error;
      // A service that ends sends the end of the stream first: only the next connection fails.
      if (!state.isTold) tell(access, `The connection broke (${reasonOf(error)}). Connecting again …`);
      state.isTold = true;
    }
    state.failures += 1;
    await pause(waitOf(state.failures), undefined, { signal }).catch(() => undefined);
  }
}

type State = {
  readonly known: Set<string>;
  position: string | undefined;
  /** Connections that ended or broke in a row. */
  failures: number;
  /** The person knows that one of them broke. */
  isTold: boolean;
};

/** What a message brings, unless it has come before. */
function take(access: Access, state: State, { id, data }: Block): readonly Heard[] {
  // A greeting alone is no success: the server may end each connection at the same event.
  if (id === undefined && data === undefined) return [];
  // What cannot be read is no success either: it comes again.
  const heard = data === undefined ? undefined : heardIn(data);
  if (state.failures > 0) tell(access, 'Connected again.');
  state.failures = 0;
  state.isTold = false;
  if (!heard || state.known.has(nameOf(heard))) return [];
  remember(state.known, nameOf(heard));
  return [heard];
}

/** @param startedMs when the first connection was tried: one that broke before it had a position begins there again */
function addressOf({ dashboardUrl }: Access, { sinceSeconds, types }: Wanted, startedMs: number): string {
  const query = new URLSearchParams();
  const lateSeconds = startedMs === 0 ? 0 : Math.ceil((monotonicMs() - startedMs) / 1000);
  const seconds = sinceSeconds ?? 0;
  // No more than is allowed because of the wait, and as much as was typed: the service refuses it in its own words.
  if (sinceSeconds !== undefined || lateSeconds > 0)
    query.set('since', String(Math.max(seconds, Math.min(seconds + lateSeconds, longestSinceSeconds))));
  if (types !== undefined) query.set('events', types);
  return `${dashboardUrl}/listen/events?${query.toString()}`;
}

/** Twice as long each time, and never the same for all who wait. */
export function waitOf(failures: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1)) * (0.5 + Number(randomDigits(3)) / 2000);
}

/** A replay is not the event itself. */
function nameOf({ id, replay = '' }: Heard): string {
  return `${id} ${replay}`;
}

function remember(known: Set<string>, name: string): void {
  known.add(name);
  const [oldest] = known;
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

function heardIn(data: string): Heard {
  const heard: Heard = JSON.parse(data);
  return heard;
}

type Block = { readonly id: string | undefined; readonly data: string | undefined };

/** The messages of one connection. A refusal that waiting may end is an error like a broken connection. */
export async function* blocksOf(
  access: Access,
  address: string,
  position: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Block> {
  const broken = new AbortController();
  const either = AbortSignal.any([signal, broken.signal]);
  let silence = setTimeout(() => broken.abort(), silenceMs);
  try {
    const response = await fetch(address, {
      headers: {
        authorization: `Bearer ${access.key}`,
        accept: 'text/event-stream',
        ...(position !== undefined && { 'last-event-id': position }),
      },
      signal: either,
    });
    if (!response.ok) await refuse(access, response);
    refuseOther(response);
    const decoder = new TextDecoder();
    let kept = '';
    for await (const bytes of response.body ?? []) {
      clearTimeout(silence);
      kept += decoder.decode(bytes, { stream: true });
      const blocks = kept.split('\n\n');
      kept = blocks.pop() ?? '';
      // A receiver may take its time with each event: meanwhile nothing is read, so silence means nothing.
      for (const block of blocks) yield blockIn(block);
      silence = setTimeout(() => broken.abort(), silenceMs);
    }
  } finally {
    clearTimeout(silence);
    broken.abort();
  }
}

function blockIn(block: string): Block {
  return { id: fieldIn(block, 'id'), data: fieldIn(block, 'data') };
}

/** Lines end at "\n" only. In a pattern `.` and `$` would also stop at U+2028 and U+2029, which texts may hold. */
function fieldIn(block: string, name: string): string | undefined {
  const start = `${name}: `;
  return block
    .split('\n')
    .find((line) => line.startsWith(start))
    ?.slice(start.length);
}

/** The page of a proxy, say, which ends at once and brings nothing: without words one would wait for events for ever. */
function refuseOther({ status, headers }: Response): void {
  const type = headers.get('content-type');
  if (type !== null && !type.startsWith('text/event-stream'))
    throw new Error(`what answers there is not the service: ${status}, ${type}`);
}

async function refuse(access: Access, response: Response): Promise<void> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? '-';
  const bytes = Buffer.from(await response.arrayBuffer());
  const failure = refusal({ ...access, baseUrl: access.dashboardUrl }, { status, headers, requestId, bytes });
  const ends = status >= 500 || status === 429;
  throw ends ? new Error(failure.message.split('\n')[0]) : failure;
}
