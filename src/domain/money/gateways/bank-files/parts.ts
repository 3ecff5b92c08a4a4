import type { Db } from '../../../../platform/db/database.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Secrets } from '../../../../platform/secrets.ts';
import type { BankFinder } from './settings/banks.ts';
import type { BankFilesSettings } from './settings/settings.ts';
import type { Box } from './transport/box.ts';

/** What the parts of one connection to a bank share. */
export type BankRail = {
  readonly name: string;
  readonly db: Db;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly settings: BankFilesSettings;
  readonly bankOf: BankFinder;
  readonly box: Box;
  /** What decides whether a cut-off has come. */
  readonly now: () => Date;
  readonly mostTransfers: number;
  readonly mostBytes: number;
};

/** Seal account numbers and files for one purpose each, so that nothing else can open them. */
export const accountPurpose = 'bank-transfer-account';
export const filePurpose = 'bank-file';
