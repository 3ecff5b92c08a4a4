/** Spec: "Limits", request rate: more than this many in a window is refused. */
export const rateWindowMs = 60_000;

/** The limits of a window that are no app's own. */
export type Limits = {
  /** Polling a wallet payment has a bucket of its own per checkout: the documented 20 a minute never meet it. */
  readonly mobileStatus: number;
  /** Calls without a valid key, per address. */
  readonly address: number;
};

export const usualLimits: Limits = { mobileStatus: 30, address: 120 };
