import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Case, cases, movementOf, nothing, partsOf, paymentAt, reduce, type State } from './model.ts';

const sum = (numbers: Iterable<bigint>) => [...numbers].reduce((total, number) => total + number, 0n);

/** Plays a case, looking at every state on the way. */
function play(
  { payments, commands }: Case,
  look: (before: State, after: State, result: string, step: number) => void,
): State {
  return commands.reduce((before, command, step) => {
    const { state, result } = reduce(before, paymentAt(payments, command.payment), command);
    look(before, state, result, step);
    return state;
  }, nothing);
}

function totalOf(state: State, currency: string, accounts = /./): bigint {
  return sum(
    [...state.balances].filter(([name]) => name.endsWith(currency) && accounts.test(name)).map(([, b]) => b),
  );
}

/** What the movements of the source leave, posted without any database. */
function sheetOf({ payments, commands }: Case): ReadonlyMap<string, bigint> {
  const sheet = new Map<string, bigint>();
  play({ payments, commands }, (_before, _after, result, step) => {
    const command = commands[step];
    if (result !== 'done' || !command) return;
    for (const { account, currency, amount } of movementOf(
      paymentAt(payments, command.payment),
      command,
      String,
    ).lines) {
      const name = `${account} ${currency}`;
      sheet.set(name, (sheet.get(name) ?? 0n) + amount / 100n);
    }
  });
  return sheet;
}

describe('money, in a thousand histories of up to 512 movements', () => {
  it('is never made nor lost, and no bounded account is overdrawn', () => {
    assert(
      property(cases(512), (story) => {
        play(story, (_before, after) => {
          expect([totalOf(after, 'USD'), totalOf(after, 'ZWG')]).toEqual([0n, 0n]);
          expect(
            [...after.balances].filter(([name, b]) => /^(pending|reserve|refund)/.test(name) && b < 0n),
          ).toEqual([]);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('does not move when a movement is refused or was made before', () => {
    assert(
      property(cases(512), (story) => {
        const moved: string[] = [];

        play(story, (before, after, result) => {
          if (result !== 'done' && after !== before) moved.push(result);
        });

        expect(moved).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('goes where the movements of the source say', () => {
    assert(
      property(cases(512), (story) => {
        const after = play(story, () => undefined);

        expect(sheetOf(story)).toEqual(after.balances);
      }),
      { numRuns: 1000 },
    );
  });

  it('reaches the merchant less the fee, however a payment divides', () => {
    assert(
      property(cases(12), ({ payments }) => {
        const commands = payments.flatMap((_, payment) => [
          { does: 'capture', payment } as const,
          { does: 'settle', payment } as const,
        ]);

        const after = play({ payments, commands }, () => undefined);

        for (const currency of ['USD', 'ZWG'] as const) {
          const paid = payments.filter((payment) => payment.currency === currency);
          const net = sum(paid.map((payment) => BigInt(payment.hundredths) - partsOf(payment).fee));
          expect(totalOf(after, currency, /^(available|pending|reserve)/)).toBe(net);
        }
      }),
    );
  });
});
