import { randomUUID as uuid } from 'node:crypto';

const day = '2026-01-01T12:00:00Z';
const gateway = 'bank';
const payout = (id: string) => ({
  payout_id: id,
  end_to_end_id: `PO${id.replaceAll('-', '').toUpperCase()}`,
});

/** Rows of the tables that connections to providers keep: payouts by files, and messages to acquirers. */
export const bankTables = (merchant_id: string) =>
  ({
    bank_transfers: {
      row: {
        merchant_id,
        gateway,
        amount: 100,
        currency: 'USD',
        bank_name: 'First Bank',
        account_name: 'Corner Shop',
        account_sealed: 'sealed',
        state: 'waiting',
        created_at: day,
      },
      fresh: () => payout(uuid()),
    },
    bank_files: {
      row: {
        gateway,
        currency: 'USD',
        cut_off: day,
        transfers: 1,
        total: 100,
        content_sealed: 'sealed',
        created_at: day,
      },
      fresh: (nth: number) => ({ id: uuid(), message_id: uuid(), part: nth }),
    },
    bank_answers: {
      row: { gateway, name: 'answer.xml', state: 'set_aside', words: 'it is empty' },
      fresh: () => ({ hash: uuid() }),
    },
    bank_unmatched: {
      row: { gateway, hash: uuid(), says: 'debited', why: 'unknown' },
      fresh: (nth: number) => ({ position: nth }),
    },
    acquirer_messages: {
      row: {
        merchant_id,
        gateway: 'acquirer',
        purpose: 'charge',
        mti: '0200',
        processing_code: '000000',
        terminal: 'SHOP0001',
        stan_day: '2026-01-01',
        amount: 100,
        currency: 'USD',
        transmitted_at: day,
        deadline: '2026-01-02T12:00:00Z',
      },
      fresh: (nth: number) => ({ id: uuid(), reference: uuid(), stan: nth, rrn: `60010000000${nth}` }),
    },
  }) as const;
