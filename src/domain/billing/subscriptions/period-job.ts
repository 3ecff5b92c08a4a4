/**
 * Key and payload of a job about one period of a subscription: of the same period there is one.
 *
 * Spec: "Subscription". Decision 0011.
 */
export function periodJob(subscriptionId: string, start: Date) {
  const periodStart = start.toISOString();
  return { key: `${subscriptionId}/${periodStart}`, payload: { subscriptionId, periodStart } };
}
