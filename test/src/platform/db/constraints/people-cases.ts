import { lost, ofMerchant, same, type Written } from './case.ts';
import { day, type TableName } from './rows.ts';

const short = Buffer.alloc(31);

/** The constraints of the tables of `domain/people`, and of a merchant's brand. */
export const peopleCases = {
  'platform.users': {
    users_pkey: same('id'),
    user_email: same('email'),
    user_email_in_lower_case: { email: 'Owner@example.test' },
  },
  'platform.sign_in_tries': { sign_in_tries_pkey: same('subject', 'at', 'id') },
  'platform.memberships': {
    memberships_pkey: same('user_id', 'merchant_id'),
    membership_user: lost('user_id'),
    membership_merchant: lost('merchant_id'),
    membership_role: { role: 'boss' },
  },
  'platform.dashboard_sessions': {
    dashboard_sessions_pkey: same('hash'),
    session_person: lost('user_id'),
    session_merchant: lost('merchant_id'),
    session_stage: { stage: 'half' },
    session_hash_is_sha256: { hash: short },
  },
  'platform.user_factors': { user_factors_pkey: same('user_id'), factor_user: lost('user_id') },
  'platform.recovery_codes': { recovery_codes_pkey: same('user_id', 'hash'), recovery_user: lost('user_id') },
  'platform.user_links': {
    user_links_pkey: same('hash'),
    link_user: lost('user_id'),
    link_kind: { kind: 'magic' },
    link_email: { kind: 'change-email' },
  },
  'platform.invitations': {
    invitations_pkey: same('id'),
    invitation_merchant: lost('merchant_id'),
    invitation_by: lost('invited_by'),
    invitation_hash: same('hash'),
    invitation_role: { role: 'boss' },
    invitation_end: { accepted_at: day(1), revoked_at: day(1) },
    invitation_open: ofMerchant('email'),
  },
  'platform.merchant_brands': {
    merchant_brands_pkey: ofMerchant(),
    brand_merchant: lost('merchant_id'),
    brand_accent: { accent: 'red' },
  },
  'platform.merchant_logos': {
    merchant_logos_pkey: ofMerchant(),
    logo_merchant: lost('merchant_id'),
    logo_media_type: { media_type: 'image/svg+xml' },
    logo_hash_is_sha256: { sha256: short },
    logo_size: { content: Buffer.alloc(65_537) },
  },
  'platform.mails': { mails_pkey: same('id'), mail_sent: { sent_at: day(1), next_at: day(1) } },
  audit_log: { audit_log_pkey: ofMerchant('id'), audit_form: ofMerchant('form') },
} satisfies Partial<Record<TableName, Readonly<Record<string, Written>>>>;
