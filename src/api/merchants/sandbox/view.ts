import type { components } from '../../../../generated/openapi.d.ts';
import type { KycStatus } from '../../../domain/merchants/onboarding/kyc.ts';
import { type IdPrefix, isUuid, showId } from '../../../platform/ids.ts';
import type { Drained } from '../../../platform/jobs/drain.ts';

type Schemas = components['schemas'];

/** Kind of job → the prefix of the resource whose id begins the job's key. */
const prefixes: Readonly<Record<string, IdPrefix>> = {
  'payments.callback': 'txn',
  'payments.requery': 'txn',
  'checkout.expire': 'chk',
  'refunds.finish': 'ref',
  'ledger.release-reserve': 'txn',
  'ledger.tell-balances': 'mer',
  'subscriptions.renew': 'sub',
  'subscriptions.collect': 'sub',
  'subscriptions.charge': 'txn',
  'payouts.complete': 'po',
  'payouts.return': 'po',
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

export function kycView(kyc: { readonly tier: number; readonly status: KycStatus }): Schemas['Kyc'] {
  return { tier: kyc.tier, status: kyc.status };
}
