import type { Statement } from '../../domain/money/gateways/statement.ts';
import { now } from '../../platform/clock.ts';
import { entriesNamed, planned, withRails } from '../gateways/planned.ts';
import { onDatabases } from '../support/operator.ts';
import { Failure } from '../support/print.ts';
import { printTaken, refused, takeStatements } from './import.ts';
import { dayIn } from './options.ts';

type Options = {
  readonly gateway: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly json?: true;
};

/** `mps reconcile fetch`: asks a provider of gateways.yaml for its statement, and takes it once. Decision 0106. */
export async function fetchVerb(options: Options): Promise<void> {
  const { gateway, currency } = options;
  const [from, to] = [dayIn(options.from, '--from'), dayIn(options.to, '--to')];
  if (to >= now().toISOString().slice(0, 10))
    throw new Failure('usage', '--to takes a day that is over (UTC): a statement never changes.');
  const entries = entriesNamed(planned(), gateway);
  try {
    const taken = await onDatabases((operator) =>
      withRails(entries, operator, async (connected) => {
        const statements: Statement[] = [];
        for (const { rail } of connected) statements.push(await statementOf(rail, { currency, from, to }));
        const db = operator.databases[entries[0]?.mode ?? 'live'];
        return await takeStatements(db, { gateway, by: operator.by }, statements);
      }),
    );
    printTaken(taken, options);
  } catch (error) {
    throw refused(error);
  }
}

type Rail = Parameters<Parameters<typeof withRails>[2]>[0][number]['rail'];

async function statementOf(
  { name, statement }: Rail,
  wanted: Parameters<NonNullable<Rail['statement']>>[0],
): Promise<Statement> {
  if (!statement)
    throw new Failure(
      'refused',
      `${name} gives its statements as files. Take one: npx mps reconcile import --gateway ${name} --file statement.xml --format camt053`,
    );
  try {
    return await statement(wanted);
  } catch (error) {
    throw new Failure('network', `${name}: ${error instanceof Error ? error.message : 'no statement'}`);
  }
}
