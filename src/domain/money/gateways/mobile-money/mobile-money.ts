import type { Rail, RailParts } from '../rail.ts';
import { charge, query } from './charge.ts';
import { checkOperator } from './check.ts';
import { giveBack } from './give-back.ts';
import { payOut } from './pay-out.ts';
import { readStatementEntries } from './statement-entries.ts';
import { createClient } from './wire/client.ts';
import { type MobileMoneySettings, refuseOpenAddresses } from './wire/settings.ts';

/** An operator pays a wallet out at once, or says within seconds that it does not. */
const payoutAnswersAfterMs = 0;

/**
 * A mobile money operator that speaks the GSMA Mobile Money API 1.2: payments by request, refunds and payouts. The operator keeps
 * the state: every request carries one of our ids, by which its outcome is found again.
 *
 * @throws Error in words if credentials would be sent unencrypted
 *
 * Decision 0104.
 */
export function createMobileMoney(settings: MobileMoneySettings, parts: RailParts) {
  refuseOpenAddresses(settings);
  const { name, secrets, callbackAddress } = parts;
  const log = parts.log.child({ gateway: name });
  const client = createClient(settings);
  const operator = { name, log, secrets, callbackAddress, settings, client };
  return {
    name,
    gateway: {
      name,
      charge: (request) => charge(operator, request),
      query: (question) => query(operator, question),
      refund: (request) => giveBack(operator, request),
    },
    payouts: {
      name,
      answersAfterMs: payoutAnswersAfterMs,
      pay: (request) => payOut(operator, request),
    },
    check: () => checkOperator(client),
    statesIn: Object.keys(settings.accounts),
    statement: (wanted) => readStatementEntries(client, wanted),
    stop: async () => client.close(),
  } satisfies Rail;
}
