import { contextsOf } from '../../app/context.ts';
import { connectedBy } from '../../app/gateways.ts';
import type { Act, Context } from '../../engine/context.ts';
import type { MerchantId, Mode } from '../../engine/principal.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { createEgress } from '../../platform/http/egress/egress.ts';
import { createLog } from '../../platform/log.ts';
import type { Operator } from './operator.ts';

/** Runs an action for a merchant, in a transaction of its own, as a call of theirs would. Running services send its events. */
export async function actAs<T>(
  operator: Operator,
  { mode, merchantId: id }: { readonly mode: Mode; readonly merchantId: MerchantId },
  work: (act: Act) => Promise<T>,
): Promise<T> {
  const ctx = await contextOf(operator, mode);
  return await inTransaction(ctx.db, id, (tx, clockOffsetMs) =>
    work({ ctx, tx, merchant: { id, clockOffsetMs } }),
  );
}

/** The context of a mode, for actions that record events: the running service delivers them. */
export async function contextOf({ config, databases, secrets }: Operator, mode: Mode): Promise<Context> {
  const here = `http://localhost:${config.port}`;
  const { checkout = here, pay = here, dashboard = here } = config.addresses;
  const addresses = { checkout, pay, dashboard };
  // A command says itself what went wrong.
  const log = createLog({ level: 'silent' });
  const egress = createEgress(config.egress);
  const connectGateways = await connectedBy(config.gateways);
  const made = contextsOf({ databases, secrets, egress, log, addresses, connectGateways });
  return made.contexts[mode];
}
