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
const undecided = (wallet: boolean, ageSeconds: number): Facts => ({
  ...untouched,
  attempt: { status: 'pending', wallet, ageSeconds },
});

describe('the page of a checkout', () => {
  it.each<[string, Facts, string]>([
    ['nothing tried', untouched, 'choose'],
    [
      'the last attempt refused',
      { ...untouched, attempt: { status: 'failed', wallet: true, ageSeconds: 3 } },
      'choose',
    ],
    ['a push on its way', { ...untouched, pushed: true }, 'approve'],
    ['a wallet asks for the PIN', undecided(true, 119), 'approve'],
    ['a wallet is silent', undecided(true, 120), 'unknown'],
    ['a bank is slow', undecided(false, 44), 'bank'],
    ['a bank is silent', undecided(false, 45), 'unknown'],
    ['its time is over, the job still to come', { ...untouched, over: true }, 'expired'],
    ['its time is over, an attempt under way', { ...undecided(true, 5), over: true }, 'approve'],
    ['paid', { ...untouched, status: 'completed' }, 'receipt'],
    ['expired', { ...undecided(true, 130), status: 'expired', failure: 'CHECKOUT_EXPIRED' }, 'expired'],
    ['aborted', { ...untouched, status: 'failed', failure: 'CHECKOUT_ABORTED' }, 'aborted'],
    ['of a merchant who was suspended', { ...untouched, standing: 'suspended' }, 'closed'],
    [
      'of a merchant who was suspended, an attempt under way',
      { ...undecided(true, 5), standing: 'suspended' },
      'approve',
    ],
    ['of a link whose last use is reserved by another', { ...untouched, standing: 'busy' }, 'busy'],
    ['of a link that is used up', { ...untouched, standing: 'exhausted' }, 'closed'],
    ['of a link that was closed, over', { ...untouched, over: true, standing: 'paused' }, 'expired'],
    ['of a link that is used up by itself', { ...undecided(true, 5), standing: 'busy' }, 'approve'],
    ['refused five times', { ...untouched, status: 'failed', failure: 'ATTEMPTS_EXHAUSTED' }, 'failed'],
  ])('%s', (_state, facts, page) => {
    expect(pageFor(facts)).toBe(page);
  });

  it('takes a payment only where none is under way', () => {
    const paying = allPages.filter((page) => fits(page, 'pay'));

    expect(paying).toEqual(['choose']);
  });

  it('says 410 when it is over without a result of its own', () => {
    expect(allPages.filter((page) => statusOf(page) === 410)).toEqual(['expired', 'aborted', 'closed']);
  });
});
