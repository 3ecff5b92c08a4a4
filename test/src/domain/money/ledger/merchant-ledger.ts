import { apiVersions } from '../../../../../src/app/release.ts';
import {
  insertPlatformInvoice,
  takePlatformNumberAcrossMerchants,
} from '../../../../../src/domain/billing/platform-billing/queries.ts';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { acceptOffer, makeOffer } from '../../../../../src/domain/money/capital/offer.ts';
import { repayEarly } from '../../../../../src/domain/money/capital/repay.ts';
import { feeOf, reserveOf, reserveReleaseAt } from '../../../../../src/domain/money/fees/payment-fees.ts';
import { type PayoutMethod, payoutFeeOf } from '../../../../../src/domain/money/fees/payout-fees.ts';
import {
  type Movement,
  paymentCaptured,
  paymentSettled,
  paymentUnwanted,
  platformPaid,
  refundCompleted,
  refundFailed,
} from '../../../../../src/domain/money/ledger/accounts.ts';
import {
  disputeLost,
  disputeReinstated,
  disputeWon,
} from '../../../../../src/domain/money/ledger/dispute-movements.ts';
import { cashOutCompleted, floatToppedUp } from '../../../../../src/domain/money/ledger/float-movements.ts';
import {
  payoutCompleted,
  payoutFailed,
  payoutRequested,
  payoutReturned,
} from '../../../../../src/domain/money/ledger/payout-movements.ts';
import { post } from '../../../../../src/domain/money/ledger/post.ts';
import { insertSplit } from '../../../../../src/domain/money/splits/queries.ts';
import {
  countDisputed,
  insertDispute,
  markReinstated,
} from '../../../../../src/domain/payments/disputes/queries.ts';
import { findRefund, insertRefund } from '../../../../../src/domain/payments/refunds/queries.ts';
import {
  shareRefund,
  takeDispute,
  takeRefund,
} from '../../../../../src/domain/payments/refunds/refund-money.ts';
import { settlePending } from '../../../../../src/domain/payments/settlement/release-hold.ts';
import { releaseReserve } from '../../../../../src/domain/payments/settlement/release-reserve.ts';
import { recordSettled, settlePart } from '../../../../../src/domain/payments/settlement/settle-part.ts';
import {
  insertTransaction,
  lockTransaction,
  type Transaction,
} from '../../../../../src/domain/payments/transactions/queries.ts';
import { insertAgent, insertCashOut, insertTopUp } from '../../../../../src/domain/payouts/agents/queries.ts';
import type { Act, Context } from '../../../../../src/engine/context.ts';
import { merchantId } from '../../../../../src/engine/principal.ts';
import { type Db, inTransaction } from '../../../../../src/platform/db/database.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { plainReactions } from '../../../../support/receivers/event-context.ts';
import { type Payment, partners, someDay } from './model.ts';

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
  async capture(payment: Payment, settlesAt?: Date): Promise<string> {
    const { hundredths, method, currency, shares = [] } = payment;
    const id = newId();
    const amount = amountOf(BigInt(hundredths) * 100n);
    const fee = feeOf(method, amount, currency);
    await this.#act(async (act) => {
      const split_id = shares.length > 0 ? await this.#split(act, shares, currency) : null;
      const row = this.#insert(act, { id, type: 'payment', amount, currency, split_id });
      const divided = {
        status: 'completed',
        fee,
        reserve_amount: reserveOf(amount, fee, currency),
        reserve_release_at: reserveReleaseAt(this.now),
        completed_at: this.now,
      } as const;
      await act.tx.updateTable('transactions').set(divided).where('id', '=', id).execute();
      const captured = { ...row, ...divided };
      if (settlesAt) {
        await post(act, paymentCaptured(captured, settlesAt));
        return;
      }
      const part = { sourceId: id, before: 0n, amount: amount - fee - captured.reserve_amount };
      const settled = await settlePart(act, captured, part);
      await post(act, paymentCaptured(captured), paymentSettled(captured), ...settled.movements);
      await recordSettled(act, settled);
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
      const own = this.#insert(act, { type: 'refund', amount, currency: payment.currency });
      const shares = await shareRefund(act, payment, amount);
      const about = { id, transaction_id: own.id, payment_id: paymentId, amount, currency: payment.currency };
      insertRefund(act.tx, this.merchant, {
        reason: null,
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

  /** The new advance, which the merchant accepts at once. */
  async takeAdvance(
    hundredths: number,
    fee: number,
    about: { currency: 'USD' | 'ZWG'; rate: number },
  ): Promise<string> {
    const { currency, rate: holdbackBasisPoints } = about;
    const [amount, costs] = [amountOf(BigInt(hundredths) * 100n), amountOf(BigInt(fee) * 100n)];
    return await this.#act(async (act) => {
      const offer = await makeOffer(act, { amount, fee: costs, currency, holdbackBasisPoints });
      return (await acceptOffer(act, offer.id)).id;
    });
  }

  repayEarly(id: string): Promise<unknown> {
    return this.#act((act) => repayEarly(act, id));
  }

  async dispute(paymentId: string, hundredths: number): Promise<string> {
    const [id, amount] = [newId(), amountOf(BigInt(hundredths) * 100n)];
    await this.#act(async (act) => {
      await countDisputed(act.tx, this.merchant, paymentId, amount);
      const payment = await lockTransaction(act.tx, this.merchant, paymentId);
      if (!payment) throw new Error('a payment is disputed');
      const dispute = await insertDispute(act.tx, this.merchant, {
        ...(await shareRefund(act, payment, amount)),
        id,
        transaction_id: paymentId,
        gateway_reference: id,
        amount,
        currency: payment.currency,
        reason: 'other',
        status: 'needs_response',
        evidence_due_at: this.now,
        created_at: this.now,
        opened_at: this.now,
      });
      await takeDispute(act, payment, dispute);
    });
    return id;
  }

  endDispute(id: string, status: 'won' | 'lost'): Promise<void> {
    return this.#act(async (act) => {
      const dispute = await act.tx
        .updateTable('disputes')
        .set({ status, resolution: 'decided', resolved_at: this.now })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (status === 'won')
        await countDisputed(act.tx, this.merchant, dispute.transaction_id, -dispute.amount);
      await post(act, status === 'won' ? disputeWon(dispute) : disputeLost(dispute));
    });
  }

  reinstate(id: string): Promise<void> {
    return this.#act(async (act) => {
      const reinstated = await markReinstated(act.tx, this.merchant, id, this.now);
      if (!reinstated) throw new Error('a lost dispute is reinstated');
      await post(act, disputeReinstated(reinstated));
    });
  }

  async payOut(
    hundredths: number,
    currency: 'USD' | 'ZWG',
    method: PayoutMethod,
    subaccount_id: string | null = null,
  ): Promise<string> {
    const [id, amount] = [newId(), amountOf(BigInt(hundredths) * 100n)];
    await this.#act(async (act) => {
      const own = this.#insert(act, { type: 'payout', amount, currency });
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
          subaccount_id,
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

  /** @param agent its number among the agents of this merchant */
  async topUp(agent: number, hundredths: number, currency: 'USD' | 'ZWG'): Promise<void> {
    const [id, amount] = [newId(), amountOf(BigInt(hundredths) * 100n)];
    const agent_id = await this.#agentOf(agent);
    await this.#act(async (act) => {
      const about = { id, agent_id, amount, currency, created_at: this.now };
      await insertTopUp(act.tx, this.merchant, about);
      await post(act, floatToppedUp({ id, amount, currency }, agent_id));
    });
  }

  async cashOut(agent: number, payoutId: string): Promise<void> {
    const agent_id = await this.#agentOf(agent);
    await this.#act(async (act) => {
      const payout = await act.tx
        .updateTable('payouts')
        .set({ status: 'completed' })
        .where('id', '=', payoutId)
        .returningAll()
        .executeTakeFirstOrThrow();
      const { amount, fee, currency } = payout;
      const about = { payout_id: payoutId, agent_id, amount: amount - fee, currency, created_at: this.now };
      await insertCashOut(act.tx, this.merchant, { id: newId(), outcome: 'completed', ...about });
      await post(act, cashOutCompleted(payout, agent_id));
    });
  }

  readonly #agents = new Map<number, string>();

  async #agentOf(number: number): Promise<string> {
    const known = this.#agents.get(number);
    if (known !== undefined) return known;
    const id = newId();
    const about = { name: 'Corner Shop', phone: '+263772000111', status: 'active' } as const;
    await this.#act((act) => insertAgent(act.tx, this.merchant, { id, ...about, created_at: this.now }));
    this.#agents.set(number, id);
    return id;
  }

  /** Money that came too late or in the wrong amount. */
  async receiveUnwanted({ hundredths, currency }: Payment): Promise<string> {
    const [id, amount] = [newId(), amountOf(BigInt(hundredths) * 100n)];
    await this.#act(async (act) => {
      const payment = this.#insert(act, { type: 'payment', amount, currency });
      const own = this.#insert(act, { type: 'refund', amount, currency });
      await post(act, paymentUnwanted(payment));
      insertRefund(act.tx, this.merchant, {
        reason: null,
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
    const ctx: Partial<Context> = {
      mode: 'live',
      now: (merchant) => merchant.at ?? this.now,
      reactions: plainReactions,
      versions: apiVersions,
    };
    const merchant = { id: this.merchant, clockOffsetMs: 0 };
    return inTransaction(this.#db, this.merchant, (tx) => work({ ctx: ctx as Context, tx, merchant }));
  }

  /** A split of these shares, the first of the first partner. */
  async #split(act: Act, shares: readonly number[], currency: 'USD' | 'ZWG'): Promise<string> {
    const row = { merchant_id: this.merchant, created_at: this.now };
    const subaccounts = partners.map((id) => ({ ...row, id, name: 'Partner', label: null }));
    await act.tx
      .insertInto('subaccounts')
      .values(subaccounts)
      .onConflict((on) => on.doNothing())
      .execute();
    const split = { ...row, id: newId(), name: 'Stall', currency, status: 'active' } as const;
    const wanted = shares.map((basis_points, nth) => ({ subaccount_id: partners[nth] ?? '', basis_points }));
    return (await insertSplit(act.tx, this.merchant, split, wanted)).id;
  }

  #insert(
    act: Act,
    about: Pick<Transaction, 'type' | 'amount' | 'currency'> & { id?: string; split_id?: string | null },
  ): Transaction {
    const id = about.id ?? newId();
    const source = { source_type: 'checkout', source_id: id } as const;
    const at = { status: 'pending', created_at: this.now } as const;
    return insertTransaction(act.tx, this.merchant, { ...card, ...source, ...at, ...about, id });
  }
}
