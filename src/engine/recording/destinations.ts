import { notificationTypes } from '../../../generated/event-registry.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Act } from '../context.ts';
import { type Destination, findReceivers, type NewEvent, type Receiver } from './queries.ts';

type About = Pick<NewEvent, 'type' | 'checkoutId' | 'paymentId'>;

/** What was asked in each open transaction, by the checkout or payment that it was asked about. */
const askedIn = new WeakMap<Tx, Map<string, Promise<readonly Receiver[]>>>();

/**
 * Where an event goes that happens now. Asked without waiting, and once for all events about the same checkout: so the answer is
 * usually there when the transaction ends.
 *
 * Spec: "Events".
 */
export async function destinationsOf(
  act: Act,
  { type, checkoutId, paymentId }: About,
): Promise<Destination[]> {
  const receivers = await receiversOf(act, checkoutId, paymentId);
  const isAboutCheckout = checkoutId !== null || paymentId !== null;
  return receivers
    .filter(
      (receiver) =>
        subscribes(receiver, type) ||
        (receiver.kind === 'notification_url' && isAboutCheckout && isNotified(type)),
    )
    .filter(({ kind }) => kind === 'app' || isAboutCheckout);
}

function receiversOf(
  act: Act,
  checkoutId: string | null,
  paymentId: string | null,
): Promise<readonly Receiver[]> {
  const asked = askedIn.get(act.tx) ?? new Map<string, Promise<readonly Receiver[]>>();
  askedIn.set(act.tx, asked);
  const about = checkoutId ?? paymentId ?? '';
  // The apps are the same whatever it was asked about.
  const [first] = asked.values();
  const known = asked.get(about) ?? (about === '' ? first : undefined);
  if (known) return known;
  const answer = findReceivers(act.tx, act.merchant.id, { checkoutId, paymentId });
  act.tx.goOnWithout(answer);
  asked.set(about, answer);
  return answer;
}

const subscribes = ({ eventTypes }: Receiver, type: string) =>
  eventTypes?.some((wanted) => wanted === type || wanted === '*') === true;

const notified: readonly string[] = notificationTypes;
const isNotified = (type: string) => notified.includes(type);
