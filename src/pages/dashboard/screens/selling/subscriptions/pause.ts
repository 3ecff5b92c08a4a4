import { pauseSubscription } from '../../../../../domain/billing/subscriptions/pause-subscription.ts';
import { resumeSubscription } from '../../../../../domain/billing/subscriptions/resume-subscription.ts';
import { showId } from '../../../../../platform/ids.ts';
import { subscriptionAddress } from '../../../parts/billing.ts';
import { acting } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { subscriptionIn } from './subscription.ts';

export const pause = (visit: MerchantVisit): Promise<Answer> => flip(visit, 'paused', pauseSubscription);
export const resume = (visit: MerchantVisit): Promise<Answer> => flip(visit, 'resumed', resumeSubscription);

async function flip(
  visit: MerchantVisit,
  done: 'paused' | 'resumed',
  change: typeof pauseSubscription,
): Promise<Answer> {
  const { id } = await subscriptionIn(visit);
  await acting(visit, `subscription.${done}`, async (act) => {
    await change(act, id);
    return { result: undefined, object: showId('sub', id) };
  });
  return seeOther(`${subscriptionAddress(visit, id)}?done=${done}`);
}
