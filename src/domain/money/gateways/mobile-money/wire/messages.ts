import type { Amount } from '../../../amounts/amount.ts';
import { readAmount } from './amounts.ts';

/**
 * Reads what the operator answers. A reader returns undefined if a field that the service uses is missing, has another type or is
 * longer than it can be stored; fields that it does not use are ignored.
 */

/** One of the two sides of a transaction: how the account is identified. */
type Party = { readonly key: string; readonly value: string };

export type RequestState = {
  readonly request: string;
  readonly status: 'pending' | 'completed' | 'failed';
  /** The transaction, as soon as there is one. */
  readonly transaction: string | undefined;
  readonly error: Fault | undefined;
  /** When the operator gives up waiting for the payer. */
  readonly expiresAt: Date | undefined;
};

export type OperatorTransaction = {
  readonly transaction: string;
  readonly type: string;
  readonly status: string;
  readonly amount: Amount;
  readonly currency: string;
  /** Our id, if the operator repeats it. */
  readonly reference: string | undefined;
  readonly debitParty: readonly Party[];
  readonly creditParty: readonly Party[];
};

/** Why the operator did not do what it was asked. Codes are lower case: the published text and schema differ in that. */
export type Fault = { readonly category: string; readonly code: string; readonly raw: string };

export type StatementEntry = OperatorTransaction & { readonly bookedOn: string; readonly shown: string };

/** The longest reference that the service stores. */
const mostReference = 128;
const mostText = 256;

/** The JSON object in a text. */
export function objectIn(json: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(json);
  return isObject(value) ? value : undefined;
}

export function jsonIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function readRequestState(value: unknown): RequestState | undefined {
  if (!isObject(value)) return undefined;
  const request = reference(value['serverCorrelationId']);
  const status = oneOf(['pending', 'completed', 'failed'] as const, wordIn(value['status']));
  if (request === undefined || status === undefined) return undefined;
  return {
    request,
    status,
    transaction: reference(value['objectReference']),
    // The schema calls it `error`, and the text `errorReference`.
    error: readFault(value['error'] ?? value['errorReference']),
    expiresAt: instant(value['expiryTime']),
  };
}

/** A transaction, or a reversal: it may leave out amount and currency, and then has those that were asked for. */
export function readTransaction(value: unknown, otherwise?: Money): OperatorTransaction | undefined {
  if (!isObject(value)) return undefined;
  const transaction = reference(value['transactionReference']);
  const status = text(value['transactionStatus']);
  const money = moneyIn(value, otherwise);
  if (transaction === undefined || status === undefined || money === undefined) return undefined;
  return {
    ...money,
    transaction,
    type: wordIn(value['type']) ?? '',
    status,
    reference: text(value['requestingOrganisationTransactionReference']) ?? customReference(value),
    debitParty: parties(value['debitParty']),
    creditParty: parties(value['creditParty']),
  };
}

type Money = { readonly amount: Amount; readonly currency: string };

function moneyIn(value: Readonly<Record<string, unknown>>, otherwise: Money | undefined): Money | undefined {
  const { amount: stated, currency: named } = value;
  const amount = stated === undefined ? otherwise?.amount : readAmount(stated);
  const currency = named === undefined ? otherwise?.currency : text(named);
  return amount === undefined || currency === undefined ? undefined : { amount, currency };
}

export function readStatementEntry(value: unknown): StatementEntry | undefined {
  const entry = readTransaction(value);
  if (!entry || !isObject(value)) return undefined;
  // Never the date of a change: a later change would move the entry to another day.
  const booked = value['creationDate'] ?? value['dateCreated'] ?? value['requestDate'];
  const bookedOn = instant(booked)?.toISOString().slice(0, 10);
  return bookedOn === undefined
    ? undefined
    : { ...entry, bookedOn, shown: wordIn(value['displayType']) ?? '' };
}

export function readFault(value: unknown): Fault | undefined {
  if (!isObject(value)) return undefined;
  const raw = text(value['errorCode']);
  const category = text(value['errorCategory']);
  if (raw === undefined || category === undefined) return undefined;
  return { raw, code: raw.toLowerCase(), category: category.toLowerCase().replaceAll(/\s/g, '') };
}

export function readAccountStatus(value: unknown): 'available' | 'unavailable' | 'unregistered' | undefined {
  if (!isObject(value)) return undefined;
  return oneOf(['available', 'unavailable', 'unregistered'] as const, wordIn(value['accountStatus']));
}

export function readServiceStatus(value: unknown): 'available' | 'unavailable' | 'degraded' | undefined {
  if (!isObject(value)) return undefined;
  return oneOf(['available', 'unavailable', 'degraded'] as const, wordIn(value['serviceStatus']));
}

/** What a link of a lost response names. Its host is ignored: credentials go to the configured address only. */
export function readLink(
  value: unknown,
): { readonly to: 'transactions' | 'requeststates'; readonly id: string } | undefined {
  const link = isObject(value) ? text(value['link']) : undefined;
  const found = /(?:^|\/)(transactions|requeststates)\/([^/?#]+)$/.exec(link ?? '');
  const to = oneOf(['transactions', 'requeststates'] as const, found?.[1]);
  const id = reference(decoded(found?.[2] ?? ''));
  return to === undefined || id === undefined ? undefined : { to, id };
}

function customReference(value: Readonly<Record<string, unknown>>): string | undefined {
  const custom = value['customData'];
  const found = Array.isArray(custom)
    ? custom.find((each: unknown) => isObject(each) && each['key'] === 'reference')
    : undefined;
  return isObject(found) ? text(found['value']) : undefined;
}

function parties(value: unknown): readonly Party[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    const [key, id] = isObject(each) ? [text(each['key']), text(each['value'])] : [];
    return key === undefined || id === undefined ? [] : [{ key, value: id }];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= mostText && !/\p{Cc}/u.test(value)
    ? value
    : undefined;
}

/** A word of the API in lower case: operators write its words with capitals, too. */
function wordIn(value: unknown): string | undefined {
  return text(value)?.toLowerCase();
}

function reference(value: unknown): string | undefined {
  const found = text(value);
  return found === undefined || found.length > mostReference ? undefined : found;
}

function instant(value: unknown): Date | undefined {
  const date = new Date(text(value) ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}
