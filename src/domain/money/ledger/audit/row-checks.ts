import type { Tx } from '../../../../platform/db/database.ts';
import {
  wrongCapturesAcrossMerchants,
  wrongEndsOfDisputesAcrossMerchants,
  wrongEndsOfPayoutsAcrossMerchants,
  wrongEndsOfRefundsAcrossMerchants,
} from './ending-queries.ts';
import {
  bodilessEventsAcrossMerchants,
  missingEventsAcrossMerchants,
  unqueuedEventsAcrossMerchants,
} from './event-queries.ts';
import type { Wrong } from './ledger-queries.ts';
import { wrongPartnersAcrossMerchants } from './owed-queries.ts';
import {
  type Batch,
  type Ordered,
  uncapturedPaymentsAcrossMerchants,
  uncollectedPlatformInvoicesAcrossMerchants,
  wrongHoldsAcrossMerchants,
  wrongRefundedAcrossMerchants,
} from './row-queries.ts';

type Check = (tx: Tx, batch: Batch) => Promise<readonly Wrong[]>;
/** Each with its rule. */
export type Checks = readonly (readonly [string, Check])[];

/** The checks of single rows. Those of the ledger, A1 to A5, A11 and the others of A7, are in ledger.ts. */
export const rowChecks: readonly {
  readonly what: string;
  readonly table: Ordered;
  readonly checks: Checks;
}[] = [
  {
    what: 'transactions',
    table: 'transactions',
    checks: [
      ['A6', wrongRefundedAcrossMerchants],
      ['A7', wrongPartnersAcrossMerchants],
      ['A8', uncapturedPaymentsAcrossMerchants],
      ['A8', wrongHoldsAcrossMerchants],
      ['A12', wrongCapturesAcrossMerchants],
    ],
  },
  { what: 'refunds', table: 'refunds', checks: [['A12', wrongEndsOfRefundsAcrossMerchants]] },
  { what: 'payouts', table: 'payouts', checks: [['A12', wrongEndsOfPayoutsAcrossMerchants]] },
  { what: 'disputes', table: 'disputes', checks: [['A12', wrongEndsOfDisputesAcrossMerchants]] },
  {
    what: 'platform invoices',
    table: 'platform_invoices',
    checks: [['A10', uncollectedPlatformInvoicesAcrossMerchants]],
  },
  {
    what: 'resources with events',
    table: 'event_sequences',
    checks: [
      ['A9', missingEventsAcrossMerchants],
      ['A9', bodilessEventsAcrossMerchants],
    ],
  },
  { what: 'queued events', table: 'event_bodies', checks: [['A9', unqueuedEventsAcrossMerchants]] },
];
