import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clients } from './clients/clients.ts';
import { packedClients } from './clients/packed.ts';
import { tryPrism } from './clients/prism.ts';
import { openShop, type Shop } from './clients/shop.ts';
import { home } from './clients/tools.ts';
import { type Row, tableOf, tryClient } from './clients/try.ts';

type Choice = {
  readonly name: string;
  readonly language: string;
  readonly attempt: (contract: string, shop: Shop) => Promise<Row>;
};

const all: readonly Choice[] = [
  ...[...clients, ...packedClients].map((client) => ({
    name: client.name,
    language: client.language,
    attempt: (contract: string, shop: Shop) => tryClient(client, contract, shop),
  })),
  { name: 'prism', language: 'typescript', attempt: tryPrism },
];

const usage = `Generates clients from the contract with other people's generators, compiles them, and lets each make one journey
against the running service: create a checkout, read it, list transactions through two pages, find a payout that has
no checkout, and read the code of a failure. Prism serves a mock from the contract and judges requests and answers.
Our own client is packed, installed and run in the same way under each runtime that it promises (--only runtimes).

  npm run test:clients                       all of them; the first run installs their tools in .data/clients
  npm run test:clients -- --only NAME        one client, or all of a language; may be repeated
  npm run test:clients -- --contract FILE    clients of another document than openapi.yaml

Clients: ${all.map(({ name }) => name).join(', ')}.
Languages: ${[...new Set(all.map(({ language }) => language))].join(', ')}.`;

const wanted = parsed();
if (wanted.help) console.log(usage);
else await main();

function parsed() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        contract: { type: 'string', default: 'openapi.yaml' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const unknown = values.only.filter((name) => !all.some((client) => isCalled(client, name)));
    return unknown.length === 0 ? values : misused(`There is no client "${unknown.join('", "')}".`);
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error));
  }
}

function isCalled({ name, language }: Choice, wish: string): boolean {
  return name === wish || language === wish;
}

function misused(problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
}

async function main(): Promise<void> {
  const chosen =
    wanted.only.length === 0 ? all : all.filter((each) => wanted.only.some((wish) => isCalled(each, wish)));
  const shop = await openShop(home);
  // Otherwise its database would keep running.
  process.once('SIGINT', () => void shop.stop().finally(() => process.exit(130)));
  const rows: Row[] = [];
  try {
    for (const { name, attempt } of chosen) {
      console.log(`${name} …`);
      rows.push(await attempt(resolve(wanted.contract), shop));
    }
  } finally {
    await shop.stop();
  }
  const { text, exitCode } = tableOf(rows);
  console.log(`\n${text}`);
  process.exitCode = exitCode;
}
