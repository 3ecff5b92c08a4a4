import type { ModeTables } from '../../generated/database.ts';
import { type EventType, eventSubjects, type subjectTables } from '../../generated/event-registry.ts';
import type { Row } from '../platform/db/row.ts';

type SubjectName = keyof typeof subjectTables;
type SubjectOf<E extends EventType> = (typeof eventSubjects)[E];
type RowOf<N extends SubjectName> = Row<(typeof subjectTables)[N]>;

/** A row of the table that holds the event's subject. */
export type SubjectRow<E extends EventType> = RowOf<SubjectOf<E>>;

/** The event types whose subject is a row of table `T`; `never` if there are none. */
export type EventAbout<T extends keyof ModeTables> = {
  [E in EventType]: (typeof subjectTables)[SubjectOf<E>] extends T ? E : never;
}[EventType];

/** What recording an event needs from its row, besides the data that the event shows. */
type Subject<R> = {
  /** The resource whose events are numbered and delivered in order. */
  readonly resourceId: (row: R) => string;
  /** The checkout whose notification URL may receive the event. A refund names its payment, which leads to the checkout. */
  readonly checkoutId?: (row: R) => string | null;
  readonly paymentId?: (row: R) => string | null;
  /** Makes the event's id from the row, so that recording the same fact twice records one event. */
  readonly eventId?: (row: R) => string;
};

type Subjects = { readonly [N in SubjectName]: Subject<RowOf<N>> };

/** A notification URL receives events of captures and refunds only, and not all of them. Spec: "Events". */
const subjects: Subjects = {
  payment: { resourceId: (row) => row.id, checkoutId: (row) => row.checkout_id },
  authorization: { resourceId: (row) => row.id, checkoutId: (row) => row.checkout_id },
  refund: { resourceId: (row) => row.id, paymentId: (row) => row.payment_id },
  order: { resourceId: (row) => row.id },
  payout: { resourceId: (row) => row.id },
  split_settlement: { resourceId: (row) => row.split_id },
  capital_offer: { resourceId: (row) => row.id },
  capital_advance: { resourceId: (row) => row.id },
  capital_repayment: { resourceId: (row) => row.advance_id },
  dispute: { resourceId: (row) => row.id },
  payout_batch: { resourceId: (row) => row.id },
  agent: { resourceId: (row) => row.id },
  agent_float: { resourceId: (row) => row.agent_id },
  /** A code that was given to an agent is about its payout. */
  cash_out: { resourceId: (row) => row.payout_id },
  invoice: { resourceId: (row) => row.id },
  subscription: { resourceId: (row) => row.id },
  plan: { resourceId: (row) => row.id },
  platform_invoice: { resourceId: (row) => row.id },
  report: { resourceId: (row) => row.id },
  payment_method: { resourceId: (row) => row.id },
  onboarding: { resourceId: (row) => row.merchant_id },
  account: { resourceId: (row) => row.merchant_id },
  settings: { resourceId: (row) => row.app_id, eventId: (row) => row.change_id },
};

export function subjectOf<E extends EventType>(type: E): Subjects[SubjectOf<E>] {
  return subjects[eventSubjects[type]];
}
