import type { Act } from '../../../engine/context.ts';
import { randomBase58 } from '../../../platform/ids.ts';
import { insertSlug, type Slug } from './queries.ts';

/** The address of a page for many is short enough to type (58^10 of them). One meant for a single person cannot be guessed. */
const lengths: Readonly<Record<Slug['kind'], number>> = {
  payment_link: 10,
  virtual_terminal_session: 10,
  invoice: 22,
  payment_method: 22,
};
const mostTries = 5;

/** Whether a text has the form of a slug. */
export function isSlug(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{10,32}$/.test(text);
}

/** Draws a slug that is not taken, for the public address of a resource. Spec: "Payment link", slug. */
export async function takeSlug(act: Act, named: Pick<Slug, 'kind' | 'resource_id'>): Promise<string> {
  for (let tried = 0; tried < mostTries; tried += 1) {
    const slug = randomBase58(lengths[named.kind]);
    if (await insertSlug(act.tx, act.merchant.id, { ...named, slug })) return slug;
  }
  throw new Error('every slug drawn was already taken');
}
