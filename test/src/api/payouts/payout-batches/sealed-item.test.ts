import { describe, expect, it } from 'vitest';
import { readItem, writeItem } from '../../../../../src/domain/payouts/batches/sealed-item.ts';

const destination = {
  bankAccountId: undefined,
  fields: { provider: 'wallet_a', phone: '0771111111' },
} as const;
const subaccountId = '00000000-0000-7000-8000-000000000001';

describe('what is kept of a waiting item of a batch', () => {
  it.each([undefined, subaccountId])('is read as it was written, with the subaccount %s', (id) => {
    const kept = { destination, subaccountId: id };

    expect(readItem(writeItem(kept))).toEqual(kept);
  });

  it('is no destination for a release that knows no subaccounts, if one pays it', () => {
    const text = writeItem({ destination, subaccountId });

    expect(Object.keys(JSON.parse(text))).toEqual(['destination', 'subaccountId']);
  });

  it('is also read where the subaccount stands beside the destination, as it was written on one day', () => {
    expect(readItem(JSON.stringify({ ...destination, subaccountId }))).toEqual({ destination, subaccountId });
  });
});
