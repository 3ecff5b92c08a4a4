import { randomBytes } from 'node:crypto';
import { day, ids, type Row, type TableName, uuid } from './rows.ts';

/** A second row with the same values in these columns as the first. */
type Twice = { readonly same: readonly string[]; readonly both?: Row };

/** Rows of which each breaks this constraint and no other, but for those that `without` names. */
type Case = {
  readonly rows: readonly (Row | Twice)[];
  /** Constraints that every such row breaks too. They are dropped first. */
  readonly without?: readonly string[];
};

type Written = Row | readonly Row[] | Twice | Case;

export function caseOf(written: Written): Case {
  if ('rows' in written) return written as Case;
  return { rows: Array.isArray(written) ? written : [written] };
}

export const isTwice = (row: Row | Twice): row is Twice => 'same' in row;

const same = (...columns: string[]): Twice => ({ same: columns });
const ofMerchant = (...columns: string[]): Twice => same('merchant_id', ...columns);
/** A reference to a row that does not exist. */
const lost = (column: string): Row => ({ [column]: uuid() });
const each = (column: string, ...values: unknown[]): Row[] => values.map((value) => ({ [column]: value }));

const noCurrency = { currency: 'EUR' };
const noStatus = { status: 'lost' };
const free = { amount: 0 };

const sent = { status: 'sent', sent_at: day(1), number: 'INV-000001', slug: 'invoice-1' };
const paid = { ...sent, status: 'paid', paid_at: day(1), transaction_id: ids.transactions[0] };
const cardFields = {
  type: 'card',
  gateway: 'cards',
  last4: '4242',
  exp_month: 12,
  exp_year: 2040,
};
const activeCard = { ...cardFields, status: 'active', activated_at: day(1), token_sealed: 'sealed' };
const capturing = { status: 'capturing', captured_amount: 50, asked_at: day(1) };
const voiding = { status: 'voiding', void_reason: 'requested', asked_at: day(1) };
const agentCash = { method: 'agent_cash', account_sealed: null };
const overDispute = { resolved_at: day(2), resolution: 'decided' };
const erased = { name: '', deleted_at: day(1) };

