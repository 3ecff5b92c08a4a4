import { describe, expect, it } from 'vitest';
import { nextQuestionDue, questionAfterADay } from '../../../../../src/domain/money/gateways/asking.ts';

const begun = new Date('2026-03-01T10:00:00.000Z');
const after = (seconds: number) => new Date(begun.getTime() + seconds * 1000);

describe('a question to the gateway about an undecided refund or capture', () => {
  it.each([
    [1, 10],
    [2, 30],
    [3, 70],
    [4, 150],
    [9, 5110],
  ])('the %ith is due %i seconds after it began', (attempt, seconds) => {
    expect(nextQuestionDue(begun, attempt, after(seconds - 1))).toEqual(after(seconds));
  });

  it('is due now if its time has passed', () => {
    expect(nextQuestionDue(begun, 2, after(31))).toEqual(after(31));
  });

  it('is the first that is asked more than a day after it began where the log asks for a person', () => {
    const dayMs = 24 * 3600 * 1000;
    let now = begun;
    const due: number[] = [];
    for (let attempt = 1; attempt <= questionAfterADay; attempt += 1) {
      now = nextQuestionDue(begun, attempt, now);
      due.push(now.getTime() - begun.getTime());
    }

    expect(due.findIndex((ms) => ms > dayMs) + 1).toBe(questionAfterADay);
  });

  it('is due an hour from now at the latest', () => {
    expect(nextQuestionDue(begun, 12, after(20_000))).toEqual(after(20_000 + 3600));
  });
});
