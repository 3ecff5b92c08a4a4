/** The roles of people who work for a merchant. */
export const roles = ['owner', 'developer', 'finance', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What a role may do. `see` is every screen without a secret; each other right is a group of actions. */
const rights = [
  'see',
  'refund',
  'payout',
  'sell',
  'develop',
  'apps-live',
  'team',
  'settings',
  'audit',
] as const;
export type Right = (typeof rights)[number];

const rightsOf: Readonly<Record<Role, readonly Right[]>> = {
  owner: rights,
  developer: ['see', 'develop'],
  finance: ['see', 'refund', 'payout', 'sell', 'audit'],
  viewer: ['see'],
};

export function may(role: Role, right: Right): boolean {
  return rightsOf[role].includes(right);
}

export function roleIn(text: string): Role | undefined {
  return roles.find((role) => role === text);
}
