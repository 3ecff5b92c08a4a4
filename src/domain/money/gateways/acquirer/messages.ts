import type { Message } from '../../../../platform/iso8583/layout.ts';
import { transmission } from '../../../../platform/iso8583/link.ts';
import { type Amount, amountOf, unitOf } from '../../amounts/amount.ts';
import { type Currency, isCurrency, readCurrency } from '../../amounts/currency.ts';
import { isDomesticSwitch } from '../card-number.ts';
import type { CardInstrument, Instrument, ReaderInstrument } from '../port.ts';
import type { AcquirerMessage } from './queries.ts';
import { duplicate, partialApproval } from './response-codes.ts';
import type { AcquirerSettings } from './settings.ts';

/** ISO 4217. */
const numericCodes: Readonly<Record<string, string>> = { USD: '840', ZWG: '924' };

/** What this rail can charge. */
export type Paying = CardInstrument | ReaderInstrument;

/** Wallets are other rails' affair, and this one keeps no cards, so there is no token of its own. */
export function isPaying(
  instrument: Instrument | ReaderInstrument | { readonly type: 'token' },
): instrument is Paying {
  return instrument.type === 'card' || instrument.type === 'reader';
}

/** Which way a payment takes, by its card. A reader's card is not known here. */
export function routeOf(settings: AcquirerSettings, instrument: Paying) {
  const { processing_codes: codes = {}, acquirer_ids: ids = {} } = settings;
  const way = wayOf(instrument);
  const processing_code = codes[way] ?? codes.card ?? '000000';
  const acquirer_id = (way === 'domestic_switch' ? ids.domestic_switch : ids.card) ?? null;
  return { processing_code, acquirer_id };
}

function wayOf(instrument: Paying): 'card' | 'domestic_switch' | 'reader' {
  if (instrument.type === 'reader') return 'reader';
  return isDomesticSwitch(instrument.number) ? 'domestic_switch' : 'card';
}

/** 0200, or 0100 for an amount that is only held. Card data stands in this message and nowhere else. */
export function paymentMessage(
  settings: AcquirerSettings,
  row: AcquirerMessage,
  instrument: Paying,
): Message {
  const read = instrument.type === 'card' ? typedCard(settings, instrument) : readCard(settings, instrument);
  return { mti: row.mti, fields: { ...commonFields(settings, row), ...read } };
}

/** Typed by the payer: entry mode 81 (electronic commerce), condition 59. */
function typedCard({ fields = {} }: AcquirerSettings, { number, expiry, cvv }: CardInstrument) {
  const valid = `${String(expiry.year % 100).padStart(2, '0')}${String(expiry.month).padStart(2, '0')}`;
  return { 2: number, 14: valid, 22: '812', 25: '59', [fields.cvv ?? 48]: cvv };
}

const entryModes = { chip: '051', contactless: '071', magstripe: '021' } as const;

/** What the reader encrypted goes on byte for byte. */
function readCard({ fields = {} }: AcquirerSettings, { ciphertext, ksn, entryMode }: ReaderInstrument) {
  const payload = Buffer.from(ciphertext, 'base64').toString('hex').toUpperCase();
  return { 22: entryModes[entryMode], 25: '00', 55: payload, [fields.ksn ?? 62]: ksn };
}

/** 0220: takes what was held. Repeated as 0221. */
export function completionMessage(
  settings: AcquirerSettings,
  row: AcquirerMessage,
  hold: AcquirerMessage,
): Message {
  return {
    mti: row.repeats > 1 ? '0221' : '0220',
    fields: {
      ...commonFields(settings, row),
      22: '812',
      25: '06',
      ...authCodeOf(hold),
      90: elementsOf(hold),
    },
  };
}

/** 0200 with 20 in front of the processing code. It has no card number, since none is kept: it names the payment instead. */
export function refundMessage(
  settings: AcquirerSettings,
  row: AcquirerMessage,
  taken: AcquirerMessage,
): Message {
  const original = { [settings.fields?.original_reference ?? 63]: taken.rrn, 90: elementsOf(taken) };
  return { mti: '0200', fields: { ...commonFields(settings, row), 22: '812', 25: '59', ...original } };
}

/** 0400, repeated as 0401 until it is answered. It has the reference number of what it reverses. */
export function reversalMessage(
  settings: AcquirerSettings,
  row: AcquirerMessage,
  original: AcquirerMessage,
): Message {
  return {
    mti: row.repeats > 1 ? '0401' : '0400',
    fields: { ...commonFields(settings, row), 25: '00', ...authCodeOf(original), 90: elementsOf(original) },
  };
}

