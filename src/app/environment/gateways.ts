import { isUtf8 } from 'node:buffer';
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
  const bytes = bytesOf(file);
  if (bytes === undefined || !isUtf8(bytes)) {
    const wrong = bytes === undefined ? 'cannot be read' : 'is not UTF-8';
    reader.problems.push(`GATEWAYS names ${file}, which ${wrong}.`);
    return undefined;
  }
  const [{ inWords, readPlan }, { railKinds }] = await Promise.all([
    import('../../domain/money/gateways/routing/read-file.ts'),
    import('../../domain/money/gateways/routing/rails.ts'),
  ]);
  const { plan, problems } = readPlan(bytes.toString('utf8'), railKinds, env);
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

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
