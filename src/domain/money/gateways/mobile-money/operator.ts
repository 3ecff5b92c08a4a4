import { readTypedPhone } from '../../wallets/phone.ts';
import type { RailParts } from '../rail.ts';
import type { MobileMoneyClient } from './wire/client.ts';
import type { OperatorTransaction } from './wire/messages.ts';
import type { MobileMoneySettings } from './wire/settings.ts';

/** One operator, as its requests see it. */
export type Operator = Pick<RailParts, 'name' | 'log' | 'secrets' | 'callbackAddress'> & {
  readonly settings: MobileMoneySettings;
  readonly client: MobileMoneyClient;
};

/** @param phone in its stored form, `+263…` */
export function phoneText({ phones = 'plus' }: MobileMoneySettings, phone: string): string {
  return phones === 'plus' ? phone : phone.replace(/^\+/, '');
}

/** How a transaction names our id, and what the payer reads. */
export function aboutIds(
  { customReference = true, description }: MobileMoneySettings,
  reference: string,
): Readonly<Record<string, unknown>> {
  return {
    requestingOrganisationTransactionReference: reference,
    ...(description !== undefined && { descriptionText: description }),
    ...(customReference && { customData: [{ key: 'reference', value: reference }] }),
  };
}

type Parties = OperatorTransaction['debitParty'];

/** The ids that an operator may repeat of a movement, and whose wallet it is about; the phone in its stored form, `+263…`. */
type Expected = { readonly ids: readonly string[]; readonly phone: string | null };

/** Whether a transaction is the one that was asked for: by our id, or else by the wallet, if it names any. */
export function isExpected({ ids, phone }: Expected, reference: string | undefined, of: Parties): boolean {
  return reference === undefined ? !isOfOther(of, phone) : ids.includes(reference);
}

/** A number that is hidden in part says nothing. */
function isOfOther(parties: Parties, phone: string | null): boolean {
  const named = parties.flatMap(({ key, value }) =>
    key.toLowerCase() === 'msisdn' ? (readTypedPhone(value) ?? []) : [],
  );
  return phone !== null && named.length > 0 && !named.includes(phone);
}
