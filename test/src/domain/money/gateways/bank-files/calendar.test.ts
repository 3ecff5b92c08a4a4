import { describe, expect, it } from 'vitest';
import {
  executionDay,
  lastCutOff,
  nextCutOff,
  shownTime,
} from '../../../../../../src/domain/money/gateways/bank-files/settings/calendar.ts';

const harare = { times: ['10:00', '15:00'], time_zone: 'Africa/Harare', holidays: ['2026-12-25'] };
const at = (text: string) => new Date(text);

describe('the cut-offs of a bank', () => {
  it('come at the times of day of its time zone', () => {
    const now = at('2026-11-25T09:00:00Z');

    expect(lastCutOff(harare, now)).toEqual(at('2026-11-25T08:00:00Z'));
    expect(nextCutOff(harare, now)).toEqual(at('2026-11-25T13:00:00Z'));
  });

  it('have come in the very moment', () => {
    const now = at('2026-11-25T08:00:00Z');

    expect(lastCutOff(harare, now)).toEqual(now);
    expect(nextCutOff(harare, now)).toEqual(at('2026-11-25T13:00:00Z'));
  });

  it('leave weekends and holidays out', () => {
    const christmas = at('2026-12-25T12:00:00Z');

    expect(lastCutOff(harare, christmas)).toEqual(at('2026-12-24T13:00:00Z'));
    expect(nextCutOff(harare, christmas)).toEqual(at('2026-12-28T08:00:00Z'));
  });

  it('keep their time of day when the clocks change', () => {
    const berlin = { times: ['10:00'], time_zone: 'Europe/Berlin' };

    expect(nextCutOff(berlin, at('2026-03-27T12:00:00Z'))).toEqual(at('2026-03-30T08:00:00Z'));
    expect(nextCutOff(berlin, at('2026-10-23T12:00:00Z'))).toEqual(at('2026-10-26T09:00:00Z'));
  });

  it('come later if the clocks leave their time out', () => {
    const berlin = { times: ['02:30'], time_zone: 'Europe/Berlin', days: ['sun'] as const };

    expect(nextCutOff(berlin, at('2026-03-28T12:00:00Z'))).toEqual(at('2026-03-29T01:30:00Z'));
  });

  it('are none if the bank never works', () => {
    const closed = { ...harare, days: [] };

    expect(lastCutOff(closed, at('2026-11-25T09:00:00Z'))).toBeUndefined();
    expect(nextCutOff(closed, at('2026-11-25T09:00:00Z'))).toBeUndefined();
  });
});

describe('the day of execution', () => {
  it('is today by the calendar of the bank, or the next day on which it works', () => {
    expect(executionDay(harare, at('2026-11-25T21:59:00Z'))).toBe('2026-11-25');
    expect(executionDay(harare, at('2026-11-25T22:01:00Z'))).toBe('2026-11-26');
    expect(executionDay(harare, at('2026-12-25T08:00:00Z'))).toBe('2026-12-28');
  });
});

it('shows a time as people at the bank say it', () => {
  expect(shownTime(harare, at('2026-11-26T08:00:00Z'))).toBe('2026-11-26 10:00 (Africa/Harare)');
});
