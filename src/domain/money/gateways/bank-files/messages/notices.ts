/**
 * What a bank says of a transfer. `settled` is a status, `debited` an entry of the account. `duplicate`: it refuses what it has
 * already, and may well pay the first copy.
 */
export type Says = 'accepted' | 'settled' | 'debited' | 'rejected' | 'duplicate' | 'returned';

/** What a bank says of one transfer. */
export type Notice = {
  readonly says: Says;
  /** Null: it does not repeat our id. */
  readonly endToEndId: string | null;
  /** The code of a rejection or a return. */
  readonly reason: string | null;
  /** In ten-thousandths; null if it does not say. */
  readonly amount: bigint | null;
  readonly currency: string | null;
  /** The bank's own id of the entry. */
  readonly bankReference: string | null;
};

/** What a bank says of all transfers of one of our files, but for those that it names itself; or of several that it names. */
export type GroupNotice = {
  readonly says: Says;
  /** Null: the bank names no file. */
  readonly fileMessageId: string | null;
  /** The end-to-end ids of the transfers that the total is of; empty: it is of the file. */
  readonly covers: readonly string[];
  readonly reason: string | null;
  /** Of all transfers together; null if it does not say. */
  readonly total: Total | null;
  readonly butFor: readonly string[];
  /** The bank's own id of the entry. */
  readonly bankReference: string | null;
};

/** In ten-thousandths, and the ISO code as the bank states it. */
export type Total = { readonly amount: bigint; readonly currency: string };

export type Notices = { readonly single: readonly Notice[]; readonly groups: readonly GroupNotice[] };
