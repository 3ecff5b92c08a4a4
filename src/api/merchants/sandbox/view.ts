import type { components } from '../../../../generated/openapi.d.ts';
import type { TriggeredEvent } from '../../../domain/merchants/sandbox/trigger-event.ts';
import { failureInfo } from '../../../domain/payments/transactions/failures.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import { assert } from '../../../platform/assert.ts';
import { type IdPrefix, isUuid, showId } from '../../../platform/ids.ts';
import type { Drained } from '../../../platform/jobs/drain.ts';

type Schemas = components['schemas'];

/** Kind of job → the prefix of the resource whose id begins the job's key. */
const prefixes: Readonly<Record<string, IdPrefix>> = {
  'payments.callback': 'txn',
  'payments.requery': 'txn',
  'checkout.expire': 'chk',
  'refunds.finish': 'ref',
  'disputes.callback': 'txn',
  'disputes.answer': 'dsp',
  'disputes.expire': 'dsp',
  'disputes.drop-file': 'file',
  'ledger.release-reserve': 'txn',
  'ledger.tell-balances': 'mer',
  'subscriptions.renew': 'sub',
  'subscriptions.collect': 'sub',
  'subscriptions.charge': 'txn',
  'payouts.complete': 'po',
  'payouts.return': 'po',
  'capital.expire-offer': 'cof',
  'platform-billing.bill': 'mer',
  'platform-billing.collect': 'inv',
  'platform-billing.retry': 'mer',
  'reports.write': 'rpt',
};

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
  const prefix = prefixes[job.kind];
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
