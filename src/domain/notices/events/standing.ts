import { deliveryTerms } from '../../../../generated/event-registry.ts';
import { mostHeaderBytes } from '../../../platform/http/egress/answer.ts';
import type { AttemptRow, DeliveryRow } from './queries.ts';

/** Whether an attempt will begin. One that waits for an earlier event of its resource has the time at which it was made. */
export function isToCome({ state }: Pick<DeliveryRow, 'state'>): boolean {
  return state === 'due' || state === 'waiting';
}

export type DeliveryStanding = 'pending' | 'retrying' | 'delivered' | 'exhausted';

export function statusOf({ state, attempts }: Pick<DeliveryRow, 'state' | 'attempts'>): DeliveryStanding {
  if (state === 'delivered' || state === 'exhausted') return state;
  const failed = state === 'sending' ? attempts - 1 : attempts;
  return failed > 0 ? 'retrying' : 'pending';
}

/** One text for all of these, so that nobody can use webhooks to scan ports and names. */
const couldNotConnect = `We could not connect to the address, or it did not answer within ${deliveryTerms.acknowledgeSeconds} seconds.`;

const errors: Readonly<Record<string, string>> = {
  dns: couldNotConnect,
  address: couldNotConnect,
  connect: couldNotConnect,
  timeout: couldNotConnect,
  tls: 'TLS 1.2 or newer failed, or the certificate was not accepted. A public authority must have signed it for this host name, and the receiver must send its intermediate certificates.',
  // A receiver that speaks HTTP/2 only, or sends more headers, believes that it has answered.
  reset: `The connection ended before there was an answer in HTTP/1.1 with at most ${mostHeaderBytes / 1024} KiB of headers.`,
  other: 'The event could not be sent.',
  worker_lost: 'The attempt broke off on our side; whether it arrived is not known.',
};

type Failed = { readonly failure: AttemptRow['failure'] | 'other'; readonly status: number | null };

/** Why an attempt failed, in words for the merchant; null: it did not. */
export function failureWords({ failure, status }: Failed): string | null {
  if (failure === null) return null;
  return errors[failure] ?? `The receiver answered ${status}; only a 2xx status acknowledges.`;
}
