import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyone, NotAdmitted, Turns } from '../../../src/platform/turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = { most: 4, mostEach: 2, mostWaiting: 3, waitMs: 1000 };

/** Takes turns, and keeps in which order they come: `a1` is the first of `a`. */
function players(turns = new Turns(limits)) {
  const order: string[] = [];
  const refused: string[] = [];
  const play = (who: string, alone = false) => {
    try {
      const turn = turns.take(who.charAt(0), alone);
      if (turn === undefined) order.push(who);
      else
        void turn.then(
          () => order.push(who),
          ({ why }: NotAdmitted) => refused.push(`${who} ${why}`),
        );
    } catch (error) {
      refused.push(`${who} ${error instanceof NotAdmitted ? error.why : 'failed'}`);
    }
  };
  const leave = async (name: string) => {
    turns.leave(name);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { turns, order, refused, play, leave };
}

describe('turns', () => {
  it('begin at once while there is room under the name and in total', () => {
    const { order, play } = players();

    for (const who of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) play(who);

    expect(order).toEqual(['a1', 'a2', 'b1', 'b2']);
  });

  it('pass from name to name, and are first come, first served under one name', async () => {
    const { order, play, leave } = players(new Turns({ ...limits, most: 1 }));

    for (const who of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) play(who);
    for (const who of ['a', 'a', 'b', 'c', 'a']) await leave(who);

    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('skip a name that has its share', async () => {
    const { order, play, leave } = players();

    for (const who of ['a1', 'a2', 'b1', 'b2', 'a3', 'c1']) play(who);
    await leave('b');

    expect(order).toEqual(['a1', 'a2', 'b1', 'b2', 'c1']);
  });

  it('are bounded for nobody in particular by the total only', () => {
    const { turns } = players();

    const taken = Array.from({ length: 5 }, () => turns.take(anyone));

    expect(taken.map((turn) => turn === undefined)).toEqual([true, true, true, true, false]);
  });

  it('alone begin when no other runs under the name, and others wait behind them', async () => {
    const { order, play, leave } = players();

    play('a1');
    play('a2', true);
    play('a3');
    play('b1');
    expect(order).toEqual(['a1', 'b1']);
    await leave('a');
    expect(order).toEqual(['a1', 'b1', 'a2']);
    await leave('a');
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('are refused at once when too many wait under the name', () => {
    const { refused, play } = players();

    for (const who of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1']) play(who);

    expect(refused).toEqual(['a6 too many']);
  });

  it('are refused after their time, and those behind go on', async () => {
    const { order, refused, play } = players();
    play('a1');
    play('a2', true);
    await vi.advanceTimersByTimeAsync(999);
    play('a3');
    expect(refused).toEqual([]);

    await vi.advanceTimersByTimeAsync(1);

    expect([refused, order]).toEqual([['a2 too long'], ['a1', 'a3']]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(refused).toEqual(['a2 too long']);
  });

  it('say who waits for the total, and since when, not who waits for the share of their name', async () => {
    const { turns, play, leave } = players();

    for (const who of ['a1', 'a2', 'a3']) play(who);
    const ofShare = [turns.behind, turns.waiting];
    for (const who of ['b1', 'b2', 'c1']) play(who);
    await vi.advanceTimersByTimeAsync(300);
    play('d1');
    await vi.advanceTimersByTimeAsync(100);
    const ofTotal = [turns.behind, turns.waiting];
    await leave('b');

    expect(ofShare).toEqual([{ times: 0, waitedMs: 0 }, 0]);
    expect(ofTotal).toEqual([{ times: 2 / 4, waitedMs: 400 }, 2]);
    expect(turns.behind).toEqual({ times: 1 / 4, waitedMs: 100 });
  });

  it('can all be refused who wait', async () => {
    const { order, refused, turns, play, leave } = players();
    for (const who of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'c2']) play(who);

    turns.refuseWaiting();
    await leave('a');
    play('c3');
    await vi.advanceTimersByTimeAsync(5000);

    expect(refused.toSorted()).toEqual(['a3 not now', 'c1 not now', 'c2 not now']);
    expect(order).toEqual(['a1', 'a2', 'b1', 'b2', 'c3']);
  });

  it('leave nothing behind', async () => {
    const { turns, play, leave } = players();

    for (const who of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) play(who);
    for (const who of ['a', 'a', 'a', 'b', 'b']) await leave(who);
    expect(turns.isIdle).toBe(false);
    await leave('c');

    expect([turns.isIdle, vi.getTimerCount()]).toEqual([true, 0]);
  });
});
