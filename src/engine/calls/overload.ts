import { connectionWait } from '../../platform/db/instances.ts';
import { Backlog, refuseForOverload } from '../../platform/http/limits/backlog.ts';
import type { Context } from '../context.ts';
import type { Mode } from '../principal.ts';

/**
 * Refuses calls while more come than the connections of their mode can serve, so that those it admits are answered as usual. A burst is
 * no overload: only a wait that does not end is. Lists give way first, since whoever asked for one can ask again.
 *
 * Decision 0127.
 */
export class Overload {
  readonly #calls = { sandbox: callLimits(), live: callLimits() };
  readonly #lists = { sandbox: listLimits(), live: listLimits() };

  /** Whoever would have to wait is refused now. */
  isStrict(mode: Mode): boolean {
    return this.#calls[mode].isStrict;
  }

  /** @throws SERVICE_UNAVAILABLE */
  expectRoom({ mode, db }: Pick<Context, 'mode' | 'db'>, isList: boolean): void {
    const { waitMs, holdMs } = connectionWait(db);
    // Whoever waits half as long as those before take is served in time and a half.
    const mayBeMs = Math.max(promptMs, holdMs / 2);
    // Each call tells both how long the wait is: lists alone come too seldom to know.
    const hasRoomForList = this.#lists[mode].admits(waitMs, mayBeMs / 2);
    const hasRoom = this.#calls[mode].admits(waitMs, mayBeMs);
    if (!(isList ? hasRoomForList : hasRoom)) refuseForOverload('connections');
  }
}

const promptMs = 10;
const callLimits = () => new Backlog({ promptMs, burstMs: 1000 });
const listLimits = () => new Backlog({ promptMs, burstMs: 200 });