function authCodeOf({ auth_code }: AcquirerMessage) {
  return auth_code === null ? {} : { 38: auth_code };
}

/** Field 90: type, trace number, transmission time, acquirer and forwarder of the message that this one is about. */
function elementsOf({ mti, stan, transmitted_at, acquirer_id }: AcquirerMessage): string {
  const acquirer = (acquirer_id ?? '').padStart(11, '0');
  return `${mti}${sixDigits(stan)}${transmission(transmitted_at)}${acquirer}${'0'.repeat(11)}`;
}

function commonFields(settings: AcquirerSettings, row: AcquirerMessage) {
  const currency = readCurrency(row.currency);
  const local = localTime(settings, row.transmitted_at);
  return {
    3: row.processing_code,
    4: minorUnits(row.amount, currency),
    7: transmission(row.transmitted_at),
    11: sixDigits(row.stan),
    12: local.slice(4),
    13: local.slice(0, 4),
    ...(row.acquirer_id !== null && { 32: row.acquirer_id }),
    37: row.rrn,
    41: row.terminal,
    42: settings.acceptor,
    ...(settings.acceptor_name !== undefined && { 43: settings.acceptor_name }),
    49: numericCode(currency),
  };
}

function sixDigits(stan: number): string {
  return String(stan).padStart(6, '0');
}

function localTime({ utc_offset: offset = '+02:00' }: AcquirerSettings, at: Date): string {
  const [sign, hours, minutes] = [offset[0], Number(offset.slice(1, 3)), Number(offset.slice(4))];
  const aheadMs = (hours * 60 + minutes) * 60_000 * (sign === '-' ? -1 : 1);
  return transmission(new Date(at.getTime() + aheadMs));
}

function minorUnits(amount: bigint, currency: Currency): string {
  return String(amount / unitOf(currency)).padStart(12, '0');
}

function numericCode(currency: Currency): string {
  const code = numericCodes[currency];
  if (code === undefined) throw new Error(`${currency} has no numeric code`);
  return code;
}

type Reported = { readonly amount: Amount | null; readonly currency: string | null };

/** What the acquirer says it took. Null where the answer does not say. A currency that the service does not have stays a code. */
export function reportedIn(row: AcquirerMessage, { fields }: Message): Reported {
  const [named] = Object.entries(numericCodes).find(([, code]) => code === fields[49]) ?? [];
  const currency = named ?? fields[49] ?? null;
  if (fields[4] === undefined) return { amount: null, currency };
  return { amount: amountOf(BigInt(fields[4]) * unitOf(readCurrency(named ?? row.currency))), currency };
}

/**
 * Whether an approval says what can be booked: more than nothing, in a currency that there is, and less than was asked if it is about a
 * part. Some acquirers repeat what was asked instead of the part.
 */
export function isBookable(row: AcquirerMessage): boolean {
  const { currency, reported_amount: said, reported_currency: inCurrency, response_code } = row;
  if (inCurrency !== null && !isCurrency(inCurrency)) return false;
  if (response_code !== partialApproval) return said === null || said > 0n;
  if (said === null || said === 0n) return false;
  return (inCurrency ?? currency) !== currency || said < sentAmount(row);
}

/** Whether an approval is about all that was asked. Without an amount it is. It is not if its code says that it is about a part. */
export function isWhole(row: AcquirerMessage): boolean {
  const { currency, reported_amount: said, reported_currency: inCurrency, response_code } = row;
  if (inCurrency !== null && inCurrency !== currency) return false;
  return response_code !== partialApproval && (said === null || said === sentAmount(row));
}

/** Less than a unit is never sent. */
function sentAmount({ amount, currency }: AcquirerMessage): bigint {
  return amount - (amount % unitOf(readCurrency(currency)));
}

/** A repeated completion that the acquirer has had before: it does not say whether it took the amount then. */
export function isDoubted({ purpose, repeats, response_code }: AcquirerMessage): boolean {
  return purpose === 'completion' && repeats > 1 && response_code === duplicate;
}

/** Whether an answer is about this message: a trace number may have been used before. A field that is blank says as little as none. */
export function isAbout(row: AcquirerMessage, { fields }: Message): boolean {
  const isSame = (at: number, value: string) => (fields[at]?.trim() || value) === value;
  return isSame(37, row.rrn) && isSame(41, row.terminal.trim()) && /^[0-9A-Za-z]{2}$/.test(fields[39] ?? '');
}
