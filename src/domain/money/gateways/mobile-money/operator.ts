import type { RailParts } from '../rail.ts';
import type { MobileMoneyClient } from './wire/client.ts';
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
