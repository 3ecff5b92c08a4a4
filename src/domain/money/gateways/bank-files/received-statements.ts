import type { Statement } from '../statement.ts';
import { findContentAcrossMerchants, findTakenAcrossMerchants } from './answer-queries.ts';
import { notificationsAsStatements, readCamt053 } from './messages/camt.ts';
import { Unreadable } from './messages/xml.ts';
import { type BankRail, filePurpose } from './parts.ts';

const readers = { 'camt.053': readCamt053, 'camt.054': notificationsAsStatements };

/**
 * What the bank has stated of these days in files that were taken: its statements, or its notifications if the settings say so.
 * Never both, since they state the same money. One file is read at a time, since a month of them need not fit into memory.
 */
export async function* receivedStatements(
  { name: gateway, db, secrets, log, settings }: BankRail,
  { from, to }: { readonly from: string; readonly to: string },
): AsyncGenerator<Statement, void, void> {
  const { statements: source = 'camt.053' } = settings;
  const wanted = { gateway, message: `${source}.001.08`, since: from };
  for (const { name, hash } of await findTakenAcrossMerchants(db, wanted)) {
    const sealed = await findContentAcrossMerchants(db, { gateway, hash });
    try {
      const stated = await readers[source](Buffer.from(secrets.open(sealed, filePurpose), 'base64'));
      yield* stated.filter((one) => one.from <= to && one.to >= from);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      log.warn({ bank_file: name, why: error.message }, 'a file of the bank is no statement');
    }
  }
}
