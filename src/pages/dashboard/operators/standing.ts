import { reopenMerchant, suspendMerchant } from '../../../domain/merchants/accounts/operator-changes.ts';
import { findMerchant } from '../../../domain/merchants/accounts/queries.ts';
import { type MerchantId, merchantId } from '../../../engine/principal.ts';
import { notFound, readId, showId } from '../../../platform/ids.ts';
import { type Html, html } from '../../html.ts';
import { operatorsWords } from '../../words/dashboard/operators.ts';
import { formTo, textField } from '../parts/forms.ts';
import { section } from '../parts/show.ts';
import { type Answer, Refusal, seeOther } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { base, noteIn } from './operator-screen.ts';

const { merchant: words } = operatorsWords;

export type Merchant = NonNullable<Awaited<ReturnType<typeof findMerchant>>>;

export async function merchantIn(visit: PersonVisit): Promise<{ id: MerchantId; merchant: Merchant }> {
  const id = merchantId(readId('mer', visit.params['merchant'] ?? ''));
  const merchant = await findMerchant(visit.office.platform, id);
  if (!merchant) throw notFound('mer');
  return { id, merchant };
}

export const addressOf = (id: string): string => `${base}/merchants/${showId('mer', id)}`;

/** The form that suspends or reopens, with the reason. */
export function standing(visit: PersonVisit, { id, status }: Merchant): Html {
  const isActive = status === 'active';
  return section(
    isActive ? words.suspendTitle : words.reopenTitle,
    html`<p>${isActive ? words.suspendText : words.reopenText}</p>${formTo(visit, {
      to: `${addressOf(id)}/${isActive ? 'suspend' : 'reopen'}`,
      button: isActive ? words.suspend : words.reopen,
      look: isActive ? 'danger' : 'main',
      fields: textField(visit, {
        name: 'reason',
        label: words.reason,
        hint: words.reasonHint,
        maxlength: 500,
        rows: 3,
      }),
    })}`,
  );
}

export async function suspend(visit: PersonVisit): Promise<Answer> {
  const { id } = await merchantIn(visit);
  const reason = noteIn(visit, 'reason', words.wrongReason);
  if (!(await suspendMerchant(visit.office.platform, changedBy(visit, id), reason)))
    throw new Refusal(words.suspendedBefore);
  return seeOther(`${addressOf(id)}?done=suspended`);
}

export async function reopen(visit: PersonVisit): Promise<Answer> {
  const { id } = await merchantIn(visit);
  const reason = noteIn(visit, 'reason', words.wrongReason);
  if (!(await reopenMerchant(visit.office.platform, changedBy(visit, id), reason)))
    throw new Refusal(words.openBefore);
  return seeOther(`${addressOf(id)}?done=reopened`);
}

export function changedBy({ doer }: PersonVisit, id: MerchantId) {
  return { merchantId: id, by: doer.email, from: { userId: doer.userId, ip: doer.ip } };
}
