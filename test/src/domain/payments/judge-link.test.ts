import { expect, it } from 'vitest';
import { judgeLink } from '../../../../src/domain/payments/payment-links/judge-link.ts';

const now = new Date('2026-01-01T12:00:00Z');
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);
const link = {
  status: 'active',
  expires_at: null,
  max_uses: null,
  uses_completed: 0,
  uses_reserved: 0,
} as const;

it.each([
  ['open', {}],
  ['open', { expires_at: after }],
  ['expired', { expires_at: now }],
  ['expired', { expires_at: before }],
  ['open', { max_uses: 2, uses_completed: 1 }],
  ['busy', { max_uses: 2, uses_completed: 1, uses_reserved: 1 }],
  ['exhausted', { max_uses: 2, uses_completed: 2 }],
  ['expired', { expires_at: now, max_uses: 1, uses_completed: 1 }],
  ['paused', { status: 'paused', expires_at: now }],
  ['deactivated', { status: 'deactivated', max_uses: 1, uses_completed: 1 }],
] as const)('shows a link as %s: %o', (standing, about) => {
  expect(judgeLink({ ...link, ...about }, now)).toBe(standing);
});
