import type { Client } from './clients.ts';

/** What runs a program, as seen from the folder of a client in .data/clients/runtimes. */
const runtimes = {
  'node 18': '../node_modules/node18/bin/node',
  'node 20': '../node_modules/node20/bin/node',
  'node 22': '../node_modules/node22/bin/node',
  'node 24': '../node_modules/node24/bin/node',
  bun: '../node_modules/.bin/bun',
  deno: '../node_modules/.bin/deno run --quiet --allow-all',
} as const;

/** Packs the client of this tree, whatever the contract, and installs it as a shop does: from the file, with nothing beside it. */
const pack = 'npm install --offline --no-audit --no-fund "$(node ../../../../scripts/clients/sdk.ts)"';

/** Our own client, under each runtime that its README promises. The pinned Node runs it in `npm test`. */
export const packedClients: readonly Client[] = Object.entries(runtimes).map(([name, runtime]) => ({
  name,
  language: 'runtimes',
  generator: 'runtimes',
  compiler: 'runtimes',
  files: { 'project.json': 'package.json', 'webhooks.cjs': 'webhooks.cjs', 'journey.mjs': 'journey.mjs' },
  generate: pack,
  compile: `${runtime} webhooks.cjs`,
  journey: `${runtime} journey.mjs`,
}));
