/**
 * Key and payload of a job about one period of a subscription. The key makes sure that a period has one job of each kind.
 *
 * Spec: "Subscription". Decision 0011.
 */
export function periodJob(subscriptionId: string, start: Date) {
  const periodStart = start.toISOString();
  return { key: `${subscriptionId}/${periodStart}`, payload: { subscriptionId, periodStart } };
}
