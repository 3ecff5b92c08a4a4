import { Client } from 'pg';
import type { Parameter, Template, TemplateStatement } from './template.ts';

type Run = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** For each client, the ids that its statements use as its own. */
  readonly owns: readonly (readonly string[])[];
};

let calls = 0;

/** Calls per second of the bare driver, sending the statements of a call: the baseline where pgbench is not installed. */
export async function runDriverLoop(
  template: Template,
  { url, connections, seconds, owns }: Run,
): Promise<number> {
  const clients = Array.from(
    { length: connections },
    () => new Client({ connectionString: url, pipeline: true }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const end = performance.now() + seconds * 1000;
  const counts = await Promise.all(
    clients.map((client, place) => loop(client, template, { end, own: owns[place] ?? [] })),
  );
  await Promise.all(clients.map((client) => client.end()));
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

async function loop(
  client: Client,
  template: Template,
  { end, own }: { end: number; own: readonly string[] },
): Promise<number> {
  let count = 0;
  for (; performance.now() < end; count += 1) {
    calls += 1;
    const call = calls;
    for (const [trip, statements] of template.trips.entries())
      await Promise.all(
        statements.map((one, place) => send(client, one, { name: `s${trip}x${place}`, call, own })),
      );
  }
  return count;
}

async function send(
  client: Client,
  { text, parameters }: TemplateStatement,
  { name, ...of }: { name: string } & Call,
): Promise<void> {
  await client.query({ name, text, values: parameters.map((parameter) => valueOf(parameter, of)) });
}

type Call = { readonly call: number; readonly own: readonly string[] };

function valueOf({ pieces }: Parameter, { call, own }: Call): string | null {
  if (pieces === null) return null;
  const textOf = (piece: (typeof pieces)[number]): string => {
    if (typeof piece === 'string') return piece;
    if ('own' in piece) return own[piece.own] ?? '';
    return freshText(piece.fresh, call);
  };
  return pieces.map(textOf).join('');
}

function freshText(number: number, call: number): string {
  const digits = call.toString(16).padStart(12, '0');
  if (number === 0) return `bench-${process.pid}-${digits}`;
  const tail = (0x8000 + number).toString(16);
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-${tail}-${process.pid.toString(16).padStart(12, '0')}`;
}
