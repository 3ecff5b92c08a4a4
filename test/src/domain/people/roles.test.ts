import { describe, expect, it } from 'vitest';
import { may, type Right, type Role, roles } from '../../../../src/domain/people/roles/roles.ts';

/** Written out once more, so that a right is never given by a slip. */
const holders: Readonly<Record<Right, readonly Role[]>> = {
  see: ['owner', 'developer', 'finance', 'viewer'],
  refund: ['owner', 'finance'],
  payout: ['owner', 'finance'],
  sell: ['owner', 'finance'],
  develop: ['owner', 'developer'],
  'apps-live': ['owner'],
  team: ['owner'],
  settings: ['owner'],
  audit: ['owner', 'finance'],
};

describe('a role', () => {
  it.each(Object.entries(holders) as [Right, readonly Role[]][])(
    'has the right to %s only if it is one of %j',
    (right, allowed) => {
      expect(roles.filter((role) => may(role, right))).toEqual(allowed);
    },
  );
});
