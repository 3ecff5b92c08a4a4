import type { Act } from '../../engine/context.ts';
import type { RequestLine } from '../../platform/http/request-log.ts';
import { countPayment, countRequest, healthChecks } from '../../platform/telemetry/counters.ts';

/** Beginnings of the paths that are not operations of the contract, and what they are counted as. */
const parts: readonly (readonly [path: string, part: string])[] = [
  ['/test/c/', 'checkout_page'],
  ['/c/', 'checkout_page'],
  ['/test/p/', 'pay_page'],
  ['/p/', 'pay_page'],
  ['/dashboard', 'dashboard'],
  ['/docs', 'docs'],
  ['/gateways', 'gateway_callback'],
  ['/listen', 'listen'],
  ['/healthz', healthChecks],
  ['/readyz', healthChecks],
];

/** The caller had gone before the answer was sent. The number is nginx's. */
const goneStatus = 499;

/** Besides giving a line of the log to `hear`, counts the request by its operation, or by the part of the service that answered. */
export function andCounted(hear: (line: RequestLine) => void): (line: RequestLine) => void {
  return (line) => {
    countAnswered(line);
    hear(line);
  };
}

function countAnswered({ operation, path, status, ms, aborted, mode, code }: RequestLine): void {
  const name = typeof operation === 'string' ? operation : partOf(path);
  const isPlayed = mode === 'sandbox' && code === 'PROVIDER_UNAVAILABLE';
  countRequest(name, aborted === true ? goneStatus : Number(status), Number(ms) / 1000, isPlayed);
}

/** `none`: nothing is at this path. */
function partOf(path: unknown): string {
  if (typeof path !== 'string') return 'none';
  return parts.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'other';
}

type Payment = { readonly gateway: string; readonly method_type: string | null; readonly status: string };

/** A reaction: counts that a payment has reached a status, once it is committed. */
export async function paymentCounted({ ctx, tx }: Act, payment: Payment): Promise<void> {
  const { gateway, method_type: method, status } = payment;
  tx.afterCommit.push(() => countPayment({ gateway, method: method ?? 'none', status, mode: ctx.mode }));
}
