import type { MoneyInput } from '../../../../generated/openapi.d.ts';
import { readTypedPhone } from '../../../domain/money/wallets/phone.ts';
import { plainDigits } from '../../forms.ts';

/**
 * A number, an address of a mail or a code as people see it: without the invisible marks that contacts, chats and tables put around what
 * is copied, and with the digits of any keyboard as ASCII.
 */
export const typedPlain = (text: string): string => plainDigits(text.replaceAll(/\p{Cf}/gu, '')).trim();

/**
 * An amount as people type it, `10`, `10.5`, `10.50` or `.50`, as the contract writes it; undefined if it is none, or zero. A comma is a
 * point, as some phones offer no other key for decimals; groups of thousands are refused, so `1,000` is never one.
 */
export function typedMoney(text: string): MoneyInput | undefined {
  const [, whole = '0', cents = ''] =
    /^(0|[1-9][0-9]{0,11})?(?:[.,\u066B]([0-9]{1,2}))?$/.exec(typedPlain(text)) ?? [];
  const money = `${whole}.${cents.padEnd(2, '0')}`;
  return isMoney(money) ? money : undefined;
}

const isMoney = (text: string): text is MoneyInput => /^[0-9]+\.[0-9]{2}$/.test(text) && text !== '0.00';

/** A tax in per cent as people type it, as the contract writes it. Undefined: no tax, or zero. Null: it is none up to 100. */
export function typedRate(text: string): MoneyInput | undefined | null {
  if (/^0*(?:[.,\u066B]0*)?$/.test(typedPlain(text))) return undefined;
  const rate = typedMoney(text);
  return rate !== undefined && Number(rate) <= 100 ? rate : null;
}

/** A number as people type it; any other text as it is, so that the contract says what is wrong with it. */
export function typedNumber(text: string): number | string {
  const plain = typedPlain(text);
  return /^-?[0-9]{1,15}$/.test(plain) ? Number(plain) : text;
}

/** A phone as people write it, as the contract writes it; any other text as it is, so that the contract says what is wrong with it. */
export function typedPhone(text: string): string {
  return readTypedPhone(typedPlain(text)) ?? text;
}

/** The number of an account with plain hyphens and single spaces, which the contract takes between its digits. */
export const typedAccount = (text: string): string =>
  typedPlain(text)
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s+/g, ' ');

/** A one-time code without the space in its middle, with which many apps show it. */
export const typedCode = (text: string): string => typedPlain(text).replaceAll(/\s/g, '');

/** Whether a name that was typed to confirm something is the one on the screen, as a reader sees both. */
export const isSameName = (typed: string, name: string): boolean => asSeen(typed) === asSeen(name);

const asSeen = (text: string): string =>
  text
    .normalize()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The fields that say something: empty texts are left out, so that the contract takes them as missing. */
export function filled(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  );
}
