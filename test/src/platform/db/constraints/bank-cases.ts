import { each, free, noCurrency, ofMerchant, same, type Written } from './case.ts';
import type { TableName } from './rows.ts';

type BankTable = Extract<TableName, `bank_${'transfers' | 'files' | 'answers' | 'unmatched'}`>;

export const bankCases: Readonly<Record<BankTable, Readonly<Record<string, Written>>>> = {
  bank_transfers: {
    bank_transfers_pkey: ofMerchant('payout_id', 'end_to_end_id'),
    bank_transfer_amount: free,
    bank_transfer_currency: noCurrency,
    bank_transfer_end_to_end_id: each('end_to_end_id', 'PO1', 'PO00000000000000000000000000000000'),
    bank_transfer_state: { state: 'lost', file_id: '00000000-0000-0000-0000-000000000001' },
    bank_transfer_in_file: [
      { file_id: '00000000-0000-0000-0000-000000000001' },
      ...each('state', 'filed', 'accepted', 'settled', 'returned'),
    ],
  },
  bank_files: {
    bank_files_pkey: same('id'),
    bank_file_message: same('message_id'),
    bank_file_part_once: same('gateway', 'currency', 'cut_off', 'part'),
    bank_file_currency: noCurrency,
    bank_file_part: { part: 0 },
    bank_file_transfers: { transfers: 0 },
    bank_file_total: { total: 0 },
    bank_file_state: { state: 'lost' },
    bank_file_handed_over: [{ state: 'handed_over' }, { handed_over_at: '2026-01-01T12:00:00Z' }],
  },
  bank_answers: {
    bank_answers_pkey: same('gateway', 'hash'),
    bank_answer_state: { state: 'lost' },
    bank_answer_taken: [{ state: 'taken' }, { words: null }],
  },
  bank_unmatched: {
    bank_unmatched_pkey: same('gateway', 'hash', 'position'),
    bank_unmatched_why: { why: 'lost' },
  },
};
