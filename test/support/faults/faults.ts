import { vi } from 'vitest';
import type { ChargeOutcome, ChargeRequest, Gateway } from '../../../src/domain/money/gateways/port.ts';
import type { App } from '../service/app.ts';

/** The error text of `raiseFaults`. No caller may ever see it. */
export const innerWords = 'relation secret_table at /var/lib/postgresql near SELECT password';

/** From now on PostgreSQL raises SQLSTATE XX000 when a checkout or a payment with the description `fault XX000` is inserted. */
export async function raiseFaults({ database }: App): Promise<void> {
  await database.asOwner(`CREATE FUNCTION sandbox.raise_fault() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.description LIKE 'fault _____' THEN
        RAISE EXCEPTION '${innerWords}' USING ERRCODE = right(NEW.description, 5);
      END IF;
      RETURN NEW;
    END $$`);
  // One by one: Citus sends each to the nodes.
  for (const table of ['checkouts', 'transactions'])
    await database.asOwner(
      `CREATE TRIGGER raise_fault BEFORE INSERT ON sandbox.${table} FOR EACH ROW EXECUTE FUNCTION sandbox.raise_fault()`,
    );
}

/** As if the process that runs the merchant's calls had died: the leases of their keys have ended, and are renewed no more. */
export async function endLeases({ database }: Pick<App, 'database'>, merchantId: string): Promise<void> {
  const statements = [
    `CREATE OR REPLACE FUNCTION sandbox.lose_renewal() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    `CREATE OR REPLACE TRIGGER lose_renewal_${merchantId.replaceAll('-', '')} BEFORE UPDATE ON sandbox.idempotency_keys FOR EACH ROW
      WHEN (NEW.merchant_id = '${merchantId}' AND current_query() LIKE 'WITH held AS%') EXECUTE FUNCTION sandbox.lose_renewal()`,
    `UPDATE sandbox.idempotency_keys SET lease_until = now() - interval '1 second'
      WHERE merchant_id = '${merchantId}' AND state = 'started'`,
  ];
  for (const statement of statements) await database.asOwner(statement);
}

type Held = {
  /** Resolves when the gateway has been asked. */
  readonly isAsked: Promise<void>;
  readonly answerNow: () => void;
  /** The references of all charges that were asked for; the held one is the first. */
  readonly references: () => readonly string[];
};

/**
 * Holds back the answer to the wallet's next charge until `answerNow`; later charges are answered as usual.
 *
 * @param answer what the held charge is answered; absent: as usual
 */
export function holdNextCharge(app: App, answer?: ChargeOutcome): Held {
  const gateway = walletGateway(app);
  const charge = gateway.charge;
  const asked = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  const spy = vi.spyOn(gateway, 'charge').mockImplementationOnce(async (request: ChargeRequest) => {
    asked.resolve();
    await told.promise;
    return answer ?? (await charge(request));
  });
  return {
    isAsked: asked.promise,
    answerNow: told.resolve,
    references: () => spy.mock.calls.map(([request]) => request.reference),
  };
}

export function walletGateway(app: App): Gateway {
  const gateway = app.service.contexts.sandbox.gateways.byName('sandbox_wallet_a');
  if (!gateway) throw new Error('the sandbox has no wallet gateway');
  return gateway;
}

export function readerGateway(app: App): Gateway {
  const gateway = app.service.contexts.sandbox.gateways.forMethod('reader');
  if (!gateway) throw new Error('the sandbox serves readers');
  return gateway;
}
