/** What differs. */
export const caseKinds = [
  'missing_here',
  'missing_there',
  'other_amount',
  'other_currency',
  'twice',
] as const;
export type CaseKind = (typeof caseKinds)[number];

export const caseStates = ['open', 'assigned', 'resolved'] as const;
export type CaseState = (typeof caseStates)[number];

/** Why an operator resolves a case. A run resolves by `explained_later`, when a later line or journal ends the difference. */
export const resolutions = ['corrected', 'accepted', 'mistaken'] as const;
export type Resolution = (typeof resolutions)[number];

type Edge = { readonly from: readonly CaseState[]; readonly to: CaseState };

/**
 * How the state of a case changes. It is not in `engine/states`, whose moves belong to a merchant: many a case has none.
 *
 * Decision 0106.
 */
export const caseMoves = {
  assigned: { from: ['open', 'assigned'], to: 'assigned' },
  resolved: { from: ['open', 'assigned'], to: 'resolved' },
  reopened: { from: ['resolved'], to: 'open' },
} as const satisfies Readonly<Record<string, Edge>>;
