/** Longer than an attempt can take, so only a worker that died loses its lease. */
export const lease = '45 seconds';

export type Claim = {
  /** How many at most. */
  readonly free: number;
  /** Identifies the lease: only its holder may record an attempt of these deliveries. */
  readonly token: string;
  readonly afterLane: string;
};

/** A delivery that this worker may attempt now, with everything an attempt needs. */
export type ClaimedDelivery = {
  readonly merchant_id: string;
  readonly delivery_id: string;
  readonly api_version: string;
  readonly url: string;
  /** The number of this attempt. */
  readonly attempts: number;
  /** Since when it has been due. */
  readonly next_attempt_at: Date;
  readonly body: string;
  /** Where its event happened; null if nobody traces. */
  readonly traceparent: string | null;
  readonly secret_sealed: string;
  /** During a rotation of the secret; null otherwise. */
  readonly previous_secret_sealed: string | null;
};
