import { values } from '../../../generated/values.ts';
import { newMerchant } from '../../app/first-run/new-merchant.ts';
import { ApiError } from '../../platform/errors.ts';
import { isMailAddress } from '../../platform/mail.ts';
import { onDatabases } from '../support/operator.ts';
import { nameIn, namesIn, numberIn, rateLimitIn } from '../support/options.ts';
import { Failure, printOne, say } from '../support/print.ts';
import { eventTypesIn, refuseAddress } from '../support/receiver.ts';

export type MerchantOptions = {
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly kycTier?: string;
  readonly features?: string;
  readonly rateLimit: string;
  readonly totp?: true;
  readonly webhookUrl?: string;
  readonly events?: string;
  readonly live?: true;
  readonly json?: true;
};

/** `mps merchant create`: prints ids, keys and secrets, which cannot be shown again. Spec: "Authentication". */
export async function createMerchantVerb(options: MerchantOptions): Promise<void> {
  const wanted = wantedOf(options);
  const created = await onDatabases(async (operator) => {
    refuseAddress(wanted.webhookUrl, operator);
    return newMerchant(operator, wanted).catch(inWords);
  });
  printOne(created, options);
  if (!options.json)
    say(`${wanted.businessName} was created. Keep the keys and secrets: they are not shown again.`);
}

function wantedOf(options: MerchantOptions) {
  const features = namesIn(options.features, '--features', values.Feature);
  const eventTypes = eventTypesIn(options.events);
  return {
    businessName: nameIn(options.name, '--name'),
    email: emailIn(options.email),
    country: countryIn(options.country),
    // A live merchant starts at tier 0: a person must decide who may take real money.
    kycTier: numberIn(options.kycTier ?? (options.live ? '0' : '1'), '--kyc-tier', { least: 0, most: 2 }),
    mode: options.live ? 'live' : 'sandbox',
    ...(features && { features }),
    rateLimit: rateLimitIn(options.rateLimit),
    webhookUrl: options.webhookUrl ?? null,
    ...(eventTypes && { eventTypes }),
    totp: options.totp ?? false,
  } as const;
}

function inWords(error: unknown): never {
  if (error instanceof ApiError && error.code === 'KYC_REQUIRED') {
    throw new Failure('refused', 'A live app needs an approved merchant: say --kyc-tier 1.');
  }
  throw error;
}

/** @throws Failure it is no two capital letters */
export function countryIn(text: string): string {
  if (!/^[A-Z]{2}$/.test(text)) throw usage('--country takes two capital letters, such as ZW.');
  return text;
}

/** @throws Failure it is no address of a mailbox */
export function emailIn(text: string): string {
  if (!isMailAddress(text)) throw usage('--email takes an address such as owner@example.com.');
  return text;
}

function usage(words: string): Failure {
  return new Failure('usage', words);
}
