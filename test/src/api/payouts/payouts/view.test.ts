import { describe, expect, it } from 'vitest';
import { requestedPayoutView } from '../../../../../src/api/payouts/payouts/view.ts';
import type { Payout } from '../../../../../src/domain/payouts/payouts/queries.ts';

function aRow(method: Payout['method']): Payout {
  return {
    merchant_id: '0199c2ab-0736-7b8f-ac34-e5f607182930',
    id: '0199c2ab-0736-7b8f-ac34-e5f607182931',
    app_id: '0199c2ab-0736-7b8f-ac34-e5f607182932',
    transaction_id: '0199c2ab-0736-7b8f-ac34-e5f607182933',
    method,
    amount: 450_000n,
    fee: 10_000n,
    currency: 'USD',
    status: 'processing',
    bank_account_id: null,
    bank_name: null,
    account_name: null,
    account_sealed: null,
    account_last4: null,
    branch_code: null,
    provider: null,
    number_sealed: null,
    number_masked: null,
    otp_hash: null,
    otp_expires_at: null,
    subaccount_id: null,
    otp_tries: 0,
    held_for: null,
    failure: null,
    created_at: new Date('2026-01-05T08:00:00.000Z'),
    completed_at: null,
    sent_at: null,
  };
}

describe('the expected settlement of a payout', () => {
  it.each([
    ['bank_transfer', '1-2 business days'],
    ['mobile_money', 'within 10 minutes'],
    ['agent_cash', 'ready for collection, valid 72 hours'],
  ] as const)('by %s in live mode is: %s', (method, words) => {
    const asked = { payout: aRow(method), agentOtp: undefined };

    expect(requestedPayoutView('live', asked).expected_settlement).toBe(words);
    expect(requestedPayoutView('sandbox', asked).expected_settlement).toBe('5 minutes (sandbox)');
  });
});
