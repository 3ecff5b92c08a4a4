// Made by `npm run generate` from the migrations of src/platform/db. Not to be edited.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type ModeTables = {
  app_endpoints: {
    app_id: GeneratedAlways<string>;
    merchant_id: GeneratedAlways<string>;
    url: GeneratedAlways<string | null>;
    event_types: GeneratedAlways<string[]>;
    api_version: GeneratedAlways<string>;
    secret_sealed: GeneratedAlways<string>;
    previous_secret_sealed: GeneratedAlways<string | null>;
    previous_secret_until: GeneratedAlways<Date | null>;
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
    status: 'pending' | 'completed' | 'failed' | 'expired';
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
  };
  event_bodies: {
    merchant_id: string;
    event_id: string;
    api_version: string;
    body: string;
  };
  event_sequences: {
    merchant_id: string;
    resource_id: string;
    last: bigint;
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
  };
  kyc_submissions: {
    merchant_id: string;
    id: string;
    tier: number;
    status: 'submitted' | 'document_requested' | 'approved' | 'rejected';
    created_at: Date;
  };
  ledger_balances: {
    merchant_id: GeneratedAlways<string>;
    code: GeneratedAlways<string>;
    currency: GeneratedAlways<'USD' | 'ZWG'>;
    balance: GeneratedAlways<bigint>;
    lowest: GeneratedAlways<bigint | null>;
    highest: GeneratedAlways<bigint | null>;
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
  merchant_references: {
    merchant_id: string;
    reference: string;
    checkout_id: string;
    created_at: Date;
  };
  merchant_states: {
    merchant_id: string;
    clock_offset_ms: Generated<bigint>;
    kyc_tier_override: number | null;
    draining_until: Date | null;
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
  status_changes: {
    merchant_id: string;
    id: string;
    resource: string;
    resource_id: string;
    from_status: string;
    to_status: string;
    created_at: Date;
  };
  transactions: {
    merchant_id: string;
    id: string;
    type: 'payment' | 'refund' | 'payout';
    status: 'pending' | 'completed' | 'failed' | 'reversed';
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
    state: Generated<'due' | 'sending' | 'delivered' | 'exhausted'>;
    attempts: Generated<number>;
    max_attempts: number;
    next_attempt_at: Generated<Date>;
    lease_until: Date | null;
    lease_token: string | null;
    finished_at: Date | null;
  };
  webhook_lanes: {
    merchant_id: string;
    lane_id: string;
    app_id: string;
    origin: string;
    max_in_flight: Generated<number>;
    failing_since: Date | null;
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
  two_factor: {
    merchant_id: string;
    secret_sealed: string;
    last_step: Generated<bigint>;
    failures: Generated<number>;
    locked_until: Date | null;
    enrolled_at: Generated<Date>;
  };
  webhook_endpoints: {
    app_id: string;
    merchant_id: string;
    url: string | null;
    event_types: Generated<string[]>;
    secret_sealed: string;
    previous_secret_sealed: string | null;
    previous_secret_until: Date | null;
  };
};
