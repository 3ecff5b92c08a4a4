import { Client } from 'pg';
import type { Parameter, Template, TemplateStatement } from './template.ts';

type Run = { readonly url: string; readonly connections: number; readonly seconds: number };

let calls = 0;

/** Calls per second of the bare driver, sending the statements of a call: the baseline where pgbench is not installed. */
export async function runDriverLoop(template: Template, { url, connections, seconds }: Run): Promise<number> {
  const clients = Array.from(
    { length: connections },
    () => new Client({ connectionString: url, pipeline: true }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const end = performance.now() + seconds * 1000;
  const counts = await Promise.all(clients.map((client) => loop(client, template, end)));
  await Promise.all(clients.map((client) => client.end()));
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

async function loop(client: Client, template: Template, end: number): Promise<number> {
  let count = 0;
  for (; performance.now() < end; count += 1) {
    calls += 1;
    const call = calls;
    for (const [trip, statements] of template.trips.entries())
      await Promise.all(
        statements.map((one, place) => send(client, one, { name: `s${trip}x${place}`, call })),
      );
  }
  return count;
}

async function send(
  client: Client,
  { text, parameters }: TemplateStatement,
  { name, call }: { name: string; call: number },
): Promise<void> {
  await client.query({ name, text, values: parameters.map((parameter) => valueOf(parameter, call)) });
}

function valueOf({ pieces }: Parameter, call: number): string | null {
  if (pieces === null) return null;
  const textOf = (piece: (typeof pieces)[number]): string => {
    if (typeof piece === 'string') return piece;
    if ('own' in piece) throw new Error('the driver loop has no ids of its own for each client');
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
