import { type LoadRequest, unique } from '../load/load.ts';
import { serve } from '../testbed/processes.ts';
import type { Testbed } from '../testbed/testbed.ts';
import {
  ask,
  connectionsOfPeer,
  createDatabase,
  json,
  type LedgerPeer,
  logOf,
  postings,
  tryOut,
} from './ledger-peer.ts';

const asset = 'USD/4';

/** The postings of a capture. The clearing account may go below zero, as ours may. */
const capture = postings.captured
  .map(
    ({ source, destination, amount }) =>
      `send [${asset} ${amount}] (\n  source = @${source} allowing unbounded overdraft\n  destination = @${destination}\n)`,
  )
  .join('\n');

/** Starts Formance Ledger with a ledger for each merchant. */
export async function startFormance(
  testbed: Testbed,
  program: string,
  merchants: number,
): Promise<LedgerPeer> {
  const database = await createDatabase(testbed, 'peer_formance');
  const { baseUrl, stop } = await serve({
    program,
    words: (port) => [
      'serve',
      '--auto-upgrade',
      `--bind=127.0.0.1:${port}`,
      `--postgres-uri=${database}`,
      `--postgres-max-open-conns=${connectionsOfPeer}`,
      `--postgres-max-idle-conns=${connectionsOfPeer}`,
    ],
    log: logOf(testbed, 'formance'),
    readyPath: '/_healthcheck',
  });
  const ledgers = Array.from({ length: merchants }, (_, number) => `merchant${number}`);
  for (const ledger of ledgers)
    await ask(baseUrl, { method: 'POST', path: `/v2/${ledger}`, headers: json, body: '{}' });
  return await tryOut({
    name: 'Formance Ledger',
    url: baseUrl,
    writes: ledgers.map((ledger) => ({
      method: 'POST',
      path: `/v2/${ledger}/_bulk?atomic=true`,
      headers: json,
      body: JSON.stringify([
        {
          action: 'CREATE_TRANSACTION',
          data: { reference: `${unique}-captured`, script: { plain: capture } },
        },
        {
          action: 'CREATE_TRANSACTION',
          data: {
            reference: `${unique}-settled`,
            postings: postings.settled.map((posting) => ({ ...posting, asset })),
          },
        },
      ]),
    })),
    reads: { balance: read('/accounts/available?expand=volumes'), list: read('/transactions?pageSize=25') },
    unlike:
      'Formance writes two transactions with four postings in one call, in a ledger for each merchant with its hashed log. Our payment is four calls, with pages, a card charge, fees, an event, and a signed and recorded webhook.',
    stop: async () => void (await stop()),
  });
}

function read(path: string): LoadRequest {
  return { method: 'GET', path: `/v2/merchant0${path}`, headers: {} };
}
