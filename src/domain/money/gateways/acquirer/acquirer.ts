import { createLink } from '../../../../platform/iso8583/link.ts';
import type { Gateway } from '../port.ts';
import type { Rail, RailParts } from '../rail.ts';
import { charge, query } from './charge.ts';
import { checkAcquirer, checkInUse } from './check.ts';
import { type Desk, linkOptionsOf, patienceOf } from './desk.ts';
import { holdsOf } from './holds.ts';
import { refund } from './refund.ts';
import { hasOpenMessage } from './reversal-queries.ts';
import { reverseOverdue } from './reverse.ts';
import type { AcquirerSettings } from './settings.ts';

/**
 * Cards, cards of the domestic switch and card readers, over ISO 8583:1987. A message without an answer is always reversed, and its
 * reversal is repeated until it is answered. Decision 0103.
 */
export function createAcquirer(settings: AcquirerSettings, { name, db, log: ours }: RailParts): Rail {
  const log = ours.child({ gateway: name });
  const options = linkOptionsOf(settings, { db, log });
  const link = createLink(options);
  const desk: Desk = { name, db, log, settings, link, ...patienceOf(settings) };
  const gateway: Gateway = {
    name,
    charge: (request) => charge(desk, request, 'charge'),
    query: (question) => query(desk, question),
    refund: (request) => refund(desk, request),
    holds: holdsOf(desk),
    isAtWork: (tx, errand) => hasOpenMessage(tx, name, errand),
  };
  return {
    name,
    gateway,
    check: () => checkAcquirer(options),
    checkInUse: () => checkInUse(link),
    tick: (signal) => reverseOverdue(desk, signal),
    stop: async () => link.stop(),
  };
}
