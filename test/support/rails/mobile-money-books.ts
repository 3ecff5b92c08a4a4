import { randomUUID } from 'node:crypto';

export type Fault = { readonly status: number; readonly category: string; readonly code: string };

type Party = { readonly key: string; readonly value: string };

/** What a client asks the operator to do, as far as the operator reads it. */
export type Order = {
  readonly type: string;
  readonly correlationId: string;
  readonly callbackUrl: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly originalReference?: string;
};

export type Transaction = {
  readonly transactionReference: string;
  readonly originalTransactionReference?: string;
  readonly requestingOrganisationTransactionReference?: unknown;
  readonly type: string;
  transactionStatus: string;
  readonly amount: string;
  readonly currency: string;
  readonly debitParty: readonly Party[];
  readonly creditParty: readonly Party[];
  readonly customData?: unknown;
  readonly descriptionText?: unknown;
  readonly creationDate: string;
  readonly modificationDate: string;
};

export type Asked = {
  readonly order: Order;
  readonly serverCorrelationId: string;
  status: 'pending' | 'completed' | 'failed';
  fault?: Fault;
  expiryTime?: string;
  transaction?: Transaction;
};

const limit = (code: string): Fault => ({ status: 400, category: 'businessRule', code });

/** Faults as the published text names them. */
export const faults = {
  insufficientFunds: limit('insufficientFunds'),
  requestDeclined: { status: 401, category: 'authorisation', code: 'requestDeclined' },
  wrongPin: { status: 401, category: 'authorisation', code: 'requestingPartyAuthorisationError' },
  dailyLimit: limit('dailyValueLimitExceeded'),
  incorrectState: limit('incorrectState'),
  duplicateRequest: limit('duplicateRequest'),
  noSuch: { status: 404, category: 'identification', code: 'identifierError' },
  format: { status: 400, category: 'validation', code: 'formatError' },
  missing: { status: 400, category: 'validation', code: 'mandatoryValueNotSupplied' },
  unauthorised: { status: 401, category: 'authorisation', code: 'clientAuthorisationError' },
  down: { status: 503, category: 'serviceUnavailable', code: 'genericError' },
} as const satisfies Readonly<Record<string, Fault>>;

/** What the operator has done: requests by the client's id, and the transactions that came of them. */
export class Books {
  readonly asked = new Map<string, Asked>();
  readonly transactions = new Map<string, Transaction>();
  #made = 0;

  /** @returns the fault with which the operator refuses the order; a second one of the same id is a duplicate */
  take(order: Order): Asked | Fault {
    if (this.asked.has(order.correlationId)) return faults.duplicateRequest;
    const fault = order.originalReference === undefined ? undefined : this.#mayGiveBack(order);
    if (fault) return fault;
    const asked: Asked = { order, serverCorrelationId: randomUUID(), status: 'pending' };
    this.asked.set(order.correlationId, asked);
    return asked;
  }

  complete(asked: Asked, paid: { readonly amount?: string; readonly currency?: string } = {}): void {
    if (asked.status !== 'pending') return;
    const { order } = asked;
    const original = this.transactions.get(order.originalReference ?? '');
    this.#made += 1;
    const at = new Date().toISOString();
    const { requestingOrganisationTransactionReference: reference, customData } = order.body;
    const transaction: Transaction = {
      transactionReference: `REF-${String(this.#made).padStart(6, '0')}-${randomUUID().slice(0, 8)}`,
      ...(original && { originalTransactionReference: original.transactionReference }),
      requestingOrganisationTransactionReference: reference,
      type: order.type,
      transactionStatus: 'completed',
      ...movedBy(order, original),
      ...paid,
      ...(customData !== undefined && { customData }),
      creationDate: at,
      modificationDate: at,
    };
    this.transactions.set(transaction.transactionReference, transaction);
    asked.status = 'completed';
    asked.transaction = transaction;
    if (original && this.leftOf(original) === 0n) original.transactionStatus = 'reversed';
  }

  fail(asked: Asked, fault: Fault, expiryTime?: string): void {
    if (asked.status !== 'pending') return;
    asked.status = 'failed';
    asked.fault = fault;
    if (expiryTime !== undefined) asked.expiryTime = expiryTime;
  }

  byServerId(id: string): Asked | undefined {
    return [...this.asked.values()].find(({ serverCorrelationId }) => serverCorrelationId === id);
  }

  /** What the payer of a payment has paid and not got back, in ten-thousandths. */
  leftOf(payment: Transaction): bigint {
    const back = [...this.transactions.values()].filter(
      ({ originalTransactionReference }) => originalTransactionReference === payment.transactionReference,
    );
    return back.reduce((left, { amount }) => left - scaled(amount), scaled(payment.amount));
  }

  #mayGiveBack({ originalReference = '', body }: Order): Fault | undefined {
    const original = this.transactions.get(originalReference);
    if (!original) return faults.noSuch;
    const amount = typeof body['amount'] === 'string' ? body['amount'] : original.amount;
    return scaled(amount) > this.leftOf(original) ? faults.incorrectState : undefined;
  }
}

/** A reversal moves the money of its original back, unless it says otherwise. */
function movedBy({ body }: Order, original: Transaction | undefined) {
  const back = original && {
    ...original,
    debitParty: original.creditParty,
    creditParty: original.debitParty,
  };
  const { amount, currency, debitParty, creditParty } = { ...back, ...body } as Transaction;
  return { amount, currency, debitParty, creditParty };
}

function scaled(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(4, '0'));
}
