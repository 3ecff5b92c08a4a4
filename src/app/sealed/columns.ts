import { contentPurpose, namePurpose } from '../../domain/merchants/onboarding/documents.ts';
import { formPurpose } from '../../domain/merchants/onboarding/submit-kyc.ts';
import { totpPurpose } from '../../domain/merchants/second-factor/second-factor.ts';
import { accountPurpose, filePurpose } from '../../domain/money/gateways/bank-files/parts.ts';
import { webhookSecretPurpose } from '../../domain/notices/signatures/signature.ts';
import { tokenPurpose } from '../../domain/payers/payment-methods/card-token.ts';
import { numberPurpose } from '../../domain/payouts/bank-accounts/destination.ts';
import { itemPurpose } from '../../domain/payouts/batches/sealed-item.ts';
import { factorPurpose } from '../../domain/people/factors/codes.ts';
import { answerPurpose } from '../../engine/calls/once.ts';

/** A column whose texts are sealed with SECRET_KEY. */
export type SealedColumn = {
  /** With its schema. */
  readonly table: string;
  readonly column: string;
  readonly purpose: string;
  /** How many of its texts are read at once. */
  readonly batch: number;
};

const batch = 50;
/** Of tables whose texts are whole files: a document has up to some megabytes. */
const batchOfFiles = 2;
const tablesOfFiles: ReadonlySet<string> = new Set(['kyc_documents', 'bank_files', 'bank_answers']);

const ofPlatform = {
  webhook_endpoints: { secret_sealed: webhookSecretPurpose, previous_secret_sealed: webhookSecretPurpose },
  two_factor: { secret_sealed: totpPurpose },
  user_factors: { secret_sealed: factorPurpose },
} as const;

const ofMode = {
  idempotency_keys: { body: answerPurpose },
  bank_accounts: { account_sealed: numberPurpose, number_sealed: numberPurpose },
  payouts: { account_sealed: numberPurpose, number_sealed: numberPurpose },
  payout_batch_items: { request_sealed: itemPurpose },
  payment_methods: { token_sealed: tokenPurpose },
  kyc_submissions: { form_sealed: formPurpose },
  kyc_documents: { name_sealed: namePurpose, content_sealed: contentPurpose },
  bank_transfers: { account_sealed: accountPurpose },
  bank_files: { content_sealed: filePurpose },
  bank_answers: { content_sealed: filePurpose },
} as const;

/** Every sealed column of the database. A test compares this list with the tables. */
export const sealedColumns: readonly SealedColumn[] = [
  ...columnsIn('platform', ofPlatform),
  ...columnsIn('sandbox', ofMode),
  ...columnsIn('live', ofMode),
];

function columnsIn(
  schema: string,
  tables: Readonly<Record<string, Readonly<Record<string, string>>>>,
): readonly SealedColumn[] {
  return Object.entries(tables).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, purpose]) => ({
      table: `${schema}.${table}`,
      column,
      purpose,
      batch: tablesOfFiles.has(table) ? batchOfFiles : batch,
    })),
  );
}
