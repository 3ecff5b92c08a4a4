import { describe, expect, it } from 'vitest';
import { type Facts, fits, pageFor } from '../../../../src/pages/hosted/checkout/page-for.ts';
import { statusOf } from '../../../../src/pages/hosted/parts/closed-page.ts';
import { allPages } from '../a-view.ts';

const untouched: Facts = {
  status: 'pending',
  failure: null,
  pushed: false,
  over: false,
  standing: 'open',
};
const attempted = (attempt: Facts['attempt']): Facts => ({ ...untouched, attempt });
const undecided = (wallet: boolean, ageSeconds: number): Facts =>
  attempted({ status: 'pending', wallet, challenged: false, ageSeconds });
const challenged = attempted({ status: 'pending', wallet: false, challenged: true, ageSeconds: 900 });

describe('the page of a checkout', () => {
  it.each<[string, string, Facts]>([
    ['choose', 'nothing has been tried', untouched],
    [
      'choose',
      'the last attempt was refused',
      attempted({ status: 'failed', wallet: true, challenged: false, ageSeconds: 3 }),
    ],
    ['approve', 'the prompt was sent at creation', { ...untouched, pushed: true }],
    ['approve', 'the wallet waits for the PIN', undecided(true, 119)],
    ['unknown', 'the wallet has not answered in time', undecided(true, 120)],
    ['bank', 'the bank is slow', undecided(false, 44)],
    ['unknown', 'the bank has not answered in time', undecided(false, 45)],
    ['expired', 'the time has run out but the job has not run', { ...untouched, over: true }],
    ['approve', 'the time has run out during an attempt', { ...undecided(true, 5), over: true }],
    ['challenge', 'the bank asks the customer to confirm', challenged],
    ['expired', 'the time has run out during a challenge', { ...challenged, over: true }],
    ['receipt', 'it is paid', { ...untouched, status: 'completed' }],
    ['held', 'its amount is held', { ...untouched, status: 'authorized' }],
    ['released', 'its amount was released', { ...untouched, status: 'voided' }],
    [
      'expired',
      'it has expired',
      { ...undecided(true, 130), status: 'expired', failure: 'CHECKOUT_EXPIRED' },
    ],
    ['aborted', 'the merchant stopped it', { ...untouched, status: 'failed', failure: 'CHECKOUT_ABORTED' }],
    ['aborted', 'the customer cancelled', { ...untouched, status: 'failed', failure: 'CHECKOUT_CANCELLED' }],
    ['closed', 'the merchant is suspended', { ...untouched, standing: 'suspended' }],
    [
      'approve',
      'the merchant was suspended during an attempt',
      { ...undecided(true, 5), standing: 'suspended' },
    ],
    ['busy', 'another payer has reserved the last use of the link', { ...untouched, standing: 'busy' }],
    ['closed', 'the link is used up', { ...untouched, standing: 'exhausted' }],
    [
      'expired',
      'the link was paused and the time has run out',
      { ...untouched, over: true, standing: 'paused' },
    ],
    [
      'approve',
      'its own attempt has reserved the last use of the link',
      { ...undecided(true, 5), standing: 'busy' },
    ],
    [
      'failed',
      'it was refused five times',
      { ...untouched, status: 'failed', failure: 'ATTEMPTS_EXHAUSTED' },
    ],
  ])('is "%s" when %s', (page, _state, facts) => {
    expect(pageFor(facts)).toBe(page);
  });

  it('offers to pay only while no attempt is under way', () => {
    const paying = allPages.filter((page) => fits(page, 'pay'));

    expect(paying).toEqual(['choose']);
  });

  it('takes an answer to a challenge only while the bank waits for it', () => {
    expect(allPages.filter((page) => fits(page, 'authorise') || fits(page, 'fail'))).toEqual(['challenge']);
  });

  it('answers 410 when nothing can be done on it any more', () => {
    expect(allPages.filter((page) => statusOf(page) === 410)).toEqual(['expired', 'aborted', 'closed']);
  });
});
