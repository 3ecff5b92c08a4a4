import type { Statement } from '../../domain/money/gateways/statement.ts';
import { now } from '../../platform/clock.ts';
import { entriesNamed, planned, withRails } from '../gateways/planned.ts';
import { onDatabases } from '../support/operator.ts';
import { dayIn } from '../support/options.ts';
import { Failure, say } from '../support/print.ts';
import { printTaken, refused, takeStatements } from './import.ts';

type Options = {
  readonly gateway: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly json?: true;
};

/** `mps reconcile fetch`: takes the statements of a provider of gateways.yaml, each once. Decision 0106. */
export async function fetchVerb(options: Options): Promise<void> {
  const { gateway, currency } = options;
  const [from, to] = [dayIn(options.from, '--from'), dayIn(options.to, '--to')];
  if (from > to) throw new Failure('usage', '--from is after --to.');
  if (to >= now().toISOString().slice(0, 10))
    throw new Failure('usage', '--to takes a day that is over (UTC): a statement never changes.');
  const entries = entriesNamed(await planned(), gateway);
  try {
    const taken = await onDatabases((operator) =>
      withRails(entries, operator, async (connected) => {
        const db = operator.databases[entries[0]?.mode ?? 'live'];
        const all = [];
        for (const { rail } of connected) {
          const stated = await statementsOf(rail, { currency, from, to });
          all.push(...(await takeStatements(db, { gateway, by: operator.by }, stated)));
        }
        return all;
      }),
    );
    if (taken.length > 0 || options.json)
      printTaken(taken, { ...options, sandbox: entries[0]?.mode === 'sandbox' });
    else say(`${gateway} has sent no statement of these days.`);
  } catch (error) {
    throw refused(error);
  }
}

type Rail = Parameters<Parameters<typeof withRails>[2]>[0][number]['rail'];

/** Asks the provider, or reads the files of it that the service has taken in. */
async function statementsOf(
  rail: Rail,
  wanted: Parameters<NonNullable<Rail['statement']>>[0],
): Promise<Iterable<Statement> | AsyncIterable<Statement>> {
  const { name } = rail;
  if (rail.received) return rail.received(wanted);
  if (!rail.statement)
    throw new Failure(
      'refused',
      `${name} gives no statements by itself. Take a file of it: npx mps reconcile import --gateway ${name} --file statement.csv --mapping ${name}.json`,
    );
  try {
    return [await rail.statement(wanted)];
  } catch (error) {
    throw new Failure('network', `${name}: ${error instanceof Error ? error.message : 'no statement'}`);
  }
}
