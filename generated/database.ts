// Made by `npm run generate` from the migrations of src/platform/db. Not to be edited.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type ModeTables = {
  acquirer_messages: {
    merchant_id: string;
    id: string;
    gateway: string;
    purpose: 'charge' | 'hold' | 'completion' | 'refund' | 'reversal';
    reference: string;
    attempt: Generated<number>;
    original_id: string | null;
    mti: string;
    processing_code: string;
    acquirer_id: string | null;
    terminal: string;
    stan: number;
    stan_day: string;
    rrn: string;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    state: Generated<'sent' | 'answered' | 'reversing' | 'reversed'>;
    transmitted_at: Date;
    deadline: Date;
    repeats: Generated<number>;
    due_at: Date | null;
    answered_at: Date | null;
    response_code: string | null;
    auth_code: string | null;
    reported_amount: bigint | null;
    reported_currency: string | null;
  };
  agent_floats: {
    merchant_id: string;
    agent_id: string;
    currency: 'USD' | 'ZWG';
    low_threshold: bigint | null;
  };
  agent_top_ups: {
    merchant_id: string;
    id: string;
    agent_id: string;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    created_at: Date;
  };
  agents: {
    merchant_id: string;
    id: string;
    name: string;
    phone: string;
    location: string | null;
    status: 'active' | 'suspended';
    created_at: Date;
  };
  app_endpoints: {
    app_id: GeneratedAlways<string>;
    merchant_id: GeneratedAlways<string>;
    url: GeneratedAlways<string | null>;
    event_types: GeneratedAlways<string[]>;
    api_version: GeneratedAlways<string>;
    secret_sealed: GeneratedAlways<string>;
    previous_secret_sealed: GeneratedAlways<string | null>;
    previous_secret_until: GeneratedAlways<Date | null>;
    paused: GeneratedAlways<boolean | null>;
  };
  app_traffic: {
    merchant_id: string;
    app_id: string;
    day: string;
    operation: string;
    api_version: string;
    by_header: boolean;
    calls: bigint;
    failures: bigint;
    fields: string[];
    parameters: string[];
    codes: string[];
    last_at: Date;
  };
  archived_resources: {
    merchant_id: GeneratedAlways<string>;
    id: GeneratedAlways<string>;
    archive_id: GeneratedAlways<string>;
    place: GeneratedAlways<bigint>;
    length: GeneratedAlways<number>;
  };
  archives: {
    id: GeneratedAlways<string>;
    file: GeneratedAlways<string>;
    bytes: GeneratedAlways<bigint>;
    sha256: GeneratedAlways<Buffer>;
    before: GeneratedAlways<Date>;
    made_by: GeneratedAlways<string>;
    made_at: GeneratedAlways<Date>;
  };
  audit_log: {
    merchant_id: string;
    id: string;
    user_id: string | null;
    user_email: string;
    ip: string | null;
    action: string;
    object: string | null;
    details: ColumnType<unknown, string | undefined, string>;
    form: string | null;
    created_at: Generated<Date>;
  };
  authorizations: {
    merchant_id: string;
    id: string;
    checkout_id: string;
    reference: string;
    status: 'held' | 'capturing' | 'captured' | 'refused' | 'voiding' | 'voided';
    amount: bigint;
    captured_amount: bigint | null;
    currency: 'USD' | 'ZWG';
    void_reason: 'requested' | 'expired' | 'unwanted' | null;
    failure: string | null;
    expires_at: Date;
    created_at: Date;
    asked_at: Date | null;
    ended_at: Date | null;
  };
  bank_accounts: {
    merchant_id: string;
    id: string;
    type: 'bank' | 'mobile_money';
    bank_name: string | null;
    account_name: string | null;
    account_sealed: string | null;
    account_last4: string | null;
    branch_code: string | null;
    provider: 'wallet_a' | 'wallet_b' | 'wallet_c' | null;
    number_sealed: string | null;
    number_masked: string | null;
    label: string | null;
    created_at: Date;
    deleted_at: Date | null;
  };
  bank_answers: {
    gateway: string;
    hash: string;
    name: string;
    message: string | null;
    message_id: string | null;
    state: 'taken' | 'set_aside';
    words: string | null;
    content_sealed: string | null;
    created_at: Generated<Date>;
  };
  bank_files: {
    id: string;
    gateway: string;
    message_id: string;
    currency: 'USD' | 'ZWG';
    cut_off: Date;
    part: number;
    transfers: number;
    total: bigint;
    content_sealed: string;
    state: Generated<'made' | 'handed_over'>;
    lease_until: Date | null;
    lease_token: string | null;
    created_at: Date;
    handed_over_at: Date | null;
  };
  bank_transfers: {
    merchant_id: string;
    payout_id: string;
    gateway: string;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    bank_name: string;
    branch_code: string | null;
    account_name: string;
    account_sealed: string;
    end_to_end_id: string;
    state: 'waiting' | 'filed' | 'accepted' | 'settled' | 'rejected' | 'returned';
    file_id: string | null;
    reason: string | null;
    created_at: Date;
    changed_at: Generated<Date>;
  };
  bank_unmatched: {
    gateway: string;
    hash: string;
    position: number;
    end_to_end_id: string | null;
    says: string;
    why: 'unknown' | 'other_amount' | 'contradiction';
    amount: bigint | null;
    stated_in: string | null;
    reason: string | null;
    bank_reference: string | null;
    created_at: Generated<Date>;
    covers: string[] | null;
    applied_at: Date | null;
  };
  capital_advances: {
    merchant_id: string;
    id: string;
    offer_id: string;
    amount: bigint;
    fee: bigint;
    amount_repaid: Generated<bigint>;
    currency: 'USD' | 'ZWG';
    holdback_basis_points: number;
    status: 'outstanding' | 'repaid';
    created_at: Date;
    repaid_at: Date | null;
  };
  capital_offers: {
    merchant_id: string;
    id: string;
    amount: bigint;
    fee: bigint;
    currency: 'USD' | 'ZWG';
    holdback_basis_points: number;
    status: 'available' | 'accepted' | 'expired';
    expires_at: Date;
    created_at: Date;
  };
  capital_repayments: {
    merchant_id: string;
    id: string;
    advance_id: string;
    transaction_id: string | null;
    amount: bigint;
    amount_remaining: bigint;
    currency: 'USD' | 'ZWG';
    created_at: Date;
  };
  case_changes: {
    case_id: string;
    id: string;
    change: 'opened' | 'assigned' | 'noted' | 'resolved' | 'reopened';
    state: 'open' | 'assigned' | 'resolved';
    by: string;
    owner: string | null;
    resolution: 'explained_later' | 'corrected' | 'accepted' | 'mistaken' | null;
    note: string | null;
    at: Generated<Date>;
    xact: Generated<string>;
  };
  cash_outs: {
    merchant_id: string;
    id: string;
    payout_id: string;
    agent_id: string;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    outcome: 'completed' | 'wrong_code' | 'locked';
    created_at: Date;
  };
  checkouts: {
    merchant_id: string;
    id: string;
    app_id: string;
    source_type: 'checkout' | 'payment_link' | 'virtual_terminal_session' | 'terminal' | 'invoice' | 'subscription';
    source_id: string | null;
    reference: string;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    status: 'pending' | 'completed' | 'failed' | 'expired' | 'authorized' | 'voided';
    gateway: string;
    wallet_type: 'wallet_a' | 'wallet_b' | 'wallet_c' | null;
    customer_name: string | null;
    customer_email: string | null;
    customer_phone: string | null;
    description: string | null;
    return_url: string | null;
    notification_url: string | null;
    failure: string | null;
    late: Generated<boolean>;
    refusals: Generated<number>;
    transaction_id: string | null;
    expires_at: Date;
    created_at: Date;
    completed_at: Date | null;
    method: 'card' | 'domestic_switch' | 'wallet_a' | 'wallet_b' | 'wallet_c' | null;
    holds_use: Generated<boolean>;
    split_id: string | null;
    capture: Generated<'automatic' | 'manual'>;
    metadata: string | null;
  };
  customers: {
    merchant_id: string;
    id: string;
    name: string;
    email: string | null;
    phone: string | null;
    external_id: string | null;
    created_at: Date;
    updated_at: Date;
    deleted_at: Date | null;
  };
  deliveries_in_flight: {
    id: GeneratedAlways<string | null>;
    deliveries: GeneratedAlways<bigint | null>;
  };
  dispute_answers: {
    merchant_id: string;
    dispute_id: string;
    gateway: string;
    answer: 'contest' | 'accept';
    waiting_since: Date;
    passed_on_at: Date | null;
    passed_on_by: string | null;
    note: string | null;
  };
  dispute_files: {
    merchant_id: string;
    id: string;
    dispute_id: string;
    name: string;
    media_type: 'application/pdf' | 'image/png' | 'image/jpeg';
    size: number;
    sha256: Buffer;
    created_at: Date;
    stored_at: Date | null;
    dropped_at: Date | null;
  };
  disputes: {
    merchant_id: string;
    id: string;
    transaction_id: string;
    gateway_reference: string;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    reason: 'fraudulent' | 'duplicate' | 'not_received' | 'not_as_described' | 'other';
    status: 'warning' | 'warning_closed' | 'needs_response' | 'under_review' | 'won' | 'lost';
    resolution: 'decided' | 'accepted' | 'deadline_missed' | 'refunded' | 'lapsed' | null;
    evidence: string | null;
    evidence_due_at: Date;
    fee_share: Generated<bigint>;
    reserve_share: Generated<bigint>;
    reserve_released: Generated<bigint>;
    created_at: Date;
    opened_at: Date | null;
    submitted_at: Date | null;
    resolved_at: Date | null;
    reinstated_at: Date | null;
  };
  event_bodies: {
    merchant_id: string;
    event_id: string;
    api_version: string;
    body: string;
    bodies: number | null;
    deliveries: number | null;
  };
  event_destinations: {
    merchant_id: GeneratedAlways<string>;
    event_id: GeneratedAlways<string>;
    app_id: GeneratedAlways<string>;
    destination: GeneratedAlways<string>;
    url: GeneratedAlways<string>;
    api_version: GeneratedAlways<string>;
    outcome: GeneratedAlways<string | null>;
    finished_at: GeneratedAlways<Date | null>;
  };
  event_sequences: {
    merchant_id: string;
    resource_id: string;
    last: bigint;
    first_at: Date | null;
    last_at: Date | null;
  };
  events: {
    merchant_id: string;
    event_id: string;
    type: string;
    resource_id: string;
    sequence: bigint;
    data: string;
    request_id: string | null;
    created_at: Generated<Date>;
    data_version: Generated<string>;
    synthetic: Generated<boolean>;
    written_in: Generated<string | null>;
    has_receivers: boolean | null;
  };
  file_contents: {
    merchant_id: string;
    file_id: string;
    content: Buffer;
  };
  first_deliveries_in_flight: {
    merchant_id: GeneratedAlways<string>;
    deliveries: GeneratedAlways<number | null>;
    of_small: GeneratedAlways<number | null>;
  };
  idempotency_keys: {
    merchant_id: string;
    method: string;
    path: string;
    key: string;
    fingerprint: Buffer;
    state: 'started' | 'answered';
    intention_id: string | null;
    lease_until: Date | null;
    status: number | null;
    headers: string | null;
    body: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
    body_version: Generated<string>;
  };
  invoice_counters: {
    merchant_id: string;
    last: number;
  };
  invoice_items: {
    merchant_id: string;
    invoice_id: string;
    position: number;
    description: string;
    quantity: number;
    unit_amount: bigint;
    tax_basis_points: number | null;
    amount: bigint;
    tax: bigint;
  };
  invoices: {
    merchant_id: string;
    id: string;
    app_id: string;
    status: 'draft' | 'sent' | 'paid' | 'void';
    number: string | null;
    slug: string | null;
    customer_id: string | null;
    customer_name: string;
    customer_email: string | null;
    customer_phone: string | null;
    currency: 'USD' | 'ZWG';
    subtotal: bigint;
    tax: bigint;
    total: bigint;
    due_date: string;
    reference: string | null;
    notes: string | null;
    subscription_id: string | null;
    attempt_checkout_id: string | null;
    transaction_id: string | null;
    created_at: Date;
    updated_at: Date;
    sent_at: Date | null;
    unpaid_at: Date | null;
    paid_at: Date | null;
    voided_at: Date | null;
    split_id: string | null;
    reminder_days: Generated<number[]>;
    reminders_sent: Generated<number>;
    last_reminder_at: Date | null;
    metadata: string | null;
  };
  jobs: {
    merchant_id: string;
    job_id: string;
    kind: string;
    key: string;
    payload: ColumnType<unknown, string | undefined, string>;
    state: Generated<'due' | 'running' | 'failed'>;
    due_at: Date;
    attempts: Generated<number>;
    max_attempts: Generated<number>;
    lease_until: Date | null;
    lease_token: string | null;
    last_error: string | null;
    created_at: Generated<Date>;
    traceparent: string | null;
    first_due_at: Date | null;
  };
  kyc_documents: {
    merchant_id: string;
    id: string;
    submission_id: string;
    kind: 'identity' | 'proof_of_address' | 'registration' | 'tax' | 'bank' | 'other';
    media_type: 'application/pdf' | 'image/png' | 'image/jpeg';
    size: number;
    sha256: Buffer;
    name_sealed: string;
    content_sealed: string;
    created_at: Date;
  };
  kyc_submissions: {
    merchant_id: string;
    id: string;
    tier: number;
    status: 'submitted' | 'document_requested' | 'approved' | 'rejected';
    created_at: Date;
    form_sealed: string | null;
    submitted_by: string | null;
    decided_by: string | null;
    decided_at: Date | null;
    note: string | null;
    erased_at: Date | null;
  };
  ledger_balances: {
    merchant_id: GeneratedAlways<string>;
    code: GeneratedAlways<string>;
    currency: GeneratedAlways<'USD' | 'ZWG'>;
    balance: GeneratedAlways<bigint>;
  };
  ledger_entries: {
    merchant_id: string;
    number: bigint;
    code: string;
    currency: string;
    amount: bigint;
    balance_after: GeneratedAlways<bigint>;
  };
  ledger_heads: {
    merchant_id: GeneratedAlways<string>;
    number: GeneratedAlways<bigint>;
    lock_only: boolean | null;
  };
  ledger_holds: {
    merchant_id: string;
    hold_id: string;
    payment_id: string;
    code: 'reserve' | 'pending';
    currency: string;
    amount: bigint;
    released: Generated<bigint>;
    due_at: Date;
  };
  ledger_journals: {
    merchant_id: string;
    number: GeneratedAlways<bigint>;
    movement: string;
    source_id: string;
    floor: bigint | null;
    effective_at: Date;
    created_at: GeneratedAlways<Date>;
    xact: GeneratedAlways<string>;
  };
  listen_reports: {
    merchant_id: string;
    event_id: string;
    report_id: string;
    app_id: string;
    delivery_id: string | null;
    forwarded_to: string;
    duration_ms: number;
    status: number | null;
    failure: 'connect' | 'timeout' | 'reset' | 'other' | null;
    reported_at: Generated<Date>;
  };
  merchant_references: {
    merchant_id: string;
    reference: string;
    checkout_id: string | null;
    created_at: Date;
    transaction_id: string | null;
    archived: Generated<boolean>;
  };
  merchant_states: {
    merchant_id: string;
    clock_offset_ms: Generated<bigint>;
    kyc_tier_override: number | null;
    draining_until: Date | null;
    turned_at: Date | null;
  };
  payment_counts: {
    merchant_id: GeneratedAlways<string>;
    day: GeneratedAlways<string>;
    currency: GeneratedAlways<string>;
    outcome: GeneratedAlways<'completed' | 'failed'>;
    payment_id: GeneratedAlways<string>;
    payments: GeneratedAlways<bigint>;
    amount: GeneratedAlways<bigint>;
  };
  payment_links: {
    merchant_id: string;
    id: string;
    app_id: string;
    slug: string;
    title: string;
    description: string | null;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    status: 'active' | 'paused' | 'deactivated';
    max_uses: number | null;
    uses_completed: Generated<number>;
    uses_reserved: Generated<number>;
    amount_collected: Generated<bigint>;
    expires_at: Date | null;
    created_at: Date;
    updated_at: Date;
    split_id: string | null;
    metadata: string | null;
  };
  payment_methods: {
    merchant_id: string;
    id: string;
    customer_id: string;
    app_id: string;
    slug: string;
    return_url: string | null;
    status: 'pending' | 'active' | 'expired' | 'deleted';
    type: 'card' | 'domestic_switch' | null;
    brand: string | null;
    last4: string | null;
    exp_month: number | null;
    exp_year: number | null;
    gateway: string | null;
    token_sealed: string | null;
    attempts: Generated<number>;
    refusals: Generated<number>;
    last_error: string | null;
    page_expires_at: Date;
    created_at: Date;
    activated_at: Date | null;
    deleted_at: Date | null;
    trying_until: Date | null;
  };
  payout_batch_items: {
    merchant_id: string;
    id: string;
    batch_id: string;
    position: number;
    method: 'bank_transfer' | 'mobile_money' | null;
    amount: bigint | null;
    currency: 'USD' | 'ZWG' | null;
    request_sealed: string | null;
    payout_id: string | null;
    refusal: string | null;
    refusal_errors: ColumnType<unknown, string | undefined, string>;
  };
  payout_batches: {
    merchant_id: string;
    id: string;
    app_id: string;
    status: 'processing' | 'completed' | 'denied';
    created_at: Date;
    completed_at: Date | null;
  };
  payout_reviews: {
    merchant_id: string;
    id: string;
    payout_id: string;
    verdict: 'held' | 'released' | 'blocked';
    operator: string;
    reason: string | null;
    created_at: Date;
  };
  payouts: {
    merchant_id: string;
    id: string;
    app_id: string;
    transaction_id: string;
    method: 'bank_transfer' | 'agent_cash' | 'mobile_money';
    amount: bigint;
    fee: bigint;
    currency: 'USD' | 'ZWG';
    status: 'processing' | 'held' | 'completed' | 'failed' | 'blocked' | 'unclaimed' | 'returned';
    bank_account_id: string | null;
    bank_name: string | null;
    account_name: string | null;
    account_sealed: string | null;
    account_last4: string | null;
    branch_code: string | null;
    provider: 'wallet_a' | 'wallet_b' | 'wallet_c' | null;
    number_sealed: string | null;
    number_masked: string | null;
    otp_hash: string | null;
    otp_expires_at: Date | null;
    failure: string | null;
    created_at: Date;
    completed_at: Date | null;
    subaccount_id: string | null;
    otp_tries: Generated<number>;
    held_for: 'review' | 'wrong_codes' | null;
    sent_at: Date | null;
  };
  plans: {
    merchant_id: string;
    id: string;
    status: 'active' | 'inactive';
    name: string;
    description: string | null;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    interval_unit: 'day' | 'week' | 'month' | 'year';
    interval_count: number;
    trial_days: number;
    max_cycles: number | null;
    on_exhausted: 'pause' | 'cancel';
    created_at: Date;
    tax_basis_points: number | null;
  };
  platform_invoice_counters: {
    only_one: Generated<boolean>;
    last: number;
  };
  platform_invoices: {
    merchant_id: string;
    id: string;
    number: number;
    status: 'open' | 'paid' | 'past_due';
    plan_name: string;
    subtotal: bigint;
    tax_basis_points: number;
    tax: bigint;
    total: bigint;
    period_start: Date;
    period_end: Date;
    failed_tries: Generated<number>;
    created_at: Date;
    paid_at: Date | null;
  };
  platform_subscriptions: {
    merchant_id: string;
    id: string;
    status: 'active' | 'past_due' | 'restricted';
    anchor_at: Date;
    months: Generated<number>;
    next_invoice_at: Date;
    past_due_at: Date | null;
    restricted_at: Date | null;
    created_at: Date;
  };
  reader_payloads: {
    merchant_id: string;
    terminal_id: string;
    ksn: string;
    transaction_id: string;
    created_at: Date;
  };
  reconciliation_cases: {
    id: string;
    gateway: string;
    kind: 'missing_here' | 'missing_there' | 'other_amount' | 'other_currency' | 'twice';
    subject: string;
    state: 'open' | 'assigned' | 'resolved';
    owner: string | null;
    resolution: 'explained_later' | 'corrected' | 'accepted' | 'mistaken' | null;
    of_merchant: string | null;
    of_transaction: string | null;
    journal: bigint | null;
    expected: bigint | null;
    expected_currency: string | null;
    expected_on: string | null;
    stated: bigint | null;
    stated_currency: string | null;
    stated_on: string | null;
    opened_at: Generated<Date>;
    resolved_at: Date | null;
  };
  refunds: {
    merchant_id: string;
    id: string;
    transaction_id: string;
    payment_id: string;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    status: 'pending' | 'completed' | 'failed';
    reason: string | null;
    unwanted: Generated<boolean>;
    fee_share: bigint;
    reserve_share: bigint;
    reserve_released: Generated<bigint>;
    failure: string | null;
    created_at: Date;
    completed_at: Date | null;
  };
  report_chunks: {
    merchant_id: string;
    report_id: string;
    number: number;
    content: Buffer;
  };
  reports: {
    merchant_id: string;
    id: string;
    app_id: string;
    type: 'transactions' | 'payouts' | 'ledger_entries' | 'fees';
    format: 'csv' | 'jsonl';
    status: 'pending' | 'available' | 'expired';
    period_from: Date;
    period_before: Date;
    position: string | null;
    chunks: Generated<number>;
    row_count: Generated<bigint>;
    byte_count: Generated<bigint>;
    created_at: Date;
    available_at: Date | null;
    expires_at: Date | null;
  };
  resets: {
    night: string;
    at: Generated<Date>;
  };
  settings_changes: {
    merchant_id: GeneratedAlways<string>;
    change_id: GeneratedAlways<string>;
    app_id: GeneratedAlways<string>;
    changed: GeneratedAlways<string[]>;
    due_at: GeneratedAlways<Date>;
  };
  slugs: {
    slug: string;
    merchant_id: string;
    kind: 'payment_link' | 'virtual_terminal_session' | 'invoice' | 'payment_method';
    resource_id: string;
  };
  split_settlements: {
    merchant_id: string;
    id: string;
    split_id: string;
    subaccount_id: string;
    transaction_id: string;
    source_id: string;
    basis_points: number;
    shared: bigint;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    created_at: Date;
  };
  split_shares: {
    merchant_id: string;
    split_id: string;
    place: number;
    subaccount_id: string;
    basis_points: number;
  };
  splits: {
    merchant_id: string;
    id: string;
    name: string;
    currency: 'USD' | 'ZWG';
    status: 'active' | 'inactive';
    created_at: Date;
  };
  statement_lines: {
    statement_id: string;
    line: string;
    gateway: string;
    kind: 'payment' | 'refund' | 'payout' | 'return' | 'fee' | 'other';
    reference: string | null;
    reference_id: string | null;
    gateway_reference: string | null;
    amount: bigint;
    currency: string;
    booked_on: string;
    of_merchant: string | null;
    journal: bigint | null;
    journal_on: string | null;
    case_id: string | null;
    judged: Generated<boolean>;
    covers: string[] | null;
  };
  statements: {
    id: string;
    gateway: string;
    name: string;
    hash: Buffer;
    currency: string;
    from_day: string;
    to_day: string;
    opening: bigint | null;
    closing: bigint | null;
    lines: number;
    imported_by: string;
    imported_at: Generated<Date>;
  };
  status_changes: {
    merchant_id: string;
    id: string;
    resource: string;
    resource_id: string;
    from_status: string;
    to_status: string;
    created_at: Date;
  };
  subaccounts: {
    merchant_id: string;
    id: string;
    name: string;
    label: string | null;
    created_at: Date;
  };
  subscription_cycles: {
    merchant_id: string;
    subscription_id: string;
    period_start: Date;
    period_end: Date;
    invoice_id: string;
    outcome: 'paid' | 'waived' | null;
    tries: Generated<number>;
    failures: Generated<number>;
    created_at: Date;
    closed_at: Date | null;
    price: bigint | null;
    plan_id: string | null;
    anchor_at: Date | null;
    anchor_cycles: number | null;
    tax_basis_points: number | null;
  };
  subscription_tries: {
    merchant_id: string;
    subscription_id: string;
    period_start: Date;
    number: number;
    checkout_id: string;
    created_at: Date;
  };
  subscriptions: {
    merchant_id: string;
    id: string;
    app_id: string;
    plan_id: string;
    status: 'active' | 'paused' | 'canceled';
    collection_state: Generated<'ok' | 'retrying' | 'exhausted'>;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    interval_unit: 'day' | 'week' | 'month' | 'year';
    interval_count: number;
    max_cycles: number | null;
    on_exhausted: 'pause' | 'cancel';
    customer_id: string | null;
    customer_name: string;
    customer_email: string | null;
    customer_phone: string | null;
    wallet_type: 'wallet_a' | 'wallet_b' | 'wallet_c' | null;
    wallet_phone: string | null;
    payment_method_id: string | null;
    starts_at: Date;
    trial_ends_at: Date | null;
    anchor_at: Date;
    anchor_cycles: Generated<number>;
    current_period_start: Date | null;
    current_period_end: Date | null;
    next_billing_at: Date | null;
    cycle_count: Generated<number>;
    latest_invoice_id: string | null;
    activated_at: Date | null;
    cancel_at_period_end: Generated<boolean>;
    canceled_at: Date | null;
    cancel_reason: string | null;
    created_at: Date;
    updated_at: Date;
    tax_basis_points: number | null;
    metadata: string | null;
  };
  terminals: {
    merchant_id: string;
    id: string;
    serial_number: string;
    device_model: 'sunmi_p3' | 'sunmi_p3_mix' | 'pax_a920' | 'telpo_tps900' | 'zcs_z90' | 'newland_n910' | 'ingenico_apos_a8' | 'other';
    location_name: string;
    status: 'active' | 'inactive';
    last_seen_at: Date;
    created_at: Date;
  };
  transactions: {
    merchant_id: string;
    id: string;
    type: 'payment' | 'refund' | 'payout';
    status: 'pending' | 'completed' | 'failed' | 'reversed' | 'authorized' | 'voided';
    amount: bigint;
    fee: Generated<bigint>;
    currency: 'USD' | 'ZWG';
    gateway: string;
    gateway_reference: string | null;
    gateway_status: string | null;
    reference: string;
    checkout_id: string | null;
    parent_id: string | null;
    source_type: 'checkout' | 'payment_link' | 'virtual_terminal_session' | 'terminal' | 'invoice' | 'subscription' | 'refund' | 'payout';
    source_id: string;
    app_id: string | null;
    method_type: 'card' | 'domestic_switch' | 'wallet_a' | 'wallet_b' | 'wallet_c' | null;
    method_brand: string | null;
    method_last4: string | null;
    method_phone: string | null;
    customer_name: string | null;
    customer_email: string | null;
    customer_phone: string | null;
    description: string | null;
    failure: string | null;
    late: Generated<boolean>;
    refunded: Generated<bigint>;
    reserve_amount: Generated<bigint>;
    reserve_release_at: Date | null;
    available_on: Date | null;
    created_at: Date;
    completed_at: Date | null;
    payment_method_id: string | null;
    challenged_at: Date | null;
    challenge_answered_at: Date | null;
    disputed: Generated<bigint>;
    split_id: string | null;
    resumed_at: Date | null;
    metadata: string | null;
  };
  virtual_terminal_sessions: {
    merchant_id: string;
    id: string;
    app_id: string;
    slug: string;
    checkout_id: string;
    amount: bigint;
    currency: 'USD' | 'ZWG';
    description: string | null;
    payment_method: 'card' | 'domestic_switch' | 'wallet_a' | 'wallet_b' | 'wallet_c';
    status: 'pending' | 'paid' | 'canceled' | 'expired';
    transaction_id: string | null;
    last_error: string | null;
    expires_at: Date;
    created_at: Date;
    paid_at: Date | null;
    canceled_at: Date | null;
    split_id: string | null;
    metadata: string | null;
  };
  webhook_attempts: {
    merchant_id: string;
    delivery_id: string;
    attempt_id: string;
    attempt: number;
    started_at: Date;
    duration_ms: number;
    address: string | null;
    status: number | null;
    failure: 'http' | 'dns' | 'address' | 'connect' | 'tls' | 'timeout' | 'reset' | 'worker_lost' | null;
    late: Generated<boolean>;
    response_headers: string | null;
    response_start: string | null;
  };
  webhook_deliveries: {
    merchant_id: string;
    delivery_id: string;
    event_id: string;
    api_version: string;
    lane_id: string;
    destination: 'app' | 'notification_url';
    url: string;
    trigger: 'event' | 'replay';
    resource_id: string;
    sequence: bigint;
    state: Generated<'waiting' | 'due' | 'sending' | 'delivered' | 'exhausted'>;
    attempts: Generated<number>;
    max_attempts: number;
    next_attempt_at: Generated<Date>;
    lease_until: Date | null;
    lease_token: string | null;
    finished_at: Date | null;
    written_in: string | null;
    traceparent: string | null;
  };
  webhook_lanes: {
    merchant_id: string;
    lane_id: string;
    app_id: string;
    origin: string;
    max_in_flight: Generated<number>;
    failing_since: Date | null;
    steady_since: Generated<Date>;
  };
  withdrawn_statements: {
    id: string;
    gateway: string;
    name: string;
    hash: Buffer;
    from_day: string;
    to_day: string;
    lines: number;
    imported_by: string;
    imported_at: Date;
    withdrawn_by: string;
    withdrawn_at: Generated<Date>;
    reason: string;
  };
};

