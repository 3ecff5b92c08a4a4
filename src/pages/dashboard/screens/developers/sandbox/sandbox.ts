import { eventGroups } from '../../../../../../generated/event-registry.ts';
import { findMerchant } from '../../../../../domain/merchants/accounts/queries.ts';
import { kycTierOf } from '../../../../../domain/merchants/onboarding/kyc.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { now } from '../../../../../platform/clock.ts';
import { type Html, html } from '../../../../html.ts';
import { sandboxWords as words } from '../../../../words/dashboard/developers/sandbox.ts';
import { radios } from '../../../parts/choices.ts';
import { formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { moment, section } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import { onceOf } from '../../../requests/acting.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { tiers, unitNames, units } from './actions.ts';
import { testNumbers } from './numbers.ts';

const dayMs = 24 * 60 * 60 * 1000;
const types = eventGroups.flatMap(({ events }) => events.map(({ id }) => ({ value: id, label: id })));

/** The tools of test mode: clock, made-up events, verification, test numbers, reset. Spec: "Limits" (sandbox). */
export async function showSandbox(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, office } = visit;
  const isAllowed = visit.may('develop');
  const [clock, merchant] = await Promise.all([
    readClock(ctx, merchantId),
    findMerchant(office.platform, merchantId),
  ]);
  const tier = await kycTierOf(ctx.db, merchantId, merchant?.kyc_tier ?? 0);
  return screen(visit, {
    title: words.title,
    done: doneWords(visit),
    main: html`<p class="soft">${words.intro}</p>
${section(words.clock.title, html`${clockFacts(visit, clock)}${isAllowed && clockForm(visit)}`)}
${section(words.kyc.title, isAllowed ? kycForm(visit, tier) : html`<p>${words.kyc.tier} ${words.kyc.tiers[tier]}</p>`)}
${isAllowed && section(words.event.title, eventForm(visit))}
${testNumbers()}
${isAllowed && section(words.reset.title, resetForm(visit))}`,
  });
}

function doneWords({ query }: MerchantVisit): string | undefined {
  const ran = query.get('ran') ?? '';
  const began = query.get('began') ?? '';
  if (/^\d{1,6}$/.test(ran)) return words.clock.turned(Number(ran));
  if (/^\d{1,6}$/.test(began)) return words.clock.turnedMore(Number(began));
  return words.done[query.get('done') ?? ''];
}

function clockFacts(visit: MerchantVisit, clock: { readonly now: Date; readonly offsetMs: number }): Html {
  const nextReset = new Date((Math.floor(now().getTime() / dayMs) + 1) * dayMs);
  return facts([
    [words.clock.now, moment(visit, clock.now)],
    [words.clock.ahead, clock.offsetMs === 0 ? words.clock.inTime : lasting(clock.offsetMs)],
    [
      words.clock.reset,
      html`${moment(visit, nextReset)} <span class="small soft">${words.clock.resetHint}</span>`,
    ],
  ]);
}

/** The API moves the clock by seconds, the form by the other units. */
const lengths = { day: units.days, hour: units.hours, minute: units.minutes, second: 1 } as const;

/** `3 days, 2 hours`: the units that are not zero, the largest first. */
function lasting(ms: number): string {
  let rest = Math.floor(ms / 1000);
  const parts: string[] = [];
  for (const unit of ['day', 'hour', 'minute', 'second'] as const) {
    const count = Math.floor(rest / lengths[unit]);
    rest -= count * lengths[unit];
    if (count > 0)
      parts.push(new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay: 'long' }).format(count));
  }
  return parts.join(', ');
}

function clockForm(visit: MerchantVisit): Html {
  const options = unitNames.map((value) => ({ value, label: words.clock.units[value] }));
  return html`<p>${words.clock.text}</p>
${formTo(visit, {
  to: `${visit.base}/sandbox/clock`,
  button: words.clock.button,
  once: onceOf(),
  fields: html`${textField(visit, { name: 'by', label: words.clock.by, value: '1', inputmode: 'numeric' })}
${selectField(visit, { name: 'unit', label: words.clock.unit, options, value: 'hours' })}`,
})}`;
}

function kycForm(visit: MerchantVisit, tier: number): Html {
  const options = tiers.map((value) => ({ value, label: words.kyc.tiers[Number(value)] ?? value }));
  return html`<p>${words.kyc.text}</p>
${formTo(visit, {
  to: `${visit.base}/sandbox/kyc`,
  button: words.kyc.button,
  look: 'quiet',
  once: onceOf(),
  fields: radios(visit, { name: 'tier', label: words.kyc.tier, options, value: String(tier) }),
})}`;
}

function eventForm(visit: MerchantVisit): Html {
  return html`<p>${words.event.text}</p>
${formTo(visit, {
  to: `${visit.base}/sandbox/events`,
  button: words.event.button,
  look: 'quiet',
  once: onceOf(),
  fields: selectField(visit, { name: 'type', label: words.event.type, options: types }),
})}`;
}

function resetForm(visit: MerchantVisit): Html {
  return html`<p>${words.reset.text}</p>
${formTo(visit, {
  to: `${visit.base}/sandbox/reset`,
  button: words.reset.button,
  look: 'danger',
  once: onceOf(),
  fields: textField(visit, { name: 'name', label: words.reset.name(visit.merchantName), maxlength: 200 }),
})}`;
}
