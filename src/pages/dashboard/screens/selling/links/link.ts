import { linkUrl } from '../../../../../domain/payments/payment-links/create-link.ts';
import { deactivateLink, editLink } from '../../../../../domain/payments/payment-links/edit-link.ts';
import type { PaymentLink } from '../../../../../domain/payments/payment-links/queries.ts';
import { findPaymentsOfSource } from '../../../../../domain/payments/transactions/list-queries.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { linksWords as words } from '../../../../words/dashboard/selling/links.ts';
import { buttonTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { metadataSection, paymentsTable, splitFact } from '../../../parts/payments.ts';
import { qrCode } from '../../../parts/qr.ts';
import { exact, linkButton, moment, section } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import { acting } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { shownOf } from './edit.ts';
import { linkAddress, linkIn, standing } from './links.ts';

const mostPayments = 25;

export async function showLink(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId } = visit;
  const one = await linkIn(visit);
  const [payments, { now }] = await Promise.all([
    findPaymentsOfSource(ctx.db, merchantId, one.id, mostPayments),
    readClock(ctx, merchantId),
  ]);
  const address = linkUrl(ctx, one);
  return screen(visit, {
    title: one.title,
    up: { label: words.title, to: `${visit.base}/links` },
    done: words.done[visit.query.get('done') ?? ''],
    actions: html`${standing(one, now)} ${visit.may('sell') && actions(visit, one)}`,
    main: html`${section(words.share, html`<p>${exact(address)}</p><p class="soft">${words.qrText}</p>${qrCode(address, words.qr)}`)}
${section(words.details, detailsOf(visit, one))}
${metadataSection(one)}
${section(words.payments, html`${payments.length === mostPayments && html`<p class="soft">${words.mostPayments(mostPayments)}</p>`}${paymentsTable(visit, payments, words.noPayments)}`)}
${visit.may('sell') && one.status !== 'deactivated' && section(words.stop, html`<p>${words.stopText}</p>${buttonTo(visit, { to: `${linkAddress(visit, one.id)}/deactivate`, label: words.stop, look: 'danger' })}`)}`,
  });
}

function detailsOf(visit: MerchantVisit, one: PaymentLink): Html {
  const { amount, currency, max_uses, uses_completed, amount_collected, expires_at } = one;
  return facts([
    [words.amount, showMoney(amount, currency)],
    [words.uses, words.usesOf(uses_completed, max_uses)],
    max_uses !== null && [words.left, String(max_uses - uses_completed)],
    [words.collectedGross, showMoney(amount_collected, currency)],
    [words.expires, expires_at === null ? words.never : moment(visit, expires_at)],
    one.description !== null && [words.description, one.description],
    splitFact(visit, one.split_id),
    [words.created, moment(visit, one.created_at)],
    ['ID', exact(showId('plink', one.id))],
  ]);
}

function actions(visit: MerchantVisit, one: PaymentLink): Html {
  const address = linkAddress(visit, one.id);
  const other =
    one.status === 'active'
      ? { to: `${address}/pause`, label: words.pause }
      : { to: `${address}/resume`, label: words.resume, seen: shownOf(visit, one) };
  return html`${linkButton(`${address}/edit`, words.edit, 'quiet')} ${buttonTo(visit, other)}`;
}

const unchanged = { title: undefined, amount: undefined, expiresAt: undefined };

export const pause = (visit: MerchantVisit): Promise<Answer> => flip(visit, false);
export const resume = (visit: MerchantVisit): Promise<Answer> => flip(visit, true);

async function flip(visit: MerchantVisit, active: boolean): Promise<Answer> {
  const { id, title } = await linkIn(visit);
  await acting(visit, active ? 'payment_link.resumed' : 'payment_link.paused', async (act) => {
    await editLink(act, id, { ...unchanged, active }, (link) =>
      refuseChanged(visit, { present: shownOf(visit, link) }),
    );
    return { result: undefined, object: showId('plink', id), details: { title } };
  });
  return seeOther(`${linkAddress(visit, id)}?done=${active ? 'resumed' : 'paused'}`);
}

export async function stop(visit: MerchantVisit): Promise<Answer> {
  const { id, title } = await linkIn(visit);
  await acting(visit, 'payment_link.deactivated', async (act) => {
    await deactivateLink(act, id);
    return { result: undefined, object: showId('plink', id), details: { title } };
  });
  return seeOther(`${linkAddress(visit, id)}?done=stopped`);
}