export type PlatformTables = {
  api_apps: {
    id: string;
    merchant_id: string;
    name: string;
    mode: 'sandbox' | 'live';
    features: Generated<string[]>;
    api_version: string;
    rate_limit: Generated<number>;
    created_at: Generated<Date>;
  };
  api_keys: {
    id: string;
    merchant_id: string;
    app_id: string;
    kind: 'secret' | 'restricted' | 'public';
    hash: Buffer;
    prefix: string;
    last4: string;
    permissions: Generated<string[]>;
    revoked_at: Date | null;
    expires_at: Date | null;
    created_at: Generated<Date>;
  };
  dashboard_sessions: {
    hash: Buffer;
    user_id: string;
    stage: 'factor' | 'full';
    merchant_id: string | null;
    ip: string;
    user_agent: string;
    created_at: Generated<Date>;
    seen_at: Generated<Date>;
    expires_at: Date;
    confirmed_at: Date | null;
  };
  invitations: {
    id: string;
    merchant_id: string;
    email: string;
    role: 'owner' | 'developer' | 'finance' | 'viewer';
    hash: Buffer;
    invited_by: string;
    created_at: Generated<Date>;
    expires_at: Date;
    accepted_at: Date | null;
    revoked_at: Date | null;
  };
  jobs: {
    kind: string;
    key: string;
    due_at: Generated<Date>;
    state: Generated<'due' | 'running' | 'done' | 'failed'>;
    attempts: Generated<number>;
    lease_until: Date | null;
    lease_token: string | null;
    last_error: string | null;
    created_at: Generated<Date>;
    findings: number | null;
  };
  mails: {
    id: string;
    recipient: string;
    subject: string;
    text: string;
    created_at: Generated<Date>;
    attempts: Generated<number>;
    next_at: Generated<Date | null>;
    sent_at: Date | null;
    last_error: string | null;
  };
  memberships: {
    user_id: string;
    merchant_id: string;
    role: 'owner' | 'developer' | 'finance' | 'viewer';
    created_at: Generated<Date>;
  };
  merchant_brands: {
    merchant_id: string;
    display_name: string | null;
    contact_email: string | null;
    contact_phone: string | null;
    language: string | null;
    accent: string | null;
    updated_at: Generated<Date>;
  };
  merchant_logos: {
    merchant_id: string;
    sha256: Buffer;
    media_type: 'image/png' | 'image/jpeg' | 'image/webp';
    width: number;
    height: number;
    content: Buffer;
    created_at: Generated<Date>;
  };
  merchant_plans: {
    merchant_id: string;
    plan: string;
    amount: bigint | null;
    tax_basis_points: number | null;
  };
  merchants: {
    id: string;
    business_name: string;
    email: string;
    country: string;
    status: Generated<'active' | 'suspended'>;
    kyc_tier: Generated<number>;
    created_at: Generated<Date>;
  };
  operator_changes: {
    change_id: string;
    merchant_id: string;
    app_id: string | null;
    action: string;
    details: ColumnType<unknown, string | undefined, string>;
    operator: string;
    created_at: Generated<Date>;
    user_id: string | null;
    ip: string | null;
    form: string | null;
  };
  platform_plans: {
    plan: string;
    name: string;
    amount: bigint;
    tax_basis_points: Generated<number>;
    changed_by: string | null;
    changed_at: Generated<Date>;
  };
  recovery_codes: {
    user_id: string;
    hash: Buffer;
    used_at: Date | null;
  };
  secret_key: {
    only_row: GeneratedAlways<boolean>;
    fingerprint: GeneratedAlways<string>;
    noted_at: GeneratedAlways<Date>;
  };
  settings_changes: {
    change_id: string;
    merchant_id: string;
    app_id: string;
    changed: string[];
    created_at: Generated<Date>;
    tries: Generated<number>;
    due_at: Generated<Date>;
    told_at: Date | null;
  };
  sign_in_tries: {
    subject: string;
    at: Date;
    id: string;
  };
  two_factor: {
    merchant_id: string;
    secret_sealed: string;
    last_step: Generated<bigint>;
    failures: Generated<number>;
    locked_until: Date | null;
    enrolled_at: Generated<Date>;
  };
  user_factors: {
    user_id: string;
    secret_sealed: string;
    last_step: Generated<bigint>;
    failures: Generated<number>;
    locked_until: Date | null;
    begun_at: Generated<Date>;
    enrolled_at: Date | null;
  };
  user_links: {
    hash: Buffer;
    user_id: string;
    kind: 'verify-email' | 'reset-password' | 'change-email';
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
    email: string | null;
  };
  users: {
    id: string;
    email: string;
    name: string;
    password_hash: string | null;
    email_verified_at: Date | null;
    is_operator: Generated<boolean>;
    time_zone: Generated<string>;
    created_at: Generated<Date>;
  };
  webhook_endpoints: {
    app_id: string;
    merchant_id: string;
    url: string | null;
    event_types: Generated<string[]>;
    secret_sealed: string;
    previous_secret_sealed: string | null;
    previous_secret_until: Date | null;
    paused_at: Date | null;
  };
};

