import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type LoadRequest, unique } from '../load/load.ts';
import type { Testbed } from '../testbed/testbed.ts';

/** A ledger of other people, running on a database of its own of the same PostgreSQL server. */
export type LedgerPeer = {
  readonly name: string;
  readonly url: string;
  /** Writes the postings of a captured and settled payment: one for each merchant, used in turn. */
  readonly writes: readonly LoadRequest[];
  readonly reads: Readonly<Record<Read, LoadRequest>>;
  /** What its write does otherwise than our payment. */
  readonly unlike: string;
  readonly stop: () => Promise<void>;
};

/** After some payments have been written. */
export type Read = 'balance' | 'list';

/** What a payment of 10.00 USD posts, in ten-thousandths: the entries of our two journals. */
export const postings = {
  captured: [
    { source: 'gateway_clearing', destination: 'pending', amount: 91_500 },
    { source: 'gateway_clearing', destination: 'fees', amount: 3500 },
    { source: 'gateway_clearing', destination: 'reserve', amount: 5000 },
  ],
  settled: [{ source: 'pending', destination: 'available', amount: 91_500 }],
} as const;

export const json = { 'content-type': 'application/json' } as const;

/** How many connections each program may open, so that all fit into one server. */
export const connectionsOfPeer = 20;

/** Creates an empty database, and returns its URL for programs that connect by TCP. */
export async function createDatabase(testbed: Testbed, name: string): Promise<string> {
  const client = new Client({ connectionString: testbed.ownerUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(testbed.ownerTcpUrl);
  url.pathname = `/${name}`;
  url.search = '?sslmode=disable';
  return url.href;
}

/** Writes once and reads once, so that a peer that refuses either says why. */
export async function tryOut(peer: LedgerPeer): Promise<LedgerPeer> {
  const [write] = peer.writes;
  if (write === undefined) throw new Error('a peer has a merchant');
  await ask(peer.url, {
    ...write,
    ...(write.body !== undefined && { body: write.body.replaceAll(unique, 'first') }),
  });
  for (const read of Object.values(peer.reads)) await ask(peer.url, read);
  return peer;
}

/** Sends a call to a peer, and returns its answer. */
export async function ask<T>(url: string, { method, path, headers, body }: LoadRequest): Promise<T> {
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 500)}`);
  const shown: T = text === '' ? undefined : JSON.parse(text);
  return shown;
}

export function logOf({ dataDir }: Testbed, name: string): string {
  const file = join(dataDir, `${name}.log`);
  rmSync(file, { force: true });
  return file;
}
