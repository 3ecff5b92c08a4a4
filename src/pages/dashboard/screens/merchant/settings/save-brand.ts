import { type Brand, offeredLanguage, setBrand } from '../../../../../domain/merchants/accounts/brand.ts';
import type { ShownMerchant } from '../../../../../domain/merchants/accounts/brand-queries.ts';
import { readColour, textOn } from '../../../../../domain/merchants/accounts/colour.ts';
import { type Logo, readLogo } from '../../../../../domain/merchants/accounts/logo.ts';
import { hasCardNumber } from '../../../../../platform/card-numbers.ts';
import { lettersIn } from '../../../../../platform/contract/letters.ts';
import { isMailAddress } from '../../../../../platform/mail.ts';
import { settingsWords as words } from '../../../../words/dashboard/merchant/settings.ts';
import { typedPlain } from '../../../parts/typed.ts';
import { merchantOf } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { shownOf } from './settings.ts';

const { wrong } = words;
const phoneShape = /^\+?[0-9][0-9 ()-]{4,23}$/;

/** Saves all that payers see of the merchant. An empty field means the usual look. */
export async function saveBrand(visit: MerchantVisit): Promise<Answer> {
  const logo = logoIn(visit);
  refuseWrong({
    ...problemsIn(visit),
    logo: typeof logo === 'object' && 'problem' in logo && wrong.logo[logo.problem],
  });
  if (typeof logo === 'object' && 'problem' in logo) throw new Error('a logo was not judged before');
  const brand = brandIn(visit);
  const changed = await setBrand(visit.office.platform, merchantOf(visit), brand, logo, (shown) =>
    refuseChanged(visit, comparedOf(shown, brand, logo)),
  );
  return seeOther(`${visit.base}/settings?done=${changed ? 'saved' : 'same'}`);
}

/** A form that keeps the logo keeps also one that somebody else chose meanwhile. */
function comparedOf(shown: ShownMerchant, brand: Brand, logo: Logo | 'keep' | 'remove') {
  const present = shownOf(shown);
  const wanted = shownOf({
    display_name: brand.displayName,
    contact_email: brand.contactEmail,
    contact_phone: brand.contactPhone,
    language: brand.language,
    accent: brand.accent,
    sha256: null,
  });
  return { present, wanted: logo === 'keep' ? { ...wanted, logo: present.logo } : wanted };
}

function brandIn({ form, ctx }: MerchantVisit): Brand {
  return {
    displayName: form.value('displayName') || null,
    contactEmail: typedPlain(form.value('contactEmail')) || null,
    contactPhone: typedPlain(form.value('contactPhone')) || null,
    language: offeredLanguage(ctx.languages, form.value('language')) ?? null,
    accent: readColour(form.value('accent')) ?? null,
  };
}

/** Whether a field is filled in otherwise than it may be. */
const isWrong = ({ form }: MerchantVisit, name: string, fits: (text: string) => boolean): boolean =>
  form.text(name).trim() !== '' && !fits(form.value(name));

function problemsIn(visit: MerchantVisit): Record<string, string | false> {
  const accent = readColour(visit.form.value('accent'));
  return {
    displayName: isWrong(visit, 'displayName', isName) && wrong.displayName,
    contactEmail:
      isWrong(visit, 'contactEmail', (text) => isMailAddress(typedPlain(text))) && wrong.contactEmail,
    contactPhone:
      isWrong(visit, 'contactPhone', (text) => phoneShape.test(typedPlain(text))) && wrong.contactPhone,
    language:
      isWrong(visit, 'language', (text) => offeredLanguage(visit.ctx.languages, text) !== undefined) &&
      wrong.language,
    accent:
      isWrong(visit, 'accent', () => accent !== undefined && textOn(accent) !== undefined) &&
      (accent === undefined ? wrong.accent : wrong.contrast),
  };
}

/** A file that was chosen counts more than the wish to have none. */
function logoIn({
  form,
}: MerchantVisit): Logo | 'keep' | 'remove' | { readonly problem: keyof typeof wrong.logo } {
  const file = form.file('logo');
  if (!file) return form.value('removeLogo') === 'yes' ? 'remove' : 'keep';
  const read = readLogo(file.content);
  return typeof read === 'string' ? { problem: read } : read;
}

/** Letters that turn the direction of what follows, or cannot be seen, could make one name look like another. */
function isName(text: string): boolean {
  const letters = lettersIn(text);
  return letters >= 2 && letters <= 60 && !/[\p{Cc}\p{Cf}]/u.test(text) && !hasCardNumber(text);
}

function refuseWrong(problems: Readonly<Record<string, string | false>>): void {
  const found = Object.entries(problems).flatMap(([name, text]) =>
    text === false ? [] : [[name, text] as const],
  );
  if (found.length > 0) throw new WrongFields(Object.fromEntries(found));
}
