import { findRefund } from '../../../../../domain/payments/refunds/queries.ts';
import { failureInfo } from '../../../../../domain/payments/transactions/failures.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { paymentsWords as words } from '../../../../words/dashboard/money/payments.ts';
import { refundsWords } from '../../../../words/dashboard/money/refunds.ts';
import { screen } from '../../../parts/frame.ts';
import { paymentAddress, statusOf } from '../../../parts/payments.ts';
import { exact, link, moment, section } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { eventsSection, journalSection } from './posted.ts';

export async function showRefund(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, params, base } = visit;
  const refund = await findRefund(ctx.db, merchantId, readId('ref', params['refund'] ?? ''));
  if (!refund) throw notFound('ref');
  const [journal, events] = await Promise.all([
    journalSection(visit, refund.payment_id, [refund.id]),
    eventsSection(visit, [refund.id]),
  ]);
  const { fact } = words;
  return screen(visit, {
    title: refundsWords.refund.title(showMoney(refund.amount, refund.currency)),
    up: { label: words.refunds, to: `${base}/payments/refunds` },
    actions: statusOf(refund),
    main: html`${section(
      words.payment.details,
      facts([
        [fact.refund, exact(showId('ref', refund.id))],
        [fact.payment, link(paymentAddress(visit, refund.payment_id), showId('txn', refund.payment_id))],
        refund.reason !== null && [fact.reason, refund.reason],
        refund.failure !== null && [fact.failure, failureInfo(refund.failure)?.message],
        [fact.created, moment(visit, refund.created_at)],
        refund.completed_at !== null && [fact.completed, moment(visit, refund.completed_at)],
      ]),
    )}
${journal}
${events}`,
  });
}
