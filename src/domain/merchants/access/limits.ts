/** Spec: "Limits", request rate: more than this many in a window is refused. */
export const rateWindowMs = 60_000;

/** How many calls a window admits in the buckets that are the same for every app. */
export type Limits = {
  /** Polls of one wallet payment. The documented 20 a minute stay below it. */
  readonly mobileStatus: number;
  /** Calls from one address without a valid key. */
  readonly address: number;
};

export const usualLimits: Limits = { mobileStatus: 30, address: 120 };
