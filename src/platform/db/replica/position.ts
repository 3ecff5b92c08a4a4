import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../clock.ts';
import type { Connection, Runner } from '../connect.ts';

/**
 * How far a server has come in the log of writes. After a failover the log goes on under a new timeline: a replica that still follows
 * the dead leader may have come further, but elsewhere.
 */
export type Position = { readonly timeline: number; readonly byte: bigint };

/** Whether lists are read from the replica of a mode, or why not. */
export type Standing = 'used' | 'behind' | 'away';

/** How long a read waits for the replica to reach the primary. It usually takes a few milliseconds. */
const [catchUpMs, lookAgainMs] = [50, 5];

/** What was acknowledged was flushed before. The timeline is the beginning of the file's name. */
const ofPrimary =
  "select pg_walfile_name(pg_current_wal_flush_lsn()) as file, (pg_current_wal_flush_lsn() - '0/0')::int8 as byte";

/** @throws what the server says, such as that it is no primary */
export async function positionOfPrimary(primary: Runner): Promise<Position> {
  const { rows } = await primary.run(ofPrimary, []);
  const row: { readonly file: string; readonly byte: bigint } | undefined = rows[0];
  if (!row) throw new Error('the primary has no position');
  return { timeline: Number.parseInt(row.file.slice(0, 8), 16), byte: row.byte };
}

/** The timeline is known from the control file, which is written some time after the change: until then it is the old one. */
const ofReplica = `select pg_is_in_recovery() as follows, (pg_last_wal_replay_lsn() - '0/0')::int8 as byte,
  greatest(recovery.min_recovery_end_timeline, checkpoint.timeline_id) as timeline
  from pg_control_recovery() as recovery, pg_control_checkpoint() as checkpoint`;

type FoundAtReplica = {
  readonly follows: boolean;
  readonly byte: bigint | null;
  readonly timeline: number;
};

/** How long the answer may take: it reads no table. */
const answerWithinMs = 500;

/** Undefined if the server follows no primary. */
async function positionOfReplica(replica: Connection): Promise<Position | undefined> {
  replica.patienceMs = answerWithinMs;
  try {
    const { rows } = await replica.run(ofReplica, []);
    const row: FoundAtReplica | undefined = rows[0];
    return row?.follows === true && row.byte !== null
      ? { timeline: row.timeline, byte: row.byte }
      : undefined;
  } finally {
    replica.patienceMs = undefined;
  }
}

export function hasReached(at: Position, wanted: Position): boolean {
  return at.timeline === wanted.timeline && at.byte >= wanted.byte;
}

/** Waits a moment: what was just committed is usually on its way. */
export async function caughtUp(replica: Connection, wanted: Position): Promise<Standing> {
  const until = monotonicMs() + catchUpMs;
  for (;;) {
    const at = await positionOfReplica(replica);
    if (!at) return 'away';
    if (hasReached(at, wanted)) return 'used';
    if (at.timeline !== wanted.timeline || monotonicMs() > until) return 'behind';
    await delay(lookAgainMs);
  }
}
