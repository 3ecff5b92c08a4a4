import type { Db } from '../../../../platform/db/database.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Secrets } from '../../../../platform/secrets.ts';
import type { BankFinder } from './settings/banks.ts';
import type { BankFilesSettings } from './settings/settings.ts';
import type { Box } from './transport/box.ts';
import type { RestedFiles } from './transport/rested.ts';

/** What the parts of one connection to a bank share. */
export type BankRail = {
  readonly name: string;
  readonly db: Db;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly settings: BankFilesSettings;
  readonly bankOf: BankFinder;
  readonly box: Box;
  readonly rested: RestedFiles;
  /** What decides whether a cut-off has come. */
  readonly now: () => Date;
  readonly mostTransfers: number;
  readonly mostBytes: number;
};

/** Seal account numbers and files for one purpose each, so that nothing else can open them. */
export const accountPurpose = 'bank-transfer-account';
export const filePurpose = 'bank-file';

/** What a file needs to ask for a payout. */
type Sendable = {
  /** The bank is in an entry of the settings, or the account is an IBAN. */
  readonly hasBank: boolean;
  /** The service has an account of the currency. */
  readonly hasAccount: boolean;
};

/** Why no file can ask for a payout; null: one can. */
export function refusalOf({ hasBank, hasAccount }: Sendable): string | null {
  if (!hasBank) return 'UNKNOWN_BANK';
  return hasAccount ? null : 'NO_DEBTOR_ACCOUNT';
}

export const unsendable = 'a payout cannot be sent to its bank';
