import {
  findShownMerchant,
  type Look,
  type ShownMerchant,
} from '../../../../../domain/merchants/accounts/brand-queries.ts';
import { shownLogo } from '../../../../../domain/merchants/accounts/logo.ts';
import { findMerchant } from '../../../../../domain/merchants/accounts/queries.ts';
import { notFound } from '../../../../../platform/ids.ts';
import { type Html, html, url } from '../../../../html.ts';
import { settingsWords as words } from '../../../../words/dashboard/merchant/settings.ts';
import { checkboxes } from '../../../parts/choices.ts';
import { fileField } from '../../../parts/file-field.ts';
import { formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { moment, section } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { brand } = words;

/** What payers see of the merchant, and what support alone can change. */
export async function showSettings(visit: MerchantVisit): Promise<Answer> {
  const { platform } = visit.office;
  const [merchant, shown] = await Promise.all([
    findMerchant(platform, visit.merchantId),
    findShownMerchant(platform, visit.merchantId),
  ]);
  if (!merchant || !shown) throw notFound('mer');
  return screen(visit, {
    title: words.title,
    done: words.done[visit.query.get('done') ?? ''],
    main: html`${section(brand.title, html`<p class="soft">${brand.text}</p>${visit.may('settings') ? brandForm(visit, shown) : brandFacts(shown)}`)}
${section(
  words.business.title,
  html`${facts([
    [words.business.name, merchant.business_name],
    [words.business.email, merchant.email],
    [words.business.country, merchant.country],
    [words.business.since, moment(visit, merchant.created_at)],
  ])}<p class="soft">${words.business.text}</p>`,
)}`,
  });
}

/** What the form shows. */
export const shownOf = (shown: Omit<Look, 'updated_at'> & Pick<ShownMerchant, 'sha256'>) => ({
  displayName: shown.display_name ?? '',
  contactEmail: shown.contact_email ?? '',
  contactPhone: shown.contact_phone ?? '',
  language: shown.language ?? '',
  accent: shown.accent ?? '',
  logo: shown.sha256?.toString('hex') ?? '',
});

function brandForm(visit: MerchantVisit, shown: ShownMerchant): Html {
  return formTo(visit, {
    to: `${visit.base}/settings`,
    button: brand.button,
    files: true,
    seen: shownOf(shown),
    fields: html`${textField(visit, { name: 'displayName', ...brand.displayName, value: shown.display_name ?? '', optional: true, maxlength: 60, dir: 'auto' })}
${textField(visit, { name: 'contactEmail', ...brand.contactEmail, kind: 'email', value: shown.contact_email ?? '', optional: true, autocomplete: 'email' })}
${textField(visit, { name: 'contactPhone', ...brand.contactPhone, kind: 'tel', value: shown.contact_phone ?? '', optional: true, maxlength: 25, autocomplete: 'tel' })}
${selectField(visit, { name: 'language', ...brand.language, value: shown.language ?? '', options: languageOptions(visit) })}
${textField(visit, { name: 'accent', ...brand.accent, value: shown.accent ?? '', optional: true, maxlength: 7, dir: 'ltr' })}
${logoNow(shown)}
${fileField(visit, { name: 'logo', ...brand.logo, optional: true, accept: '.png,.jpg,.jpeg,.webp' })}
${shown.sha256 !== null && checkboxes(visit, { name: 'removeLogo', label: brand.present, options: [{ value: 'yes', label: brand.remove }], values: [] })}`,
  });
}

function languageOptions({ ctx }: MerchantVisit) {
  const offered = ctx.languages.map((value) => ({ value, label: brand.languageNames[value] }));
  return [{ value: '', label: brand.automatic }, ...offered];
}

function logoNow(shown: ShownMerchant): Html | false {
  const logo = shownLogo(shown);
  return (
    logo !== undefined &&
    html`<p><img src="${url(logo.address)}" alt="${brand.present}" width="${logo.width}" height="${logo.height}" class="logo"></p>`
  );
}

function brandFacts(shown: ShownMerchant): Html {
  return html`${facts([
    [brand.displayName.label, shown.display_name ?? shown.business_name],
    [brand.contactEmail.label, shown.contact_email ?? brand.none],
    [brand.contactPhone.label, shown.contact_phone ?? brand.none],
    [brand.accent.label, shown.accent ?? brand.usual],
    [brand.logo.label, logoNow(shown) || brand.none],
  ])}<p class="soft">${brand.onlyOwners}</p>`;
}
