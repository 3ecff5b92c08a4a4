import type { components } from '../../../../generated/openapi.d.ts';
import type { TriggeredEvent } from '../../../domain/merchants/sandbox/trigger-event.ts';
import { failureInfo } from '../../../domain/payments/transactions/failures.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import type { JobPayloads } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import { type IdPrefix, isUuid, showId } from '../../../platform/ids.ts';
import type { Drained } from '../../../platform/jobs/drain.ts';

type Schemas = components['schemas'];

/** Kind of job → the prefix of the resource whose id begins the job's key; null: no resource has it. */
const prefixes: Readonly<Record<keyof JobPayloads, IdPrefix | null>> = {
  'authorizations.expire': 'txn',
  'authorizations.finish': 'txn',
  'capital.expire-offer': 'cof',
  'checkout.expire': 'chk',
  'disputes.answer': 'dsp',
  'disputes.callback': 'txn',
  'disputes.drop-file': 'file',
  'disputes.expire': 'dsp',
  'events.recover': null,
  'invoices.mark-unpaid': 'inv',
  'invoices.remind': 'inv',
  'ledger.release-reserve': 'txn',
  'ledger.settle-pending': 'txn',
  'ledger.tell-balances': 'mer',
  'payment-methods.expire': 'pm',
  'payment-methods.renewed': 'pm',
  'payments.callback': 'txn',
  'payments.confirm': 'txn',
  'payments.requery': 'txn',
  'payout-batches.run': 'pob',
  'payouts.complete': 'po',
  'payouts.confirm': 'po',
  'payouts.expire': 'po',
  'payouts.return': 'po',
  'payouts.review': 'po',
  'platform-billing.bill': 'mer',
  'platform-billing.collect': 'inv',
  'platform-billing.retry': 'mer',
  'refunds.confirm': 'ref',
  'refunds.finish': 'ref',
  'reports.write': 'rpt',
  'subscriptions.charge': 'txn',
  'subscriptions.collect': 'sub',
  'subscriptions.renew': 'sub',
};

const prefixOf: Readonly<Record<string, IdPrefix | null>> = prefixes;

export function clockView(clock: { readonly now: Date; readonly offsetMs: number }): Schemas['TestClock'] {
  return { now: clock.now.toISOString(), offset_seconds: Math.floor(clock.offsetMs / 1000) };
}

type Advanced = { readonly now: Date; readonly offsetMs: number; readonly drained: Drained };

export function advancedView(advanced: Advanced): Schemas['AdvancedTestClock'] {
  const { fired, total, more } = advanced.drained;
  return {
    ...clockView(advanced),
    fired: fired.map((job) => firedView(job, advanced.offsetMs)),
    fired_total: total,
    more,
  };
}

function firedView(job: Drained['fired'][number], offsetMs: number): Schemas['FiredJob'] {
  const [id = ''] = job.key.split('/');
  const prefix = prefixOf[job.kind];
  return {
    kind: job.kind,
    resource_id: prefix && isUuid(id) ? showId(prefix, id) : null,
    due_at: new Date(job.dueAt.getTime() + offsetMs).toISOString(),
  };
}

export function testPaymentView({
  id,
  checkout_id: checkoutId,
  status,
  failure,
}: Transaction): Schemas['TestPayment'] {
  assert(checkoutId, 'a test payer pays a checkout');
  return {
    transaction_id: showId('txn', id),
    checkout_id: showId('chk', checkoutId),
    status,
    failure: failureInfo(failure),
  };
}

export function triggeredView<T extends string>({ eventId, type, resourceId }: TriggeredEvent<T>) {
  return { event_id: showId('evt', eventId), type, resource_id: resourceId, synthetic: true };
}
