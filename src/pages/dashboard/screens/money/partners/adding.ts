import { createSubaccount } from '../../../../../domain/money/splits/create-split.ts';
import { showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { partnersWords as words } from '../../../../words/dashboard/money/partners.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { partnerAddress } from '../../../parts/payments.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

export function showAdd(visit: MerchantVisit): Answer {
  return screen(visit, {
    title: words.add,
    up: { label: words.title, to: `${visit.base}/partners` },
    main: formTo(visit, {
      to: `${visit.base}/partners/new`,
      button: words.add,
      cancel: `${visit.base}/partners`,
      once: onceOf(),
      fields: html`${textField(visit, { name: 'name', label: words.name, maxlength: 120 })}
${textField(visit, { name: 'label', label: words.label, optional: true, maxlength: 60 })}`,
    }),
  });
}

/** Judged by the contract of `createSubaccount`. */
export async function add(visit: MerchantVisit): Promise<Answer> {
  const texts = { name: visit.form.value('name'), label: visit.form.value('label') };
  const { name, label = null } = judged('createSubaccount', texts, {}, words.missing);
  const id = await acting(visit, 'partner.added', async (act) => {
    const made = await createSubaccount(act, { name, label });
    return { result: made.id, object: showId('sac', made.id), details: { name } };
  });
  return seeOther(`${partnerAddress(visit, id)}?done=added`);
}
