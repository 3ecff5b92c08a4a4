import type { Db } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { PayoutGateway } from './payout-port.ts';
import type { Gateway } from './port.ts';
import type { Statement } from './statement.ts';

/** What a connection to a provider needs of the service. */
export type RailParts = {
  /** The entry of gateways.yaml, and the value of `gateway` in answers. */
  readonly name: string;
  readonly db: Db;
  readonly log: Log;
  readonly secrets: Secrets;
  /** Providers call back below this address. Without a slash at the end. */
  readonly callbackAddress: string;
};

export type WantedStatement = {
  readonly currency: Statement['currency'];
  /** YYYY-MM-DD by UTC, both included. */
  readonly from: string;
  readonly to: string;
};

/** One step of a check, in words that an operator can act on. */
export type RailCheck = {
  readonly step: string;
  readonly ok: boolean;
  readonly words: string;
  readonly ms: number;
};

/** A connection to a provider, made from one entry of gateways.yaml. It connects at the first request or check. */
export type Rail = {
  readonly name: string;
  /** Takes payments. */
  readonly gateway?: Gateway;
  /** Pays out. */
  readonly payouts?: PayoutGateway;
  /** Signs on, asks for an echo and the status. It never charges. */
  readonly check: () => Promise<readonly RailCheck[]>;
  /** Asks by the connection that carries payments, so nobody signs on twice. Undefined: none is up now. Absent: there are none that last. */
  readonly checkInUse?: () => Promise<readonly RailCheck[] | undefined>;
  /**
   * Called every 15 seconds by each worker, so perhaps by several processes at once: unanswered reversals, files that are due,
   * incoming files.
   */
  readonly tick?: (signal: AbortSignal) => Promise<void>;
  /** Since when a part of what `tick` does has failed each time in this process, in milliseconds of `monotonicMs`. Undefined: none does. */
  readonly failingSinceMs?: () => number | undefined;
  /**
   * What the provider states of the account of one currency, when it is asked. Absent if it cannot be asked.
   *
   * @throws Error in words: a statement is whole, or there is none
   */
  readonly statement?: (wanted: WantedStatement) => Promise<Statement>;
  /** The currencies of the accounts for which it can be asked. */
  readonly statesIn?: readonly Statement['currency'][];
  /** What the provider has stated of these days in files that the service has taken in, one file at a time. Absent if it sends none. */
  readonly received?: (days: Omit<WantedStatement, 'currency'>) => AsyncIterable<Statement>;
  /** Whether the provider is closed on a day (YYYY-MM-DD), so that it may have no statement of it. Absent: it always works. */
  readonly closedOn?: (day: string) => boolean;
  /** Ends the connections. */
  readonly stop: () => Promise<void>;
};
