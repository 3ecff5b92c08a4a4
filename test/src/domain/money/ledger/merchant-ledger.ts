import {
  insertPlatformInvoice,
  takePlatformNumberAcrossMerchants,
} from '../../../../../src/domain/billing/platform-billing/queries.ts';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { feeOf, reserveOf, reserveReleaseAt } from '../../../../../src/domain/money/fees/payment-fees.ts';
import { type PayoutMethod, payoutFeeOf } from '../../../../../src/domain/money/fees/payout-fees.ts';
import {
  type Movement,
  paymentCaptured,
  paymentSettled,
  paymentUnwanted,
  payoutCompleted,
  payoutFailed,
  payoutRequested,
  payoutReturned,
  platformPaid,
  refundCompleted,
  refundFailed,
} from '../../../../../src/domain/money/ledger/accounts.ts';
import { post } from '../../../../../src/domain/money/ledger/post.ts';
import { findRefund, insertRefund } from '../../../../../src/domain/payments/refunds/queries.ts';
import { shareRefund, takeRefund } from '../../../../../src/domain/payments/refunds/refund-money.ts';
import { settlePending } from '../../../../../src/domain/payments/settlement/release-hold.ts';
import { releaseReserve } from '../../../../../src/domain/payments/settlement/release-reserve.ts';
import {
  insertTransaction,
  lockTransaction,
  type Transaction,
} from '../../../../../src/domain/payments/transactions/queries.ts';
import type { Act, Context } from '../../../../../src/engine/context.ts';
import { merchantId } from '../../../../../src/engine/principal.ts';
import { type Db, inTransaction } from '../../../../../src/platform/db/database.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { type Payment, someDay } from './model.ts';

const dayMs = 86_400_000;
const card = { gateway: 'sandbox_card', reference: 'r', late: false } as const;

