import type { WantedPayout } from '../payouts/request-payout.ts';

/** What is kept of a waiting item until it becomes a payout: where it goes, and the subaccount that pays it. */
type Kept = Pick<WantedPayout, 'destination' | 'subaccountId'>;

export const itemPurpose = 'payout-batch-item';

/**
 * The text of an item, to be sealed. A release that knows no subaccounts reads a destination alone. It must not take an item of a
 * subaccount for one that the merchant pays, so such an item has another shape, at which that release fails and tries again.
 */
export function writeItem({ destination, subaccountId }: Kept): string {
  return JSON.stringify(subaccountId === undefined ? destination : { destination, subaccountId });
}

/** Reads what `writeItem` wrote, and also a destination that has its subaccount beside it: so it was written on 2026-11-27. */
export function readItem(text: string): Kept {
  const read: Kept | (WantedPayout['destination'] & Partial<Pick<Kept, 'subaccountId'>>) = JSON.parse(text);
  if ('destination' in read) return read;
  const { subaccountId, ...destination } = read;
  return { destination, subaccountId };
}