/** What makes a row of its values: the names of the columns → a function of them. */
export const rowMakers: Readonly<Record<string, (v: readonly unknown[]) => object>> = {
  'id,merchant_id,name,mode,features,api_version,rate_limit,created_at': (v) => ({ id: v[0], merchant_id: v[1], name: v[2], mode: v[3], features: v[4], api_version: v[5], rate_limit: v[6], created_at: v[7] }),
  'id,merchant_id,app_id,kind,hash,prefix,last4,permissions,revoked_at,expires_at,created_at': (v) => ({ id: v[0], merchant_id: v[1], app_id: v[2], kind: v[3], hash: v[4], prefix: v[5], last4: v[6], permissions: v[7], revoked_at: v[8], expires_at: v[9], created_at: v[10] }),
  'hash,user_id,stage,merchant_id,ip,user_agent,created_at,seen_at,expires_at,confirmed_at': (v) => ({ hash: v[0], user_id: v[1], stage: v[2], merchant_id: v[3], ip: v[4], user_agent: v[5], created_at: v[6], seen_at: v[7], expires_at: v[8], confirmed_at: v[9] }),
  'id,merchant_id,email,role,hash,invited_by,created_at,expires_at,accepted_at,revoked_at': (v) => ({ id: v[0], merchant_id: v[1], email: v[2], role: v[3], hash: v[4], invited_by: v[5], created_at: v[6], expires_at: v[7], accepted_at: v[8], revoked_at: v[9] }),
  'kind,key,due_at,state,attempts,lease_until,lease_token,last_error,created_at,findings': (v) => ({ kind: v[0], key: v[1], due_at: v[2], state: v[3], attempts: v[4], lease_until: v[5], lease_token: v[6], last_error: v[7], created_at: v[8], findings: v[9] }),
  'id,recipient,subject,text,created_at,attempts,next_at,sent_at,last_error': (v) => ({ id: v[0], recipient: v[1], subject: v[2], text: v[3], created_at: v[4], attempts: v[5], next_at: v[6], sent_at: v[7], last_error: v[8] }),
  'user_id,merchant_id,role,created_at': (v) => ({ user_id: v[0], merchant_id: v[1], role: v[2], created_at: v[3] }),
  'merchant_id,display_name,contact_email,contact_phone,language,accent,updated_at': (v) => ({ merchant_id: v[0], display_name: v[1], contact_email: v[2], contact_phone: v[3], language: v[4], accent: v[5], updated_at: v[6] }),
  'merchant_id,sha256,media_type,width,height,content,created_at': (v) => ({ merchant_id: v[0], sha256: v[1], media_type: v[2], width: v[3], height: v[4], content: v[5], created_at: v[6] }),
  'merchant_id,plan,amount,tax_basis_points': (v) => ({ merchant_id: v[0], plan: v[1], amount: v[2], tax_basis_points: v[3] }),
  'id,business_name,email,country,status,kyc_tier,created_at': (v) => ({ id: v[0], business_name: v[1], email: v[2], country: v[3], status: v[4], kyc_tier: v[5], created_at: v[6] }),
  'change_id,merchant_id,app_id,action,details,operator,created_at,user_id,ip,form': (v) => ({ change_id: v[0], merchant_id: v[1], app_id: v[2], action: v[3], details: v[4], operator: v[5], created_at: v[6], user_id: v[7], ip: v[8], form: v[9] }),
  'plan,name,amount,tax_basis_points,changed_by,changed_at': (v) => ({ plan: v[0], name: v[1], amount: v[2], tax_basis_points: v[3], changed_by: v[4], changed_at: v[5] }),
  'user_id,hash,used_at': (v) => ({ user_id: v[0], hash: v[1], used_at: v[2] }),
  'only_row,fingerprint,noted_at': (v) => ({ only_row: v[0], fingerprint: v[1], noted_at: v[2] }),
  'change_id,merchant_id,app_id,changed,created_at,tries,due_at,told_at': (v) => ({ change_id: v[0], merchant_id: v[1], app_id: v[2], changed: v[3], created_at: v[4], tries: v[5], due_at: v[6], told_at: v[7] }),
  'subject,at,id': (v) => ({ subject: v[0], at: v[1], id: v[2] }),
  'merchant_id,secret_sealed,last_step,failures,locked_until,enrolled_at': (v) => ({ merchant_id: v[0], secret_sealed: v[1], last_step: v[2], failures: v[3], locked_until: v[4], enrolled_at: v[5] }),
  'user_id,secret_sealed,last_step,failures,locked_until,begun_at,enrolled_at': (v) => ({ user_id: v[0], secret_sealed: v[1], last_step: v[2], failures: v[3], locked_until: v[4], begun_at: v[5], enrolled_at: v[6] }),
  'hash,user_id,kind,created_at,expires_at,used_at,email': (v) => ({ hash: v[0], user_id: v[1], kind: v[2], created_at: v[3], expires_at: v[4], used_at: v[5], email: v[6] }),
  'id,email,name,password_hash,email_verified_at,is_operator,time_zone,created_at': (v) => ({ id: v[0], email: v[1], name: v[2], password_hash: v[3], email_verified_at: v[4], is_operator: v[5], time_zone: v[6], created_at: v[7] }),
  'app_id,merchant_id,url,event_types,secret_sealed,previous_secret_sealed,previous_secret_until,paused_at': (v) => ({ app_id: v[0], merchant_id: v[1], url: v[2], event_types: v[3], secret_sealed: v[4], previous_secret_sealed: v[5], previous_secret_until: v[6], paused_at: v[7] }),
  'merchant_id,id,gateway,purpose,reference,attempt,original_id,mti,processing_code,acquirer_id,terminal,stan,stan_day,rrn,amount,currency,state,transmitted_at,deadline,repeats,due_at,answered_at,response_code,auth_code,reported_amount,reported_currency': (v) => ({ merchant_id: v[0], id: v[1], gateway: v[2], purpose: v[3], reference: v[4], attempt: v[5], original_id: v[6], mti: v[7], processing_code: v[8], acquirer_id: v[9], terminal: v[10], stan: v[11], stan_day: v[12], rrn: v[13], amount: v[14], currency: v[15], state: v[16], transmitted_at: v[17], deadline: v[18], repeats: v[19], due_at: v[20], answered_at: v[21], response_code: v[22], auth_code: v[23], reported_amount: v[24], reported_currency: v[25] }),
  'merchant_id,agent_id,currency,low_threshold': (v) => ({ merchant_id: v[0], agent_id: v[1], currency: v[2], low_threshold: v[3] }),
  'merchant_id,id,agent_id,amount,currency,created_at': (v) => ({ merchant_id: v[0], id: v[1], agent_id: v[2], amount: v[3], currency: v[4], created_at: v[5] }),
  'merchant_id,id,name,phone,location,status,created_at': (v) => ({ merchant_id: v[0], id: v[1], name: v[2], phone: v[3], location: v[4], status: v[5], created_at: v[6] }),
  'app_id,merchant_id,url,event_types,api_version,secret_sealed,previous_secret_sealed,previous_secret_until,paused': (v) => ({ app_id: v[0], merchant_id: v[1], url: v[2], event_types: v[3], api_version: v[4], secret_sealed: v[5], previous_secret_sealed: v[6], previous_secret_until: v[7], paused: v[8] }),
  'merchant_id,app_id,day,operation,api_version,by_header,calls,failures,fields,parameters,codes,last_at': (v) => ({ merchant_id: v[0], app_id: v[1], day: v[2], operation: v[3], api_version: v[4], by_header: v[5], calls: v[6], failures: v[7], fields: v[8], parameters: v[9], codes: v[10], last_at: v[11] }),
  'merchant_id,id,archive_id,place,length': (v) => ({ merchant_id: v[0], id: v[1], archive_id: v[2], place: v[3], length: v[4] }),
  'id,file,bytes,sha256,before,made_by,made_at': (v) => ({ id: v[0], file: v[1], bytes: v[2], sha256: v[3], before: v[4], made_by: v[5], made_at: v[6] }),
  'merchant_id,id,user_id,user_email,ip,action,object,details,form,created_at': (v) => ({ merchant_id: v[0], id: v[1], user_id: v[2], user_email: v[3], ip: v[4], action: v[5], object: v[6], details: v[7], form: v[8], created_at: v[9] }),
  'merchant_id,id,checkout_id,reference,status,amount,captured_amount,currency,void_reason,failure,expires_at,created_at,asked_at,ended_at': (v) => ({ merchant_id: v[0], id: v[1], checkout_id: v[2], reference: v[3], status: v[4], amount: v[5], captured_amount: v[6], currency: v[7], void_reason: v[8], failure: v[9], expires_at: v[10], created_at: v[11], asked_at: v[12], ended_at: v[13] }),
  'merchant_id,id,type,bank_name,account_name,account_sealed,account_last4,branch_code,provider,number_sealed,number_masked,label,created_at,deleted_at': (v) => ({ merchant_id: v[0], id: v[1], type: v[2], bank_name: v[3], account_name: v[4], account_sealed: v[5], account_last4: v[6], branch_code: v[7], provider: v[8], number_sealed: v[9], number_masked: v[10], label: v[11], created_at: v[12], deleted_at: v[13] }),
  'gateway,hash,name,message,message_id,state,words,content_sealed,created_at': (v) => ({ gateway: v[0], hash: v[1], name: v[2], message: v[3], message_id: v[4], state: v[5], words: v[6], content_sealed: v[7], created_at: v[8] }),
  'id,gateway,message_id,currency,cut_off,part,transfers,total,content_sealed,state,lease_until,lease_token,created_at,handed_over_at': (v) => ({ id: v[0], gateway: v[1], message_id: v[2], currency: v[3], cut_off: v[4], part: v[5], transfers: v[6], total: v[7], content_sealed: v[8], state: v[9], lease_until: v[10], lease_token: v[11], created_at: v[12], handed_over_at: v[13] }),
  'merchant_id,payout_id,gateway,amount,currency,bank_name,branch_code,account_name,account_sealed,end_to_end_id,state,file_id,reason,created_at,changed_at': (v) => ({ merchant_id: v[0], payout_id: v[1], gateway: v[2], amount: v[3], currency: v[4], bank_name: v[5], branch_code: v[6], account_name: v[7], account_sealed: v[8], end_to_end_id: v[9], state: v[10], file_id: v[11], reason: v[12], created_at: v[13], changed_at: v[14] }),
  'gateway,hash,position,end_to_end_id,says,why,amount,stated_in,reason,bank_reference,created_at,covers,applied_at': (v) => ({ gateway: v[0], hash: v[1], position: v[2], end_to_end_id: v[3], says: v[4], why: v[5], amount: v[6], stated_in: v[7], reason: v[8], bank_reference: v[9], created_at: v[10], covers: v[11], applied_at: v[12] }),
  'merchant_id,id,offer_id,amount,fee,amount_repaid,currency,holdback_basis_points,status,created_at,repaid_at': (v) => ({ merchant_id: v[0], id: v[1], offer_id: v[2], amount: v[3], fee: v[4], amount_repaid: v[5], currency: v[6], holdback_basis_points: v[7], status: v[8], created_at: v[9], repaid_at: v[10] }),
  'merchant_id,id,amount,fee,currency,holdback_basis_points,status,expires_at,created_at': (v) => ({ merchant_id: v[0], id: v[1], amount: v[2], fee: v[3], currency: v[4], holdback_basis_points: v[5], status: v[6], expires_at: v[7], created_at: v[8] }),
  'merchant_id,id,advance_id,transaction_id,amount,amount_remaining,currency,created_at': (v) => ({ merchant_id: v[0], id: v[1], advance_id: v[2], transaction_id: v[3], amount: v[4], amount_remaining: v[5], currency: v[6], created_at: v[7] }),
  'case_id,id,change,state,by,owner,resolution,note,at,xact': (v) => ({ case_id: v[0], id: v[1], change: v[2], state: v[3], by: v[4], owner: v[5], resolution: v[6], note: v[7], at: v[8], xact: v[9] }),
  'merchant_id,id,payout_id,agent_id,amount,currency,outcome,created_at': (v) => ({ merchant_id: v[0], id: v[1], payout_id: v[2], agent_id: v[3], amount: v[4], currency: v[5], outcome: v[6], created_at: v[7] }),
  'merchant_id,id,app_id,source_type,source_id,reference,amount,currency,status,gateway,wallet_type,customer_name,customer_email,customer_phone,description,return_url,notification_url,failure,late,refusals,transaction_id,expires_at,created_at,completed_at,method,holds_use,split_id,capture,metadata': (v) => ({ merchant_id: v[0], id: v[1], app_id: v[2], source_type: v[3], source_id: v[4], reference: v[5], amount: v[6], currency: v[7], status: v[8], gateway: v[9], wallet_type: v[10], customer_name: v[11], customer_email: v[12], customer_phone: v[13], description: v[14], return_url: v[15], notification_url: v[16], failure: v[17], late: v[18], refusals: v[19], transaction_id: v[20], expires_at: v[21], created_at: v[22], completed_at: v[23], method: v[24], holds_use: v[25], split_id: v[26], capture: v[27], metadata: v[28] }),
  'merchant_id,id,name,email,phone,external_id,created_at,updated_at,deleted_at': (v) => ({ merchant_id: v[0], id: v[1], name: v[2], email: v[3], phone: v[4], external_id: v[5], created_at: v[6], updated_at: v[7], deleted_at: v[8] }),
  'id,deliveries': (v) => ({ id: v[0], deliveries: v[1] }),
  'merchant_id,dispute_id,gateway,answer,waiting_since,passed_on_at,passed_on_by,note': (v) => ({ merchant_id: v[0], dispute_id: v[1], gateway: v[2], answer: v[3], waiting_since: v[4], passed_on_at: v[5], passed_on_by: v[6], note: v[7] }),
  'merchant_id,id,dispute_id,name,media_type,size,sha256,created_at,stored_at,dropped_at': (v) => ({ merchant_id: v[0], id: v[1], dispute_id: v[2], name: v[3], media_type: v[4], size: v[5], sha256: v[6], created_at: v[7], stored_at: v[8], dropped_at: v[9] }),
  'merchant_id,id,transaction_id,gateway_reference,amount,currency,reason,status,resolution,evidence,evidence_due_at,fee_share,reserve_share,reserve_released,created_at,opened_at,submitted_at,resolved_at,reinstated_at': (v) => ({ merchant_id: v[0], id: v[1], transaction_id: v[2], gateway_reference: v[3], amount: v[4], currency: v[5], reason: v[6], status: v[7], resolution: v[8], evidence: v[9], evidence_due_at: v[10], fee_share: v[11], reserve_share: v[12], reserve_released: v[13], created_at: v[14], opened_at: v[15], submitted_at: v[16], resolved_at: v[17], reinstated_at: v[18] }),
  'merchant_id,event_id,api_version,body,bodies,deliveries': (v) => ({ merchant_id: v[0], event_id: v[1], api_version: v[2], body: v[3], bodies: v[4], deliveries: v[5] }),
  'merchant_id,event_id,app_id,destination,url,api_version,outcome,finished_at': (v) => ({ merchant_id: v[0], event_id: v[1], app_id: v[2], destination: v[3], url: v[4], api_version: v[5], outcome: v[6], finished_at: v[7] }),
  'merchant_id,resource_id,last,first_at,last_at': (v) => ({ merchant_id: v[0], resource_id: v[1], last: v[2], first_at: v[3], last_at: v[4] }),
  'merchant_id,event_id,type,resource_id,sequence,data,request_id,created_at,data_version,synthetic,written_in,has_receivers': (v) => ({ merchant_id: v[0], event_id: v[1], type: v[2], resource_id: v[3], sequence: v[4], data: v[5], request_id: v[6], created_at: v[7], data_version: v[8], synthetic: v[9], written_in: v[10], has_receivers: v[11] }),
  'merchant_id,file_id,content': (v) => ({ merchant_id: v[0], file_id: v[1], content: v[2] }),
  'merchant_id,deliveries,of_small': (v) => ({ merchant_id: v[0], deliveries: v[1], of_small: v[2] }),
  'merchant_id,method,path,key,fingerprint,state,intention_id,lease_until,status,headers,body,created_at,expires_at,body_version': (v) => ({ merchant_id: v[0], method: v[1], path: v[2], key: v[3], fingerprint: v[4], state: v[5], intention_id: v[6], lease_until: v[7], status: v[8], headers: v[9], body: v[10], created_at: v[11], expires_at: v[12], body_version: v[13] }),
  'merchant_id,last': (v) => ({ merchant_id: v[0], last: v[1] }),
  'merchant_id,invoice_id,position,description,quantity,unit_amount,tax_basis_points,amount,tax': (v) => ({ merchant_id: v[0], invoice_id: v[1], position: v[2], description: v[3], quantity: v[4], unit_amount: v[5], tax_basis_points: v[6], amount: v[7], tax: v[8] }),
  'merchant_id,id,app_id,status,number,slug,customer_id,customer_name,customer_email,customer_phone,currency,subtotal,tax,total,due_date,reference,notes,subscription_id,attempt_checkout_id,transaction_id,created_at,updated_at,sent_at,unpaid_at,paid_at,voided_at,split_id,reminder_days,reminders_sent,last_reminder_at,metadata': (v) => ({ merchant_id: v[0], id: v[1], app_id: v[2], status: v[3], number: v[4], slug: v[5], customer_id: v[6], customer_name: v[7], customer_email: v[8], customer_phone: v[9], currency: v[10], subtotal: v[11], tax: v[12], total: v[13], due_date: v[14], reference: v[15], notes: v[16], subscription_id: v[17], attempt_checkout_id: v[18], transaction_id: v[19], created_at: v[20], updated_at: v[21], sent_at: v[22], unpaid_at: v[23], paid_at: v[24], voided_at: v[25], split_id: v[26], reminder_days: v[27], reminders_sent: v[28], last_reminder_at: v[29], metadata: v[30] }),
  'merchant_id,job_id,kind,key,payload,state,due_at,attempts,max_attempts,lease_until,lease_token,last_error,created_at,traceparent,first_due_at': (v) => ({ merchant_id: v[0], job_id: v[1], kind: v[2], key: v[3], payload: v[4], state: v[5], due_at: v[6], attempts: v[7], max_attempts: v[8], lease_until: v[9], lease_token: v[10], last_error: v[11], created_at: v[12], traceparent: v[13], first_due_at: v[14] }),
  'merchant_id,id,submission_id,kind,media_type,size,sha256,name_sealed,content_sealed,created_at': (v) => ({ merchant_id: v[0], id: v[1], submission_id: v[2], kind: v[3], media_type: v[4], size: v[5], sha256: v[6], name_sealed: v[7], content_sealed: v[8], created_at: v[9] }),
  'merchant_id,id,tier,status,created_at,form_sealed,submitted_by,decided_by,decided_at,note,erased_at': (v) => ({ merchant_id: v[0], id: v[1], tier: v[2], status: v[3], created_at: v[4], form_sealed: v[5], submitted_by: v[6], decided_by: v[7], decided_at: v[8], note: v[9], erased_at: v[10] }),
  'merchant_id,code,currency,balance': (v) => ({ merchant_id: v[0], code: v[1], currency: v[2], balance: v[3] }),
  'merchant_id,number,code,currency,amount,balance_after': (v) => ({ merchant_id: v[0], number: v[1], code: v[2], currency: v[3], amount: v[4], balance_after: v[5] }),
  'merchant_id,number,lock_only': (v) => ({ merchant_id: v[0], number: v[1], lock_only: v[2] }),
  'merchant_id,hold_id,payment_id,code,currency,amount,released,due_at': (v) => ({ merchant_id: v[0], hold_id: v[1], payment_id: v[2], code: v[3], currency: v[4], amount: v[5], released: v[6], due_at: v[7] }),
  'merchant_id,number,movement,source_id,floor,effective_at,created_at,xact': (v) => ({ merchant_id: v[0], number: v[1], movement: v[2], source_id: v[3], floor: v[4], effective_at: v[5], created_at: v[6], xact: v[7] }),
  'merchant_id,event_id,report_id,app_id,delivery_id,forwarded_to,duration_ms,status,failure,reported_at': (v) => ({ merchant_id: v[0], event_id: v[1], report_id: v[2], app_id: v[3], delivery_id: v[4], forwarded_to: v[5], duration_ms: v[6], status: v[7], failure: v[8], reported_at: v[9] }),
  'merchant_id,reference,checkout_id,created_at,transaction_id,archived': (v) => ({ merchant_id: v[0], reference: v[1], checkout_id: v[2], created_at: v[3], transaction_id: v[4], archived: v[5] }),
  'merchant_id,clock_offset_ms,kyc_tier_override,draining_until,turned_at': (v) => ({ merchant_id: v[0], clock_offset_ms: v[1], kyc_tier_override: v[2], draining_until: v[3], turned_at: v[4] }),
  'merchant_id,day,currency,outcome,payment_id,payments,amount': (v) => ({ merchant_id: v[0], day: v[1], currency: v[2], outcome: v[3], payment_id: v[4], payments: v[5], amount: v[6] }),
  'merchant_id,id,app_id,slug,title,description,amount,currency,status,max_uses,uses_completed,uses_reserved,amount_collected,expires_at,created_at,updated_at,split_id,metadata': (v) => ({ merchant_id: v[0], id: v[1], app_id: v[2], slug: v[3], title: v[4], description: v[5], amount: v[6], currency: v[7], status: v[8], max_uses: v[9], uses_completed: v[10], uses_reserved: v[11], amount_collected: v[12], expires_at: v[13], created_at: v[14], updated_at: v[15], split_id: v[16], metadata: v[17] }),
  'merchant_id,id,customer_id,app_id,slug,return_url,status,type,brand,last4,exp_month,exp_year,gateway,token_sealed,attempts,refusals,last_error,page_expires_at,created_at,activated_at,deleted_at,trying_until': (v) => ({ merchant_id: v[0], id: v[1], customer_id: v[2], app_id: v[3], slug: v[4], return_url: v[5], status: v[6], type: v[7], brand: v[8], last4: v[9], exp_month: v[10], exp_year: v[11], gateway: v[12], token_sealed: v[13], attempts: v[14], refusals: v[15], last_error: v[16], page_expires_at: v[17], created_at: v[18], activated_at: v[19], deleted_at: v[20], trying_until: v[21] }),
  'merchant_id,id,batch_id,position,method,amount,currency,request_sealed,payout_id,refusal,refusal_errors': (v) => ({ merchant_id: v[0], id: v[1], batch_id: v[2], position: v[3], method: v[4], amount: v[5], currency: v[6], request_sealed: v[7], payout_id: v[8], refusal: v[9], refusal_errors: v[10] }),
  'merchant_id,id,app_id,status,created_at,completed_at': (v) => ({ merchant_id: v[0], id: v[1], app_id: v[2], status: v[3], created_at: v[4], completed_at: v[5] }),
  'merchant_id,id,payout_id,verdict,operator,reason,created_at': (v) => ({ merchant_id: v[0], id: v[1], payout_id: v[2], verdict: v[3], operator: v[4], reason: v[5], created_at: v[6] }),
  'merchant_id,id,app_id,transaction_id,method,amount,fee,currency,status,bank_account_id,bank_name,account_name,account_sealed,account_last4,branch_code,provider,number_sealed,number_masked,otp_hash,otp_expires_at,failure,created_at,completed_at,subaccount_id,otp_tries,held_for,sent_at': (v) => ({ merchant_id: v[0], id: v[1], app_id: v[2], transaction_id: v[3], method: v[4], amount: v[5], fee: v[6], currency: v[7], status: v[8], bank_account_id: v[9], bank_name: v[10], account_name: v[11], account_sealed: v[12], account_last4: v[13], branch_code: v[14], provider: v[15], number_sealed: v[16], number_masked: v[17], otp_hash: v[18], otp_expires_at: v[19], failure: v[20], created_at: v[21], completed_at: v[22], subaccount_id: v[23], otp_tries: v[24], held_for: v[25], sent_at: v[26] }),
  'merchant_id,id,status,name,description,amount,currency,interval_unit,interval_count,trial_days,max_cycles,on_exhausted,created_at,tax_basis_points': (v) => ({ merchant_id: v[0], id: v[1], status: v[2], name: v[3], description: v[4], amount: v[5], currency: v[6], interval_unit: v[7], interval_count: v[8], trial_days: v[9], max_cycles: v[10], on_exhausted: v[11], created_at: v[12], tax_basis_points: v[13] }),
  'only_one,last': (v) => ({ only_one: v[0], last: v[1] }),
  'merchant_id,id,number,status,plan_name,subtotal,tax_basis_points,tax,total,period_start,period_end,failed_tries,created_at,paid_at': (v) => ({ merchant_id: v[0], id: v[1], number: v[2], status: v[3], plan_name: v[4], subtotal: v[5], tax_basis_points: v[6], tax: v[7], total: v[8], period_start: v[9], period_end: v[10], failed_tries: v[11], created_at: v[12], paid_at: v[13] }),
  'merchant_id,id,status,anchor_at,months,next_invoice_at,past_due_at,restricted_at,created_at': (v) => ({ merchant_id: v[0], id: v[1], status: v[2], anchor_at: v[3], months: v[4], next_invoice_at: v[5], past_due_at: v[6], restricted_at: v[7], created_at: v[8] }),
  'merchant_id,terminal_id,ksn,transaction_id,created_at': (v) => ({ merchant_id: v[0], terminal_id: v[1], ksn: v[2], transaction_id: v[3], created_at: v[4] }),
  'id,gateway,kind,subject,state,owner,resolution,of_merchant,of_transaction,journal,expected,expected_currency,expected_on,stated,stated_currency,stated_on,opened_at,resolved_at': (v) => ({ id: v[0], gateway: v[1], kind: v[2], subject: v[3], state: v[4], owner: v[5], resolution: v[6], of_merchant: v[7], of_transaction: v[8], journal: v[9], expected: v[10], expected_currency: v[11], expected_on: v[12], stated: v[13], stated_currency: v[14], stated_on: v[15], opened_at: v[16], resolved_at: v[17] }),
  'merchant_id,id,transaction_id,payment_id,amount,currency,status,reason,unwanted,fee_share,reserve_share,reserve_released,failure,created_at,completed_at': (v) => ({ merchant_id: v[0], id: v[1], transaction_id: v[2], payment_id: v[3], amount: v[4], currency: v[5], status: v[6], reason: v[7], unwanted: v[8], fee_share: v[9], reserve_share: v[10], reserve_released: v[11], failure: v[12], created_at: v[13], completed_at: v[14] }),
  'merchant_id,report_id,number,content': (v) => ({ merchant_id: v[0], report_id: v[1], number: v[2], content: v[3] }),
  'merchant_id,id,app_id,type,format,status,period_from,period_before,position,chunks,row_count,byte_count,created_at,available_at,expires_at': (v) => ({ merchant_id: v[0], id: v[1], app_id: v[2], type: v[3], format: v[4], status: v[5], period_from: v[6], period_before: v[7], position: v[8], chunks: v[9], row_count: v[10], byte_count: v[11], created_at: v[12], available_at: v[13], expires_at: v[14] }),
  'night,at': (v) => ({ night: v[0], at: v[1] }),
  'merchant_id,change_id,app_id,changed,due_at': (v) => ({ merchant_id: v[0], change_id: v[1], app_id: v[2], changed: v[3], due_at: v[4] }),
  'slug,merchant_id,kind,resource_id': (v) => ({ slug: v[0], merchant_id: v[1], kind: v[2], resource_id: v[3] }),
  'merchant_id,id,split_id,subaccount_id,transaction_id,source_id,basis_points,shared,amount,currency,created_at': (v) => ({ merchant_id: v[0], id: v[1], split_id: v[2], subaccount_id: v[3], transaction_id: v[4], source_id: v[5], basis_points: v[6], shared: v[7], amount: v[8], currency: v[9], created_at: v[10] }),
  'merchant_id,split_id,place,subaccount_id,basis_points': (v) => ({ merchant_id: v[0], split_id: v[1], place: v[2], subaccount_id: v[3], basis_points: v[4] }),
  'merchant_id,id,name,currency,status,created_at': (v) => ({ merchant_id: v[0], id: v[1], name: v[2], currency: v[3], status: v[4], created_at: v[5] }),
  'statement_id,line,gateway,kind,reference,reference_id,gateway_reference,amount,currency,booked_on,of_merchant,journal,journal_on,case_id,judged,covers': (v) => ({ statement_id: v[0], line: v[1], gateway: v[2], kind: v[3], reference: v[4], reference_id: v[5], gateway_reference: v[6], amount: v[7], currency: v[8], booked_on: v[9], of_merchant: v[10], journal: v[11], journal_on: v[12], case_id: v[13], judged: v[14], covers: v[15] }),
  'id,gateway,name,hash,currency,from_day,to_day,opening,closing,lines,imported_by,imported_at': (v) => ({ id: v[0], gateway: v[1], name: v[2], hash: v[3], currency: v[4], from_day: v[5], to_day: v[6], opening: v[7], closing: v[8], lines: v[9], imported_by: v[10], imported_at: v[11] }),
  'merchant_id,id,resource,resource_id,from_status,to_status,created_at': (v) => ({ merchant_id: v[0], id: v[1], resource: v[2], resource_id: v[3], from_status: v[4], to_status: v[5], created_at: v[6] }),
  'merchant_id,id,name,label,created_at': (v) => ({ merchant_id: v[0], id: v[1], name: v[2], label: v[3], created_at: v[4] }),
  'merchant_id,subscription_id,period_start,period_end,invoice_id,outcome,tries,failures,created_at,closed_at,price,plan_id,anchor_at,anchor_cycles,tax_basis_points': (v) => ({ merchant_id: v[0], subscription_id: v[1], period_start: v[2], period_end: v[3], invoice_id: v[4], outcome: v[5], tries: v[6], failures: v[7], created_at: v[8], closed_at: v[9], price: v[10], plan_id: v[11], anchor_at: v[12], anchor_cycles: v[13], tax_basis_points: v[14] }),
  'merchant_id,subscription_id,period_start,number,checkout_id,created_at': (v) => ({ merchant_id: v[0], subscription_id: v[1], period_start: v[2], number: v[3], checkout_id: v[4], created_at: v[5] }),
  'merchant_id,id,app_id,plan_id,status,collection_state,amount,currency,interval_unit,interval_count,max_cycles,on_exhausted,customer_id,customer_name,customer_email,customer_phone,wallet_type,wallet_phone,payment_method_id,starts_at,trial_ends_at,anchor_at,anchor_cycles,current_period_start,current_period_end,next_billing_at,cycle_count,latest_invoice_id,activated_at,cancel_at_period_end,canceled_at,cancel_reason,created_at,updated_at,tax_basis_points,metadata': (v) => ({ merchant_id: v[0], id: v[1], app_id: v[2], plan_id: v[3], status: v[4], collection_state: v[5], amount: v[6], currency: v[7], interval_unit: v[8], interval_count: v[9], max_cycles: v[10], on_exhausted: v[11], customer_id: v[12], customer_name: v[13], customer_email: v[14], customer_phone: v[15], wallet_type: v[16], wallet_phone: v[17], payment_method_id: v[18], starts_at: v[19], trial_ends_at: v[20], anchor_at: v[21], anchor_cycles: v[22], current_period_start: v[23], current_period_end: v[24], next_billing_at: v[25], cycle_count: v[26], latest_invoice_id: v[27], activated_at: v[28], cancel_at_period_end: v[29], canceled_at: v[30], cancel_reason: v[31], created_at: v[32], updated_at: v[33], tax_basis_points: v[34], metadata: v[35] }),
  'merchant_id,id,serial_number,device_model,location_name,status,last_seen_at,created_at': (v) => ({ merchant_id: v[0], id: v[1], serial_number: v[2], device_model: v[3], location_name: v[4], status: v[5], last_seen_at: v[6], created_at: v[7] }),
  'merchant_id,id,type,status,amount,fee,currency,gateway,gateway_reference,gateway_status,reference,checkout_id,parent_id,source_type,source_id,app_id,method_type,method_brand,method_last4,method_phone,customer_name,customer_email,customer_phone,description,failure,late,refunded,reserve_amount,reserve_release_at,available_on,created_at,completed_at,payment_method_id,challenged_at,challenge_answered_at,disputed,split_id,resumed_at,metadata': (v) => ({ merchant_id: v[0], id: v[1], type: v[2], status: v[3], amount: v[4], fee: v[5], currency: v[6], gateway: v[7], gateway_reference: v[8], gateway_status: v[9], reference: v[10], checkout_id: v[11], parent_id: v[12], source_type: v[13], source_id: v[14], app_id: v[15], method_type: v[16], method_brand: v[17], method_last4: v[18], method_phone: v[19], customer_name: v[20], customer_email: v[21], customer_phone: v[22], description: v[23], failure: v[24], late: v[25], refunded: v[26], reserve_amount: v[27], reserve_release_at: v[28], available_on: v[29], created_at: v[30], completed_at: v[31], payment_method_id: v[32], challenged_at: v[33], challenge_answered_at: v[34], disputed: v[35], split_id: v[36], resumed_at: v[37], metadata: v[38] }),
  'merchant_id,id,app_id,slug,checkout_id,amount,currency,description,payment_method,status,transaction_id,last_error,expires_at,created_at,paid_at,canceled_at,split_id,metadata': (v) => ({ merchant_id: v[0], id: v[1], app_id: v[2], slug: v[3], checkout_id: v[4], amount: v[5], currency: v[6], description: v[7], payment_method: v[8], status: v[9], transaction_id: v[10], last_error: v[11], expires_at: v[12], created_at: v[13], paid_at: v[14], canceled_at: v[15], split_id: v[16], metadata: v[17] }),
  'merchant_id,delivery_id,attempt_id,attempt,started_at,duration_ms,address,status,failure,late,response_headers,response_start': (v) => ({ merchant_id: v[0], delivery_id: v[1], attempt_id: v[2], attempt: v[3], started_at: v[4], duration_ms: v[5], address: v[6], status: v[7], failure: v[8], late: v[9], response_headers: v[10], response_start: v[11] }),
  'merchant_id,delivery_id,event_id,api_version,lane_id,destination,url,trigger,resource_id,sequence,state,attempts,max_attempts,next_attempt_at,lease_until,lease_token,finished_at,written_in,traceparent': (v) => ({ merchant_id: v[0], delivery_id: v[1], event_id: v[2], api_version: v[3], lane_id: v[4], destination: v[5], url: v[6], trigger: v[7], resource_id: v[8], sequence: v[9], state: v[10], attempts: v[11], max_attempts: v[12], next_attempt_at: v[13], lease_until: v[14], lease_token: v[15], finished_at: v[16], written_in: v[17], traceparent: v[18] }),
  'merchant_id,lane_id,app_id,origin,max_in_flight,failing_since,steady_since': (v) => ({ merchant_id: v[0], lane_id: v[1], app_id: v[2], origin: v[3], max_in_flight: v[4], failing_since: v[5], steady_since: v[6] }),
  'id,gateway,name,hash,from_day,to_day,lines,imported_by,imported_at,withdrawn_by,withdrawn_at,reason': (v) => ({ id: v[0], gateway: v[1], name: v[2], hash: v[3], from_day: v[4], to_day: v[5], lines: v[6], imported_by: v[7], imported_at: v[8], withdrawn_by: v[9], withdrawn_at: v[10], reason: v[11] }),
};
