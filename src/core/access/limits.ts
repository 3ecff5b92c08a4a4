/** Spec: "Limits", request rate: more than this many in a window is refused. */
export const rateWindowMs = 60_000;

/** Polling a wallet payment has a bucket of its own per checkout: the documented 20 a minute never meet it. */
export const mobileStatusLimit = 30;

/** Calls without a valid key, per address. */
export const addressLimit = 120;
