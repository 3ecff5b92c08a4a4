import { linesOf, type Moved, type Movement } from './accounts.ts';

/** M12: a customer disputes a payment. The merchant may have paid the money out, so there is no floor. */
export function disputeOpened({ id, amount, currency }: Moved): Movement {
  return {
    name: 'dispute.opened',
    sourceId: id,
    lines: linesOf(currency, { available: -amount, dispute_hold: amount }),
  };
}

/** M13: the merchant has the money again. */
export function disputeWon({ id, amount, currency }: Moved): Movement {
  return {
    name: 'dispute.won',
    sourceId: id,
    lines: linesOf(currency, { dispute_hold: -amount, available: amount }),
  };
}

/** M14: the gateway takes the money back for the customer. */
export function disputeLost({ id, amount, currency }: Moved): Movement {
  return {
    name: 'dispute.lost',
    sourceId: id,
    lines: linesOf(currency, { dispute_hold: -amount, gateway_clearing: amount }),
  };
}

/** M21: the bank gives the money of a lost dispute back. */
export function disputeReinstated({ id, amount, currency }: Moved): Movement {
  return {
    name: 'dispute.reinstated',
    sourceId: id,
    lines: linesOf(currency, { gateway_clearing: -amount, available: amount }),
  };
}
