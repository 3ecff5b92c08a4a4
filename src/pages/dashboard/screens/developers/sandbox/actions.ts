import { eventGroups } from '../../../../../../generated/event-registry.ts';
import { findMerchant } from '../../../../../domain/merchants/accounts/queries.ts';
import { setKyc } from '../../../../../domain/merchants/onboarding/set-kyc.ts';
import {
  drainClock,
  farthestTurnSeconds,
  turnClock,
} from '../../../../../domain/merchants/sandbox/advance-clock.ts';
import { resetMerchant } from '../../../../../domain/merchants/sandbox/reset.ts';
import { triggerEvent } from '../../../../../domain/merchants/sandbox/trigger-event.ts';
import { ApiError } from '../../../../../platform/errors.ts';
import { showId } from '../../../../../platform/ids.ts';
import { sandboxWords as words } from '../../../../words/dashboard/developers/sandbox.ts';
import { isSameName } from '../../../parts/typed.ts';
import { acting, actingAlone } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import type { Run } from '../../../requests/route.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const daySeconds = 24 * 60 * 60;
/** Unit → seconds. */
export const units = { minutes: 60, hours: 60 * 60, days: daySeconds } as const;
export const unitNames = ['minutes', 'hours', 'days'] as const satisfies readonly (keyof typeof units)[];
export const tiers = ['0', '1', '2'] as const;
const types = new Set<string>(eventGroups.flatMap(({ events }) => events.map(({ id }) => id)));

/** Live has none of this: there these addresses are nothing. */
export function inSandbox(run: Run<MerchantVisit>): Run<MerchantVisit> {
  return (visit) => {
    if (visit.mode !== 'sandbox') throw new ApiError('NOT_FOUND');
    return run(visit);
  };
}

/** The jobs that fall due run after the transaction, since each has one of its own. If the process ends, workers run them. */
export async function turn(visit: MerchantVisit): Promise<Answer> {
  const seconds = secondsIn(visit);
  const turned = await actingAlone(visit, 'sandbox.clock-moved', async (act) => ({
    result: await turnClock(act, seconds),
    details: { seconds },
  }));
  const { total, more } = await drainClock(visit.ctx, turned);
  return seeOther(`${visit.base}/sandbox?${more ? 'began' : 'ran'}=${total}`);
}

function secondsIn({ form }: MerchantVisit): number {
  const name = unitNames.find((each) => each === form.value('unit'));
  const unit = name ? units[name] : 0;
  const by = form.value('by');
  const seconds = /^[0-9]{1,8}$/.test(by) ? Number(by) * unit : 0;
  if (seconds < 1 || seconds > farthestTurnSeconds)
    throw new WrongFields({ by: words.clock.wrong(farthestTurnSeconds / daySeconds) });
  return seconds;
}

export async function trigger(visit: MerchantVisit): Promise<Answer> {
  const type = visit.form.value('type');
  if (!types.has(type)) throw new WrongFields({ type: words.event.wrong });
  const object = await acting(visit, 'sandbox.event-triggered', (act) => {
    const shown = showId('evt', triggerEvent(act, type).eventId);
    return Promise.resolve({ result: shown, object: shown, details: { type } });
  });
  return seeOther(`${visit.base}/events/${object}?done=triggered`);
}

export async function setTier(visit: MerchantVisit): Promise<Answer> {
  const text = tiers.find((each) => each === visit.form.value('tier'));
  if (text === undefined) throw new WrongFields({ tier: words.kyc.wrong });
  const tier = Number(text);
  const merchant = await findMerchant(visit.office.platform, visit.merchantId);
  if (!merchant) throw new ApiError('NOT_FOUND');
  await acting(visit, 'sandbox.kyc-set', async (act) => ({
    result: await setKyc(act, { tier, own: merchant.kyc_tier }),
    details: { tier },
  }));
  return seeOther(`${visit.base}/sandbox?done=kyc`);
}

export async function reset(visit: MerchantVisit): Promise<Answer> {
  if (!isSameName(visit.form.value('name'), visit.merchantName))
    throw new WrongFields({ name: words.reset.wrong });
  await actingAlone(visit, 'sandbox.reset', async (act) => ({ result: await resetMerchant(act) }));
  return seeOther(`${visit.base}/sandbox?done=reset`);
}
