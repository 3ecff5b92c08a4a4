import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { browse } from './browse.ts';
import { type Step, sectionOf, stepsOf, wordsIn } from './guide.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** What somebody did who followed a guide, and how long the machine took for it. */
export type Followed = {
  readonly commands: number;
  readonly files: number;
  readonly inBrowser: number;
  /** Words of the guide, without code. */
  readonly words: number;
  readonly seconds: number;
  /** What the shop printed. */
  readonly shop: string;
  /** What the commands printed, the last one last. */
  readonly printed: readonly string[];
};

export const languages = ['Node', 'Python'] as const;
export type Language = (typeof languages)[number];

type Reader = {
  /** The guide to building a shop, as Markdown. */
  readonly guide: string;
  readonly language: Language;
  /** The folder of the service, in which the guide begins. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The address that the service printed. */
  readonly baseUrl: string;
  readonly browser: Browser;
};

const usual = { service: 'http://localhost:3000', shop: 'http://localhost:4000' };

/** Follows the guide to building a shop, word by word. @throws what did not happen as the guide says */
export async function follow(reader: Reader): Promise<Followed> {
  const { guide, language } = reader;
  const [intro = ''] = guide.split(/^## /m);
  const parts = [sectionOf(guide, `In ${language}`), sectionOf(guide, 'Sell something')];
  const steps = parts.flatMap(stepsOf);
  const startedAt = performance.now();
  const visit = await reader.browser.newPage();
  const terminals: Terminal[] = [openTerminal({ cwd: reader.folder, env: reader.env })];
  const shop = { url: usual.shop, output: () => '', printed: [] as string[] };
  let output = '';
  try {
    for (const step of steps) await take(step, { reader, terminals, shop, visit });
    output = shop.output();
  } finally {
    await visit.close();
    for (const terminal of terminals) await terminal.close();
  }
  const count = (does: Step['does']) => steps.filter((step) => step.does === does).length;
  return {
    commands: count('type'),
    files: count('save'),
    inBrowser: count('browse'),
    words: wordsIn([intro, ...parts].join('\n')),
    seconds: (performance.now() - startedAt) / 1000,
    shop: output,
    printed: shop.printed,
  };
}

type State = {
  readonly reader: Reader;
  /** The first is the one in which the reader works. */
  readonly terminals: Terminal[];
  readonly shop: { url: string; output: () => string; readonly printed: string[] };
  readonly visit: Parameters<typeof browse>[0];
};

async function take(step: Step, { reader, terminals, shop, visit }: State): Promise<void> {
  const [terminal] = terminals;
  if (!terminal) throw new Error('There is no terminal.');
  if (step.does === 'browse') return await browse(visit, step.words, shop.url);
  if (step.does === 'save') return writeFileSync(join(await terminal.folder(), step.file), step.text);
  if (step.isLeftRunning) {
    const command = `${await settingsFor(reader.baseUrl)}${step.commands}`;
    shop.output = await terminal.leaveRunning(command, /http:\/\/localhost:\d+/);
    shop.url = /http:\/\/localhost:\d+/.exec(shop.output())?.[0] ?? shop.url;
    return;
  }
  const place = step.isInAnotherTerminal ? openTerminal({ cwd: reader.folder, env: reader.env }) : terminal;
  if (place !== terminal) terminals.push(place);
  shop.printed.push(await place.type(step.commands.replaceAll(usual.shop, shop.url)));
}

/** What the guide says to put before the command when an address or a port is not the usual one. */
async function settingsFor(baseUrl: string): Promise<string> {
  const port = await freePort(Number(new URL(usual.shop).port));
  const settings = {
    ...(baseUrl !== usual.service && { PAYMENTS_URL: baseUrl }),
    ...(port !== undefined && { PORT: port }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value} `)
    .join('');
}

/** Another port, if this one is taken; undefined if it is free. */
async function freePort(wanted: number): Promise<number | undefined> {
  return (await listenAt(wanted)) === undefined ? await listenAt(0) : undefined;
}

/** The port at which a server could listen; undefined if it is taken. */
function listenAt(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(undefined));
    server.listen(port, 'localhost', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
