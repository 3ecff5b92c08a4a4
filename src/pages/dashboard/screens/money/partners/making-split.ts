import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { parsePercent } from '../../../../../domain/money/amounts/percent.ts';
import { createSplit } from '../../../../../domain/money/splits/create-split.ts';
import {
  findWholeSubaccounts,
  type Subaccount,
} from '../../../../../domain/money/splits/subaccount-queries.ts';
import { readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { partnersWords } from '../../../../words/dashboard/money/partners.ts';
import { formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { empty } from '../../../parts/notices.ts';
import { linkButton } from '../../../parts/show.ts';
import { typedRate } from '../../../parts/typed.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { splits: words } = partnersWords;
const mostPartners = 200;
/** The contract takes more; a form of forty fields helps nobody. */
const places = [1, 2, 3, 4, 5];

export async function showNew(visit: MerchantVisit): Promise<Answer> {
  const page = { after: undefined, rows: mostPartners };
  const partners = await findWholeSubaccounts(visit.ctx.db, visit.merchantId, page);
  return screen(visit, {
    title: words.new,
    up: { label: words.title, to: `${visit.base}/partners/splits` },
    main:
      partners.length === 0
        ? empty(words.noPartner, linkButton(`${visit.base}/partners/new`, partnersWords.add))
        : splitForm(
            visit,
            partners.map(({ subaccount }) => subaccount),
          ),
  });
}

function splitForm(visit: MerchantVisit, partners: readonly Subaccount[]): Html {
  const options = [
    { value: '', label: words.nobody },
    ...partners.map(({ id, name, label }) => ({
      value: showId('sac', id),
      label: label === null ? name : `${name}, ${label}`,
    })),
  ];
  const share = (place: number): Html =>
    html`${selectField(visit, { name: `partner_${place}`, label: words.partner(place), options })}
${textField(visit, { name: `share_${place}`, label: words.share(place), hint: words.shareHint, inputmode: 'decimal' })}`;
  return formTo(visit, {
    to: `${visit.base}/partners/splits/new`,
    button: words.new,
    cancel: `${visit.base}/partners/splits`,
    once: onceOf(),
    fields: html`<p class="soft">${words.final}</p>
${textField(visit, { name: 'name', label: partnersWords.name, maxlength: 120 })}
${selectField(visit, { name: 'currency', label: words.currency, options: currencies.map((value) => ({ value, label: value })) })}
${places.map(share)}`,
  });
}

/** Judged by the contract of `createSplit`. */
export async function make(visit: MerchantVisit): Promise<Answer> {
  const { value } = visit.form;
  const given = { name: value('name'), currency: value('currency'), shares: sharesIn(visit) };
  const { name, currency, shares } = judged('createSplit', given, { shares: 'partner_1' }, words.missing);
  const wanted = shares.map(({ subaccount_id: id, share }) => ({
    subaccountId: readId('sac', id),
    basisPoints: parsePercent(share),
  }));
  await acting(visit, 'split.made', async (act) => {
    const { id } = await createSplit(act, { name, currency, shares: wanted });
    return { result: undefined, object: showId('spl', id), details: { name } };
  });
  return seeOther(`${visit.base}/partners/splits?done=made`);
}

/** The shares of those places of the form that name somebody. */
function sharesIn({ form }: MerchantVisit) {
  const wrong: Record<string, string> = {};
  const shares = places.flatMap((place) => {
    const [who, typed] = [form.value(`partner_${place}`), form.value(`share_${place}`)];
    if (who === '' && typed === '') return [];
    const share = typedRate(typed);
    if (who === '') wrong[`partner_${place}`] = words.wrong.partner;
    if (share === undefined || share === null) wrong[`share_${place}`] = words.wrong.share;
    return [{ subaccount_id: who, share }];
  });
  if (shares.length === 0) wrong['partner_1'] = words.wrong.none;
  if (Object.keys(wrong).length > 0) throw new WrongFields(wrong);
  return shares;
}
