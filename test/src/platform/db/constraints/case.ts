import { type Row, uuid } from './rows.ts';

/** A second row with the same values in these columns as the first. */
type Twice = { readonly same: readonly string[]; readonly both?: Row };

/** Rows of which each breaks this constraint and no other, but for those that `without` names. */
type Case = {
  readonly rows: readonly (Row | Twice)[];
  /** Constraints that every such row breaks too. They are dropped first. */
  readonly without?: readonly string[];
};

export type Written = Row | readonly Row[] | Twice | Case;

export function caseOf(written: Written): Case {
  if ('rows' in written) return written as Case;
  return { rows: Array.isArray(written) ? written : [written] };
}

export const isTwice = (row: Row | Twice): row is Twice => 'same' in row;

export const same = (...columns: string[]): Twice => ({ same: columns });
export const ofMerchant = (...columns: string[]): Twice => same('merchant_id', ...columns);
/** A reference to a row that does not exist. */
export const lost = (column: string): Row => ({ [column]: uuid() });
export const each = (column: string, ...values: unknown[]): Row[] =>
  values.map((value) => ({ [column]: value }));

export const noCurrency = { currency: 'EUR' };
export const noStatus = { status: 'lost' };
export const free = { amount: 0 };
