import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { formatPercent } from '../../../../../domain/money/amounts/percent.ts';
import { acceptOffer } from '../../../../../domain/money/capital/offer.ts';
import {
  type Advance,
  findAdvance,
  findAdvances,
  findOffer,
  type Offer,
} from '../../../../../domain/money/capital/queries.ts';
import { remainingOf, repayEarly } from '../../../../../domain/money/capital/repay.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { capitalWords as words } from '../../../../words/dashboard/money/capital.ts';
import { formTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { exact, moment, section } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import { refuseNewPayments, refuseUnverified } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const up = ({ base }: MerchantVisit) => ({ label: words.title, to: `${base}/capital` });

async function offerIn({ ctx, merchantId, params }: MerchantVisit): Promise<Offer> {
  const found = await findOffer(ctx.db, merchantId, readId('cof', params['offer'] ?? ''));
  if (!found) throw notFound('cof');
  return found;
}

async function advanceIn({ ctx, merchantId, params }: MerchantVisit): Promise<Advance> {
  const found = await findAdvance(ctx.db, merchantId, readId('cap', params['advance'] ?? ''));
  if (!found) throw notFound('cap');
  return found;
}

export async function showOffer(visit: MerchantVisit): Promise<Answer> {
  const offer = await offerIn(visit);
  const { id, amount, fee, currency, holdback_basis_points: rate } = offer;
  const shown = showMoney(amount, currency);
  const why = await whyNot(visit, offer);
  const form = formTo(visit, {
    to: `${visit.base}/capital/offers/${showId('cof', id)}`,
    button: words.accept,
    once: onceOf(),
    cancel: `${visit.base}/capital`,
  });
  return screen(visit, {
    title: words.offerTitle(shown),
    up: up(visit),
    main: html`<p>${words.text(shown, showMoney(amount + fee, currency), formatPercent(rate))}</p>
${why === undefined ? form : notice('plain', why)}`,
  });
}

/** Why an offer cannot be accepted now; undefined: it can. */
async function whyNot({ ctx, merchantId }: MerchantVisit, offer: Offer): Promise<string | undefined> {
  const [outstanding, { now }] = await Promise.all([
    findAdvances(
      ctx.db,
      merchantId,
      { status: 'outstanding' },
      { after: undefined, rows: currencies.length },
    ),
    readClock(ctx, merchantId),
  ]);
  if (offer.status !== 'available' || offer.expires_at <= now) return words.over;
  return outstanding.some(({ currency }) => currency === offer.currency) ? words.another : undefined;
}

export async function accept(visit: MerchantVisit): Promise<Answer> {
  const offer = await offerIn(visit);
  await refuseUnverified(visit, 'acceptCapitalOffer');
  await refuseNewPayments(visit);
  await acting(visit, 'capital.accepted', async (act) => {
    const { id } = await acceptOffer(act, offer.id);
    const details = { offer: showId('cof', offer.id), amount: showMoney(offer.amount, offer.currency) };
    return { result: undefined, object: showId('cap', id), details };
  });
  return seeOther(`${visit.base}/capital?done=accepted`);
}

export async function showAdvance(visit: MerchantVisit): Promise<Answer> {
  const advance = await advanceIn(visit);
  const { id, amount, fee, currency, amount_repaid: repaid, repaid_at: ended } = advance;
  const left = showMoney(remainingOf(advance), currency);
  return screen(visit, {
    title: `${words.title}: ${showMoney(amount, currency)}`,
    up: up(visit),
    main: html`${section(
      words.advanceStates[advance.status],
      facts([
        [words.amount, showMoney(amount, currency)],
        [words.fee, showMoney(fee, currency)],
        [words.holdback, `${formatPercent(advance.holdback_basis_points)} %`],
        [words.repaid, showMoney(repaid, currency)],
        [words.left, left],
        [words.since, moment(visit, advance.created_at)],
        ended !== null && [words.advanceStates.repaid, moment(visit, ended)],
        ['ID', exact(showId('cap', id))],
      ]),
    )}
${
  advance.status === 'outstanding' &&
  visit.may('payout') &&
  section(
    words.repay,
    html`<p>${words.repayText(left)}</p>${formTo(visit, { to: `${visit.base}/capital/advances/${showId('cap', id)}/repay`, button: words.repay, look: 'quiet', once: onceOf() })}`,
  )
}`,
  });
}

export async function repay(visit: MerchantVisit): Promise<Answer> {
  const advance = await advanceIn(visit);
  await acting(visit, 'capital.repaid', async (act) => {
    const { repaid } = await repayEarly(act, advance.id);
    const details = { amount: showMoney(repaid, advance.currency) };
    return { result: undefined, object: showId('cap', advance.id), details };
  });
  return seeOther(`${visit.base}/capital?done=repaid`);
}
