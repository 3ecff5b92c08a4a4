import { randomBytes, randomUUID as uuid } from 'node:crypto';

const day = '2026-01-01T12:00:00Z';
const user = { id: uuid(), email: 'owner@example.test', name: 'Owner' };
const user_id = user.id;
const freshHash = () => ({ hash: randomBytes(32) });
const once = () => ({ id: uuid() });

/** Rows of the tables of `domain/people`, and of a merchant's brand. @param merchant_id a merchant that is stored */
export const peopleTables = (merchant_id: string) =>
  ({
    'platform.users': {
      row: { ...user, id: uuid(), email: 'other@example.test' },
      fresh: (nth: number) => ({ id: uuid(), email: `user-${nth}@example.test` }),
      stored: [user],
    },
    'platform.sign_in_tries': {
      row: { subject: 'ip 127.0.0.1', at: day, id: uuid() },
      fresh: once,
    },
    'platform.memberships': { row: { user_id, merchant_id, role: 'owner' }, fresh: () => ({}) },
    'platform.dashboard_sessions': {
      row: { user_id, merchant_id, stage: 'full', ip: '127.0.0.1', user_agent: 'a browser', expires_at: day },
      fresh: freshHash,
    },
    'platform.user_factors': { row: { user_id, secret_sealed: 'sealed' }, fresh: () => ({}) },
    'platform.recovery_codes': { row: { user_id }, fresh: freshHash },
    'platform.user_links': { row: { user_id, kind: 'verify-email', expires_at: day }, fresh: freshHash },
    'platform.invitations': {
      row: { merchant_id, role: 'viewer', invited_by: user_id, expires_at: day },
      fresh: (nth: number) => ({ ...once(), ...freshHash(), email: `invited-${nth}@example.test` }),
    },
    'platform.merchant_brands': { row: { merchant_id }, fresh: () => ({}) },
    'platform.merchant_logos': {
      row: { merchant_id, media_type: 'image/png', width: 64, height: 64, content: Buffer.from('png') },
      fresh: () => ({ sha256: randomBytes(32) }),
    },
    'platform.mails': {
      row: { recipient: 'owner@example.test', subject: 'Hello', text: 'Hello' },
      fresh: once,
    },
    audit_log: {
      row: {
        merchant_id,
        user_id,
        user_email: 'owner@example.test',
        ip: '127.0.0.1',
        action: 'payment.refunded',
      },
      fresh: () => ({ ...once(), form: uuid() }),
    },
  }) as const;
