import { rateLimits } from '../../../../generated/operations.ts';

/** How many calls a bucket admits in a window of seconds; an app may have another limit than `default`. Spec: "Limits". */
export type Limits = {
  readonly [Bucket in keyof typeof rateLimits]: { readonly limit: number; readonly window: number };
};

export const usualLimits: Limits = rateLimits;