/** Every CHECK, UNIQUE, primary and foreign key, and unique index of the migrations, by table. */
export const cases: Readonly<Record<TableName, Readonly<Record<string, Written>>>> = {
  'platform.migrations': { migrations_pkey: same('file') },
  'platform.jobs': {
    jobs_pkey: same('kind', 'key'),
    daily_job_state: noState(),
    daily_job_lease: [lost('lease_token'), { state: 'running' }],
  },
  'platform.merchants': {
    merchants_pkey: same('id'),
    merchant_status: { status: 'closed' },
    merchant_kyc_tier: each('kyc_tier', -1, 3),
  },
  'platform.api_apps': {
    api_apps_pkey: { rows: [same('id')], without: ['app_of_merchant'] },
    app_of_merchant: { rows: [ofMerchant('id')], without: ['api_apps_pkey'] },
    app_merchant: lost('merchant_id'),
    app_mode: { mode: 'test' },
    app_rate_limit: { rate_limit: 0 },
  },
  'platform.api_keys': {
    api_keys_pkey: same('id'),
    key_app: lost('app_id'),
    key_kind: { kind: 'admin' },
    key_hash: same('hash'),
    key_hash_is_sha256: { hash: randomBytes(31) },
  },
  'platform.two_factor': { two_factor_pkey: ofMerchant(), two_factor_merchant: lost('merchant_id') },
  'platform.webhook_endpoints': {
    webhook_endpoints_pkey: same('app_id'),
    endpoint_app: lost('app_id'),
    endpoint_rotation: [{ previous_secret_sealed: 'sealed' }, { previous_secret_until: day(1) }],
  },
  'platform.settings_changes': {
    settings_changes_pkey: same('change_id'),
    change_app: lost('app_id'),
    something_changed: { changed: [] },
  },
  'platform.operator_changes': {
    operator_changes_pkey: same('change_id'),
    operator_change_merchant: { ...lost('merchant_id'), app_id: null },
    operator_change_app: lost('app_id'),
  },
  'platform.secret_key': { secret_key_pkey: same('only_row'), secret_key_once: { only_row: false } },
  migrations: { migrations_pkey: same('file') },
  merchant_states: {
    merchant_states_pkey: ofMerchant(),
    clock_goes_forward: each('clock_offset_ms', -1, 3660 * 86_400_000 + 1),
    state_kyc_tier: each('kyc_tier_override', -1, 3),
  },
  jobs: {
    jobs_pkey: ofMerchant('job_id'),
    job_once: ofMerchant('kind', 'key'),
    job_state: noState(),
  },
  idempotency_keys: {
    idempotency_keys_pkey: ofMerchant('method', 'path', 'key'),
    key_state: noState(),
    key_length: each('key', '', 'k'.repeat(256)),
    answered_has_body: [{ body: 'sealed' }, { state: 'answered' }],
  },
  status_changes: { status_changes_pkey: ofMerchant('id') },
  event_sequences: { event_sequences_pkey: ofMerchant('resource_id') },
  events: { events_pkey: ofMerchant('event_id'), one_place: ofMerchant('resource_id', 'sequence') },
  event_bodies: { event_bodies_pkey: ofMerchant('event_id', 'api_version'), body_event: lost('event_id') },
  webhook_lanes: { webhook_lanes_pkey: ofMerchant('lane_id'), lane_once: ofMerchant('app_id', 'origin') },
  webhook_deliveries: {
    webhook_deliveries_pkey: ofMerchant('delivery_id'),
    delivered_once: ofMerchant('event_id', 'url'),
    delivery_body: { api_version: '2000-01-01' },
    delivery_lane: lost('lane_id'),
    known_destination: { destination: 'email' },
    known_trigger: { trigger: 'operator' },
    delivery_state: noState(),
    attempts_within_budget: { attempts: 11 },
    lease_while_sending: [lost('lease_token'), { state: 'sending' }],
  },
  app_traffic: {
    app_traffic_pkey: ofMerchant('app_id', 'day', 'operation', 'api_version', 'by_header'),
    traffic_counts: [{ calls: 0, failures: 0 }, { failures: -1 }, { failures: 3 }],
  },
  webhook_attempts: {
    webhook_attempts_pkey: ofMerchant('delivery_id', 'attempt_id'),
    known_failure: { failure: 'tired' },
  },
  kyc_submissions: {
    kyc_submissions_pkey: ofMerchant('id'),
    kyc_tier: each('tier', -1, 3),
    kyc_status: noStatus,
  },
  kyc_documents: {
    kyc_documents_pkey: ofMerchant('id'),
    document_submission: lost('submission_id'),
    document_once: ofMerchant('submission_id', 'sha256'),
    document_kind: { kind: 'poem' },
    document_media_type: { media_type: 'text/html' },
    document_size: each('size', 0, 5 * 1024 * 1024 + 1),
    document_hash: { sha256: randomBytes(31) },
  },
  ledger_heads: { ledger_heads_pkey: ofMerchant() },
  ledger_balances: {
    ledger_balances_pkey: ofMerchant('code', 'currency'),
    known_code: each('code', 'savings', 'subaccount:', `subaccount:${'g'.repeat(32)}`),
    known_currency: noCurrency,
    balance_lowest: [
      'pending',
      'reserve',
      'refund_in_transit',
      'payout_in_transit',
      'dispute_hold',
      `subaccount:${'0'.repeat(32)}`,
    ].map((code) => ({ code, balance: -1 })),
    balance_highest: ['advance_receivable', `agent_float:${'0'.repeat(32)}`].map((code) => ({
      code,
      balance: 1,
    })),
  },
  ledger_journals: {
    ledger_journals_pkey: ofMerchant('number'),
    posted_once: ofMerchant('movement', 'source_id'),
    known_movement: each('movement', 'payment', 'Payment.captured', 'payment.captured.twice'),
    floor_by_movement: [
      { movement: 'payout.requested' },
      { movement: 'payout.requested', floor: -1 },
      { movement: 'platform.paid', floor: 1 },
      { movement: 'refund.requested' },
      { movement: 'refund.requested', floor: 1 },
      { floor: 0 },
    ],
  },
  ledger_entries: {
    ledger_entries_pkey: ofMerchant('number', 'code', 'currency'),
    entry_not_zero: free,
    entry_journal: { number: 9 },
    entry_account: { code: 'pending' },
  },
  ledger_holds: {
    ledger_holds_pkey: ofMerchant('hold_id'),
    one_hold_per_payment: ofMerchant('payment_id', 'code'),
    held_in: { code: 'available' },
    released_within_hold: [free, { released: -1 }, { released: 101 }],
  },
  customers: {
    customers_pkey: ofMerchant('id'),
    customer_external_id_once: { ...ofMerchant('external_id'), both: { external_id: 'customer-1' } },
    customer_named: { name: '' },
    customer_blanked: [
      { deleted_at: day(1) },
      { ...erased, email: 'rudo@example.com' },
      { ...erased, phone: '0771234567' },
      { ...erased, external_id: 'customer-1' },
    ],
  },
  payment_methods: {
    payment_methods_pkey: ofMerchant('id'),
    payment_method_status: noStatus,
    payment_method_type: { type: 'wallet_a' },
    payment_method_last4: each('last4', '424', '42424', '42a2'),
    payment_method_expiry: [
      { exp_month: 0, exp_year: 2040 },
      { exp_month: 13, exp_year: 2040 },
      { exp_month: 12, exp_year: 1999 },
      { exp_month: 12, exp_year: 10_000 },
    ],
    payment_method_token: [{ token_sealed: 'sealed' }, { ...activeCard, token_sealed: null }],
    payment_method_card: [
      cardFields,
      { activated_at: day(1) },
      ...['type', 'gateway', 'last4', 'exp_month', 'exp_year'].map((field) => ({
        ...activeCard,
        [field]: null,
      })),
    ],
    payment_method_active: { status: 'active', token_sealed: 'sealed' },
    payment_method_deleted: [
      { deleted_at: day(1) },
      { return_url: null },
      { status: 'deleted', deleted_at: day(1) },
      { status: 'deleted', return_url: null },
    ],
    payment_method_customer: lost('customer_id'),
  },
  slugs: {
    slugs_pkey: same('slug'),
    slug_kind: { kind: 'receipt' },
    slug_form: each(
      'slug',
      'a'.repeat(9),
      'a'.repeat(33),
      '0aaaaaaaaa',
      'Iaaaaaaaaa',
      'Oaaaaaaaaa',
      'laaaaaaaaa',
    ),
  },
  checkouts: {
    checkouts_pkey: ofMerchant('id'),
    checkout_source: { source_type: 'gift' },
    checkout_amount: free,
    checkout_currency: noCurrency,
    checkout_status: noStatus,
    checkout_wallet: { wallet_type: 'wallet_z' },
    checkout_method: { method: 'cash' },
    checkout_use: { holds_use: true },
    checkout_capture: { capture: 'later', wallet_type: null },
    checkout_held: [
      { capture: 'manual', wallet_type: 'wallet_a' },
      { capture: 'manual', source_type: 'invoice' },
    ],
  },
  authorizations: {
    authorizations_pkey: ofMerchant('id'),
    authorization_status: { rows: [noStatus], without: ['authorization_asked'] },
    authorization_amount: free,
    authorization_captured: each('captured_amount', 0, 101).map((row) => ({ ...capturing, ...row })),
    authorization_currency: noCurrency,
    authorization_void_reason: { ...voiding, void_reason: 'bored' },
    authorization_capture: [{ ...capturing, captured_amount: null }, { captured_amount: 1 }],
    authorization_void: [{ ...voiding, void_reason: null }, { void_reason: 'requested' }],
    authorization_asked: [{ ...capturing, asked_at: null }, { asked_at: day(1) }],
    authorization_ended: [{ ...capturing, status: 'captured' }, { ended_at: day(2) }],
    authorization_transaction: lost('id'),
    authorization_checkout: lost('checkout_id'),
  },
  transactions: {
    transactions_pkey: ofMerchant('id'),
    one_pending_payment: { ...ofMerchant('checkout_id'), both: { status: 'pending' } },
    one_completed_payment: { ...ofMerchant('checkout_id'), both: { status: 'completed' } },
    gateway_reference_once: {
      ...ofMerchant('gateway', 'gateway_reference'),
      both: { gateway_reference: 'charge-1' },
    },
    transaction_type: { type: 'gift' },
    transaction_status: noStatus,
    transaction_amount: free,
    transaction_fee: each('fee', -1, 101),
    transaction_currency: noCurrency,
    transaction_source: { source_type: 'gift' },
    transaction_method: { method_type: 'cash' },
    transaction_last4: each('method_last4', '424', '42424', '42a2'),
    transaction_refunded: { rows: each('refunded', -1, 101), without: ['transaction_taken'] },
    transaction_taken: [...each('disputed', -1, 101), { refunded: 60, disputed: 50 }],
    transaction_reserve: each('reserve_amount', -1, 101),
    transaction_parent: lost('parent_id'),
    transaction_checkout: lost('checkout_id'),
    transaction_payment_method: lost('payment_method_id'),
  },
  merchant_references: {
    merchant_references_pkey: ofMerchant('reference'),
    reference_checkout: lost('checkout_id'),
    reference_transaction: { checkout_id: null, transaction_id: uuid() },
    reference_owner: [{ checkout_id: null }, { transaction_id: ids.transactions[0] }],
    reference_length: each('reference', '', 'r'.repeat(65)),
  },
  refunds: {
    refunds_pkey: ofMerchant('id'),
    refund_of_transaction: ofMerchant('transaction_id'),
    refund_status: noStatus,
    refund_amount: free,
    refund_currency: noCurrency,
    refund_fee_share: each('fee_share', -1, 101),
    refund_reserve_share: { rows: each('reserve_share', -1, 101), without: ['refund_reserve_released'] },
    refund_reserve_released: each('reserve_released', -1, 1),
    refund_transaction: lost('transaction_id'),
    refund_payment: lost('payment_id'),
  },
  subaccounts: { subaccounts_pkey: ofMerchant('id') },
  splits: { splits_pkey: ofMerchant('id'), split_currency: noCurrency, split_status: noStatus },
  split_shares: {
    split_shares_pkey: { rows: [ofMerchant('split_id', 'place')] },
    share_once: ofMerchant('split_id', 'subaccount_id'),
    share_part: each('basis_points', 0, 10_001),
    share_place: each('place', 0, 21),
    share_split: lost('split_id'),
    share_subaccount: lost('subaccount_id'),
  },
  split_settlements: {
    split_settlements_pkey: ofMerchant('id'),
    settled_share_once: ofMerchant('transaction_id', 'source_id', 'subaccount_id'),
    settlement_currency: noCurrency,
    settlement_amount: each('amount', 0, 101),
    settlement_split: lost('split_id'),
    settlement_subaccount: lost('subaccount_id'),
    settlement_transaction: lost('transaction_id'),
  },
  capital_offers: {
    capital_offers_pkey: ofMerchant('id'),
    offer_amount: [{ ...free, fee: 0 }, ...each('fee', -1, 101)],
    offer_currency: noCurrency,
    offer_holdback: each('holdback_basis_points', 0, 10_001),
    offer_status: noStatus,
  },
  capital_advances: {
    capital_advances_pkey: ofMerchant('id'),
    advance_of_offer: ofMerchant('offer_id'),
    advance_amount: { rows: [free, { fee: -1 }], without: ['advance_repaid', 'advance_over'] },
    advance_repaid: { rows: each('amount_repaid', -1, 111), without: ['advance_over'] },
    advance_over: [{ amount_repaid: 109 }, { repaid_at: null }],
    advance_currency: noCurrency,
    advance_holdback: each('holdback_basis_points', 0, 10_001),
    advance_status: noStatus,
    advance_offer: lost('offer_id'),
    one_outstanding_advance: { same: ['merchant_id', 'currency'], both: { status: 'outstanding' } },
  },
  capital_repayments: {
    capital_repayments_pkey: ofMerchant('id'),
    one_holdback_per_payment: ofMerchant('transaction_id'),
    repayment_amount: [free, { amount_remaining: -1 }],
    repayment_currency: noCurrency,
    repayment_advance: lost('advance_id'),
    repayment_transaction: lost('transaction_id'),
  },
  disputes: {
    disputes_pkey: ofMerchant('id'),
    one_open_dispute: ofMerchant('transaction_id'),
    dispute_reported_once: {
      ...ofMerchant('transaction_id', 'gateway_reference'),
      both: { ...overDispute, status: 'lost' },
    },
    dispute_status: { rows: [{ status: 'forgotten' }], without: ['dispute_resolved'] },
    dispute_reason: { reason: 'none' },
    dispute_resolution: { ...overDispute, status: 'lost', resolution: 'forgotten' },
    dispute_amount: free,
    dispute_currency: noCurrency,
    dispute_evidence: each('evidence', '', 'e'.repeat(4001)),
    dispute_fee_share: each('fee_share', -1, 101),
    dispute_reserve_share: { rows: each('reserve_share', -1, 101), without: ['dispute_reserve_released'] },
    dispute_reserve_released: each('reserve_released', -1, 1),
    dispute_opened: [{ opened_at: null }, { status: 'warning' }],
    dispute_submitted: [{ submitted_at: day(2) }, { status: 'under_review' }],
    dispute_resolved: [overDispute, { status: 'lost' }, { resolution: 'decided' }],
    dispute_transaction: lost('transaction_id'),
  },
  dispute_files: {
    dispute_files_pkey: ofMerchant('id'),
    dispute_file_name: each('name', '', 'n'.repeat(121)),
    dispute_file_type: { media_type: 'image/gif' },
    dispute_file_size: each('size', 0, 5_242_881),
    dispute_file_hash: { sha256: randomBytes(31) },
    dispute_file_dispute: lost('dispute_id'),
  },
  file_contents: {
    file_contents_pkey: ofMerchant('file_id'),
    file_content_size: each('content', Buffer.alloc(0), Buffer.alloc(5_242_881)),
  },
  payment_links: {
    payment_links_pkey: ofMerchant('id'),
    link_amount: free,
    link_currency: noCurrency,
    link_status: noStatus,
    link_uses: [{ uses_completed: -1 }, { uses_reserved: -1 }, { uses_completed: 1, uses_reserved: 1 }],
  },
  virtual_terminal_sessions: {
    virtual_terminal_sessions_pkey: ofMerchant('id'),
    session_of_checkout: ofMerchant('checkout_id'),
    session_amount: free,
    session_currency: noCurrency,
    session_method: { payment_method: 'cash' },
    session_status: noStatus,
    session_checkout: lost('checkout_id'),
    session_transaction: lost('transaction_id'),
  },
  terminals: {
    terminals_pkey: ofMerchant('id'),
    terminal_serial_once: ofMerchant('serial_number'),
    terminal_model: { device_model: 'abacus' },
    terminal_status: noStatus,
  },
  reader_payloads: {
    reader_payloads_pkey: ofMerchant('terminal_id', 'ksn'),
    payload_terminal: lost('terminal_id'),
    payload_transaction: lost('transaction_id'),
  },
  bank_accounts: {
    bank_accounts_pkey: ofMerchant('id'),
    bank_account_type: { type: 'cash', account_sealed: null },
    bank_account_provider: { provider: 'wallet_z' },
    bank_account_number: [{ account_sealed: null }, { number_sealed: 'sealed' }, { type: 'mobile_money' }],
  },
  payouts: {
    payouts_pkey: ofMerchant('id'),
    payout_of_transaction: ofMerchant('transaction_id'),
    payout_method: { method: 'cheque', account_sealed: null },
    payout_amount: { rows: [free], without: ['payout_fee'] },
    payout_fee: each('fee', -1, 100),
    payout_currency: noCurrency,
    payout_status: noStatus,
    payout_provider: { provider: 'wallet_z' },
    payout_destination: [{ account_sealed: null }, { number_sealed: 'sealed' }, { method: 'mobile_money' }],
    payout_otp: [
      { otp_expires_at: day(1) },
      { otp_hash: 'hash', otp_expires_at: day(1) },
      agentCash,
      { ...agentCash, otp_hash: 'hash' },
    ],
    payout_transaction: lost('transaction_id'),
    payout_bank_account: lost('bank_account_id'),
    payout_tries: each('otp_tries', -1, 6),
    payout_held_for: { status: 'held', held_for: 'ransom' },
    payout_held: [{ status: 'held' }, { held_for: 'review' }],
  },
  agents: { agents_pkey: ofMerchant('id'), agent_status: noStatus },
  agent_floats: {
    agent_floats_pkey: ofMerchant('agent_id', 'currency'),
    agent_float_currency: noCurrency,
    agent_float_threshold: each('low_threshold', 0, -1),
    agent_float_agent: lost('agent_id'),
  },
  agent_top_ups: {
    agent_top_ups_pkey: ofMerchant('id'),
    agent_top_up_amount: free,
    agent_top_up_currency: noCurrency,
    agent_top_up_agent: lost('agent_id'),
  },
  cash_outs: {
    cash_outs_pkey: ofMerchant('id'),
    cash_out_amount: free,
    cash_out_currency: noCurrency,
    cash_out_outcome: { outcome: 'lost' },
    cash_out_once: { ...ofMerchant('payout_id'), both: { outcome: 'completed' } },
    cash_out_payout: lost('payout_id'),
    cash_out_agent: lost('agent_id'),
  },
  payout_batches: {
    payout_batches_pkey: ofMerchant('id'),
    payout_batch_status: { status: 'lost', completed_at: day(1) },
    payout_batch_ended: [{ status: 'denied' }, { completed_at: day(1) }],
  },
  payout_batch_items: {
    payout_batch_items_pkey: ofMerchant('id'),
    batch_item_position: each('position', 0, 1001),
    batch_item_method: { method: 'agent_cash' },
    batch_item_amount: free,
    batch_item_currency: noCurrency,
    batch_item_result: [{ refusal: null }, { request_sealed: 'sealed' }],
    batch_item_at: ofMerchant('batch_id', 'position'),
    batch_item_of_payout: { ...ofMerchant('payout_id'), both: { refusal: null, payout_id: ids.payout } },
    batch_item_batch: lost('batch_id'),
    batch_item_payout: { refusal: null, ...lost('payout_id') },
  },
  payout_reviews: {
    payout_reviews_pkey: ofMerchant('id'),
    payout_review_verdict: { verdict: 'lost' },
    payout_review_payout: lost('payout_id'),
  },
  invoices: {
    invoices_pkey: ofMerchant('id'),
    invoice_number_once: { ...ofMerchant('number'), both: sent },
    invoice_status: { ...sent, status: 'lost' },
    invoice_currency: noCurrency,
    invoice_total: [{ subtotal: 0, total: 0 }, { tax: -1, total: 99 }, { total: 101 }],
    invoice_sent: [{ number: 'INV-000001' }, { slug: 'invoice-1' }, { ...sent, number: null }],
    invoice_stage: [{ status: 'sent' }, { ...sent, status: 'draft' }],
    invoice_paid: [
      { ...paid, status: 'sent' },
      { ...paid, paid_at: null },
      { ...paid, transaction_id: null },
      { ...sent, transaction_id: ids.transactions[0] },
    ],
    invoice_void: [{ status: 'void' }, { voided_at: day(1) }],
    invoice_reminders: each('reminders_sent', -1, 1),
    invoice_attempt: { attempt_checkout_id: ids.checkouts[0] },
    invoice_customer: lost('customer_id'),
    invoice_attempt_checkout: { ...sent, attempt_checkout_id: uuid() },
    invoice_transaction: { ...paid, transaction_id: uuid() },
  },
  invoice_items: {
    invoice_items_pkey: ofMerchant('invoice_id', 'position'),
    item_quantity: [
      { quantity: 0, amount: 0 },
      { quantity: 10_000, amount: 1_000_000 },
    ],
    item_amount: [{ unit_amount: 0, amount: 0 }, { amount: 101 }],
    item_tax: [{ tax: 1 }, { tax: -1, tax_basis_points: 1500 }, ...each('tax_basis_points', 0, 10_001)],
    item_invoice: lost('invoice_id'),
  },
  invoice_counters: { invoice_counters_pkey: ofMerchant(), counter_counts: { last: 0 } },
  plans: {
    plans_pkey: ofMerchant('id'),
    plan_status: noStatus,
    plan_amount: free,
    plan_currency: noCurrency,
    plan_interval: { interval_unit: 'hour' },
    plan_interval_count: each('interval_count', 0, 366),
    plan_trial: each('trial_days', -1, 366),
    plan_cycles: each('max_cycles', 0, 1001),
    plan_exhausted: { on_exhausted: 'forget' },
  },
  subscriptions: {
    subscriptions_pkey: ofMerchant('id'),
    subscription_status: { status: 'lost', next_billing_at: null },
    subscription_collection: { collection_state: 'lost' },
    subscription_amount: free,
    subscription_currency: noCurrency,
    subscription_interval: { interval_unit: 'hour' },
    subscription_interval_count: each('interval_count', 0, 366),
    subscription_exhausted: { on_exhausted: 'forget' },
    subscription_wallet: { wallet_type: 'wallet_z', wallet_phone: '0771234567' },
    subscription_phone: [{ wallet_type: 'wallet_a' }, { wallet_phone: '0771234567' }],
    subscription_instrument: [
      { payment_method_id: ids.card },
      {
        payment_method_id: ids.card,
        customer_id: ids.customer,
        wallet_type: 'wallet_a',
        wallet_phone: '0771234567',
      },
    ],
    subscription_cycles_left: [{ cycle_count: -1 }, { anchor_cycles: -1 }, { cycle_count: 2, max_cycles: 1 }],
    subscription_period: [
      { current_period_start: day(1) },
      { current_period_end: day(1) },
      { current_period_start: day(1), current_period_end: day(1) },
    ],
    subscription_billing: [{ next_billing_at: null }, { status: 'paused' }],
    subscription_canceled: [{ canceled_at: day(1) }, { status: 'canceled', next_billing_at: null }],
    subscription_plan: lost('plan_id'),
    subscription_customer: lost('customer_id'),
    subscription_payment_method: { payment_method_id: uuid(), customer_id: ids.customer },
    subscription_invoice: lost('latest_invoice_id'),
  },
  subscription_cycles: {
    subscription_cycles_pkey: ofMerchant('subscription_id', 'period_start'),
    cycle_of_invoice: ofMerchant('invoice_id'),
    cycle_period: { period_start: day(9) },
    cycle_outcome: { outcome: 'lost', closed_at: day(9) },
    cycle_closed: [{ outcome: 'paid' }, { closed_at: day(9) }],
    cycle_tries: [{ tries: -1 }, { tries: 5 }, { failures: 1 }, { failures: -1 }],
    cycle_subscription: lost('subscription_id'),
    cycle_invoice: lost('invoice_id'),
  },
  subscription_tries: {
    subscription_tries_pkey: ofMerchant('subscription_id', 'period_start', 'number'),
    try_of_checkout: ofMerchant('checkout_id'),
    try_number: each('number', 0, 5),
    try_cycle: lost('subscription_id'),
    try_checkout: lost('checkout_id'),
  },
  'platform.platform_plans': {
    platform_plans_pkey: same('plan'),
    platform_plan_code: each('plan', 'Standard', '', '-a', 'a'.repeat(33)),
    platform_plan_amount: each('amount', -100, 150),
    platform_plan_tax: each('tax_basis_points', -1, 10_001),
  },
  'platform.merchant_plans': {
    merchant_plans_pkey: ofMerchant(),
    merchant_plan_merchant: lost('merchant_id'),
    merchant_plan_plan: { plan: 'lost' },
    merchant_plan_amount: each('amount', -100, 150),
    merchant_plan_tax: each('tax_basis_points', -1, 10_001),
  },
  platform_subscriptions: {
    platform_subscriptions_pkey: { rows: [ofMerchant('id')], without: ['one_platform_subscription'] },
    one_platform_subscription: ofMerchant(),
    platform_subscription_status: { status: 'lost', past_due_at: day(1) },
    platform_subscription_months: { months: -1 },
    platform_subscription_past_due: [{ past_due_at: day(1) }, { status: 'past_due' }],
    platform_subscription_restricted: [
      { restricted_at: day(1) },
      { status: 'restricted', past_due_at: day(1) },
    ],
  },
  platform_invoices: {
    platform_invoices_pkey: ofMerchant('id'),
    platform_invoice_number: same('number'),
    platform_invoice_period: ofMerchant('period_start'),
    platform_invoice_status: noStatus,
    platform_invoice_total: [
      { subtotal: 0, total: 0 },
      { tax: -1, tax_basis_points: 1500, total: 99 },
      { total: 101 },
    ],
    platform_invoice_tax: [{ tax: 1, total: 101 }, ...each('tax_basis_points', -1, 10_001)],
    platform_invoice_months: { period_end: '2020-01-01T00:00:00Z' },
    platform_invoice_tries: [...each('failed_tries', -1, 9), { status: 'past_due' }],
    platform_invoice_paid: [{ status: 'paid' }, { paid_at: day(1) }],
  },
  platform_invoice_counters: {
    platform_invoice_counters_pkey: same('only_one'),
    one_counter: { only_one: false },
    platform_counter_counts: { last: 0 },
  },
  reports: {
    reports_pkey: ofMerchant('id'),
    report_type: { type: 'lost' },
    report_format: { format: 'pdf' },
    report_status: { status: 'lost', available_at: day(1), expires_at: day(2) },
    report_counts: [{ chunks: -1 }, { row_count: -1 }, { byte_count: -1 }],
    report_available: [
      { status: 'available' },
      { available_at: day(1), expires_at: day(2) },
      { expires_at: day(2) },
    ],
  },
  report_chunks: { report_chunks_pkey: ofMerchant('report_id', 'number'), chunk_report: lost('report_id') },
  resets: { resets_pkey: same('night') },
};

function noState(): Row {
  return { state: 'lost' };
}
