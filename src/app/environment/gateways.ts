import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { GatewayPlan } from '../../domain/money/gateways/routing/plan.ts';
import type { Environment, Reader } from './reader.ts';

type Gateways = Reader<'GATEWAYS' | 'CALLBACK_URL'>;

/**
 * Reads the file that GATEWAYS names, and adds each of its problems with the line.
 *
 * @returns undefined if there is no file, or something is wrong with it
 */
export async function readGateways(reader: Gateways, env: Environment): Promise<GatewayPlan | undefined> {
  const file = reader.text('GATEWAYS');
  if (file === undefined) return undefined;
  const text = textOf(file);
  if (text === undefined) {
    reader.problems.push(`GATEWAYS names ${file}, which cannot be read.`);
    return undefined;
  }
  const [{ inWords, readPlan }, { railKinds }] = await Promise.all([
    import('../../domain/money/gateways/routing/read-file.ts'),
    import('../../domain/money/gateways/routing/rails.ts'),
  ]);
  const { plan, problems } = readPlan(text, railKinds, env);
  reader.problems.push(...problems.map((problem) => inWords(basename(file), problem)));
  return plan;
}

/** A provider on the internet cannot call http://localhost. */
export async function requireCallbacks(reader: Gateways, plan: GatewayPlan | undefined): Promise<void> {
  if (!plan) return;
  const { railKinds } = await import('../../domain/money/gateways/routing/rails.ts');
  const calling = plan.entries.find(({ rail }) => railKinds[rail]?.callsBack === true);
  if (!calling || reader.text('CALLBACK_URL') !== undefined) return;
  reader.problems.push(
    `CALLBACK_URL is missing. ${calling.name} calls back: in production it needs the public address, such as https://pay.example.com.`,
  );
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
