import type { Case, CaseLine } from '../../domain/reconciliation/cases/queries.ts';
import { showSide } from '../../domain/reconciliation/cases/show-amount.ts';
import { showId } from '../../platform/ids.ts';
import { cell, type Thing } from '../support/print.ts';

const sideOf = (amount: bigint | null, currency: string | null, on: string | null): string | null =>
  amount === null ? null : `${showSide(amount, currency)} ${on}`;

/** A case for a table or for JSON. */
export function shownCase(one: Case) {
  return {
    case_id: showId('case', one.id),
    gateway: one.gateway,
    kind: one.kind,
    state: one.state,
    expected: sideOf(one.expected, one.expected_currency, one.expected_on),
    stated: sideOf(one.stated, one.stated_currency, one.stated_on),
    merchant_id: one.of_merchant && showId('mer', one.of_merchant),
    transaction_id: one.of_transaction && showId('txn', one.of_transaction),
    owner: one.owner,
    resolution: one.resolution,
    opened_at: one.opened_at.toISOString(),
  };
}

export function shownLine({ statement, line, kind, reference, gateway_reference, ...about }: CaseLine) {
  const { amount, currency, booked_on } = about;
  return { statement, line, kind, reference, gateway_reference, stated: sideOf(amount, currency, booked_on) };
}

export const cells = (thing: Thing): Record<string, string> =>
  Object.fromEntries(Object.entries(thing).map(([name, value]) => [name, cell(value)]));
