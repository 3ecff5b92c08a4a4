import { isDeepStrictEqual } from 'node:util';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/ids.ts';
import { sha256 } from '../../../platform/secrets.ts';
import { changeMerchant, type MerchantOf } from '../changes/change-merchant.ts';
import {
  deleteLogo,
  findShownMerchant,
  type Look,
  type ShownMerchant,
  writeLogo,
  writeLook,
} from './brand-queries.ts';
import { textOn } from './colour.ts';
import type { Logo } from './logo.ts';
import type { Language } from './terms.ts';

declare module '../../../engine/context.ts' {
  interface Context {
    /** The languages that the hosted pages are offered in, of which the first is the usual one. */
    readonly languages: readonly Language[];
  }
}

export type Brand = {
  /** What payers read in place of the name of the business. */
  readonly displayName: string | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  /** Null: the language of the payer's browser. */
  readonly language: Language | null;
  /** `#0b5cad` */
  readonly accent: string | null;
};

/** The logo to have from now on; `keep`: the one that is there; `remove`: none. */
export type LogoChange = Logo | 'keep' | 'remove';

/**
 * Sets how the hosted pages show the merchant, in both modes.
 *
 * @param precondition throws if the look, whose merchant is locked, is not as its caller decided on
 * @returns false if nothing was different before
 * @throws NOT_FOUND there is no such merchant
 *
 * Decision 0094.
 */
export function setBrand(
  platform: PlatformDb,
  of: MerchantOf,
  brand: Brand,
  logo: LogoChange,
  precondition?: (shown: ShownMerchant) => void,
): Promise<boolean> {
  if (brand.accent !== null && textOn(brand.accent) === undefined)
    throw new Error('a colour was not judged before');
  return changeMerchant(platform, of, async (tx) => {
    const shown = await findShownMerchant(tx, of.merchantId);
    if (!shown) throw notFound('mer');
    precondition?.(shown);
    const before = rememberedOf(shown);
    const after = {
      ...lookOf(brand),
      logo: logo === 'keep' ? before.logo : logo === 'remove' ? null : hashOf(logo).toString('hex'),
    };
    if (isDeepStrictEqual(before, after)) return { result: false };
    await writeLook(tx, of.merchantId, lookOf(brand));
    if (logo === 'remove') await deleteLogo(tx, of.merchantId);
    else if (logo !== 'keep') await writeLogo(tx, of.merchantId, logoRow(logo));
    return { entry: { action: 'merchant.set', details: { before, after } }, result: true };
  });
}

const lookOf = (brand: Brand): Look => ({
  display_name: brand.displayName,
  contact_email: brand.contactEmail,
  contact_phone: brand.contactPhone,
  language: brand.language,
  accent: brand.accent,
});

/** What the audit log remembers: of a logo only the hash. */
function rememberedOf({
  display_name,
  contact_email,
  contact_phone,
  language,
  accent,
  sha256: hash,
}: ShownMerchant) {
  return {
    display_name,
    contact_email,
    contact_phone,
    language,
    accent,
    logo: hash?.toString('hex') ?? null,
  };
}

const hashOf = ({ content }: Logo): Buffer => sha256(content);

const logoRow = (logo: Logo) => ({
  sha256: hashOf(logo),
  media_type: logo.mediaType,
  width: logo.width,
  height: logo.height,
  content: logo.content,
});

/** Undefined for a language that is not offered, or not any more. */
export function offeredLanguage(offered: readonly Language[], name: string | null): Language | undefined {
  return offered.find((language) => language === name);
}