/** The rows and the ledger of one merchant in PostgreSQL, changed by the functions of the source at a time that the test sets. */
export class MerchantLedger {
  readonly merchant = merchantId(newId());
  now = someDay;
  readonly #db: Db;
  #months = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @param settlesAt money that waits for it; absent: settled at once */
  async capture({ hundredths, method, currency }: Payment, settlesAt?: Date): Promise<string> {
    const id = newId();
    const amount = amountOf(BigInt(hundredths) * 100n);
    const fee = feeOf(method, amount, currency);
    await this.#act(async (act) => {
      const row = await this.#insert(act, { id, type: 'payment', amount, currency });
      const divided = {
        status: 'completed',
        fee,
        reserve_amount: reserveOf(amount, fee, currency),
        reserve_release_at: reserveReleaseAt(this.now),
        completed_at: this.now,
      } as const;
      await act.tx.updateTable('transactions').set(divided).where('id', '=', id).execute();
      const captured = { ...row, ...divided };
      await post(act, paymentCaptured(captured, settlesAt), ...(settlesAt ? [] : [paymentSettled(captured)]));
    });
    return id;
  }

  settle(paymentId: string): Promise<void> {
    return this.#act((act) => settlePending(act, { paymentId }));
  }

  release(paymentId: string): Promise<void> {
    return this.#act((act) => releaseReserve(act, { paymentId }));
  }

  /** At the next midnight. */
  releaseShares(): Promise<void> {
    const midnight = new Date(Math.ceil(this.now.getTime() / dayMs) * dayMs);
    const night = midnight.toISOString().slice(0, 10);
    return this.#act((act) =>
      releaseReserve({ ...act, merchant: { ...act.merchant, at: midnight } }, { night }),
    );
  }

  async refund(paymentId: string, hundredths: number): Promise<string> {
    const [id, amount] = [newId(), amountOf(BigInt(hundredths) * 100n)];
    await this.#act(async (act) => {
      await lockTransaction(act.tx, this.merchant, paymentId);
      const payment = await act.tx
        .updateTable('transactions')
        .set((eb) => ({ refunded: eb('refunded', '+', amount) }))
        .where('id', '=', paymentId)
        .returningAll()
        .executeTakeFirstOrThrow();
      const own = await this.#insert(act, { type: 'refund', amount, currency: payment.currency });
      const shares = await shareRefund(act, payment, amount);
      const about = { id, transaction_id: own.id, payment_id: paymentId, amount, currency: payment.currency };
      await insertRefund(act.tx, this.merchant, {
        ...about,
        ...shares,
        status: 'pending',
        created_at: this.now,
      });
      const refund = await findRefund(act.tx, this.merchant, id);
      if (refund) await takeRefund(act, payment, refund);
    });
    return id;
  }

  endRefund(id: string, status: 'completed' | 'failed'): Promise<void> {
    return this.#act(async (act) => {
      const known = await findRefund(act.tx, this.merchant, id);
      await lockTransaction(act.tx, this.merchant, known?.payment_id ?? id);
      const refund = await act.tx
        .updateTable('refunds')
        .set({ status, completed_at: this.now })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (status === 'failed') {
        await act.tx
          .updateTable('transactions')
          .set((eb) => ({ refunded: eb('refunded', '-', refund.amount) }))
          .where('id', '=', refund.payment_id)
          .execute();
      }
      await post(act, status === 'completed' ? refundCompleted(refund) : refundFailed(refund));
    });
  }

  async payOut(hundredths: number, currency: 'USD' | 'ZWG', method: PayoutMethod): Promise<string> {
    const [id, amount] = [newId(), amountOf(BigInt(hundredths) * 100n)];
    await this.#act(async (act) => {
      const own = await this.#insert(act, { type: 'payout', amount, currency });
      const payout = await act.tx
        .insertInto('payouts')
        .values({
          merchant_id: this.merchant,
          id,
          app_id: id,
          transaction_id: own.id,
          method,
          amount,
          fee: payoutFeeOf(method, amount, currency),
          currency,
          status: 'processing',
          [method === 'mobile_money' ? 'number_sealed' : 'account_sealed']: 'sealed',
          created_at: this.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await post(act, payoutRequested(payout));
    });
    return id;
  }

  endPayout(id: string, status: 'completed' | 'failed' | 'returned'): Promise<void> {
    return this.#act(async (act) => {
      const payout = await act.tx
        .updateTable('payouts')
        .set({ status })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const movements = { completed: payoutCompleted, failed: payoutFailed, returned: payoutReturned };
      await post(act, movements[status](payout));
    });
  }

  /** Money that came too late or in the wrong amount. */
  async receiveUnwanted({ hundredths, currency }: Payment): Promise<string> {
    const [id, amount] = [newId(), amountOf(BigInt(hundredths) * 100n)];
    await this.#act(async (act) => {
      const payment = await this.#insert(act, { type: 'payment', amount, currency });
      const own = await this.#insert(act, { type: 'refund', amount, currency });
      await post(act, paymentUnwanted(payment));
      await insertRefund(act.tx, this.merchant, {
        id,
        transaction_id: own.id,
        payment_id: payment.id,
        amount,
        currency,
        status: 'pending',
        unwanted: true,
        fee_share: 0n,
        reserve_share: 0n,
        created_at: this.now,
      });
    });
    return id;
  }

  /** The platform collects the invoice of another month. */
  async payPlatform(hundredths: number): Promise<void> {
    const [id, amount] = [newId(), amountOf(BigInt(hundredths) * 100n)];
    await this.#act(async (act) => {
      this.#months += 1;
      const period_start = new Date(someDay.getTime() + this.#months * dayMs);
      await insertPlatformInvoice(act.tx, this.merchant, {
        id,
        number: await takePlatformNumberAcrossMerchants(act.tx),
        status: 'paid',
        plan_name: 'Standard',
        subtotal: amount,
        tax_basis_points: 0,
        tax: 0n,
        total: amount,
        period_start,
        period_end: new Date(period_start.getTime() + dayMs),
        created_at: this.now,
        paid_at: this.now,
      });
      await post(act, platformPaid({ id, amount, currency: 'USD' }));
    });
  }

  post(...movements: readonly Movement[]): Promise<number> {
    return this.#act((act) => post(act, ...movements));
  }

  #act<T>(work: (act: Act) => Promise<T>): Promise<T> {
    const ctx: Pick<Context, 'now'> = { now: (merchant) => merchant.at ?? this.now };
    const merchant = { id: this.merchant, clockOffsetMs: 0 };
    return inTransaction(this.#db, this.merchant, (tx) => work({ ctx: ctx as Context, tx, merchant }));
  }

  #insert(
    act: Act,
    about: Pick<Transaction, 'type' | 'amount' | 'currency'> & { id?: string },
  ): Promise<Transaction> {
    const id = about.id ?? newId();
    const source = { source_type: 'checkout', source_id: id } as const;
    const at = { status: 'pending', created_at: this.now } as const;
    return insertTransaction(act.tx, this.merchant, { ...card, ...source, ...at, ...about, id });
  }
}
