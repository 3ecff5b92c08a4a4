import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pid } from 'node:process';
import { promisify } from 'node:util';
import type { AcquirerSettings } from '../../../src/domain/money/gateways/acquirer/settings.ts';
import { aFreePort } from '../service/process.ts';
import { missing, startLineProgram } from './line-program.ts';

const run = promisify(execFile);
const source = join(import.meta.dirname, 'jpos');
const built = resolve(import.meta.dirname, '../../../.data/jpos');
const jars = join(built, 'jars');
const classes = join(built, 'classes', String(pid));

/** What the acquirer has booked under one retrieval reference number. Amounts are hundredths. */
type Booked = {
  readonly kind: '' | 'charge' | 'hold' | 'refund';
  readonly of: string;
  readonly amount: number;
  /** What it keeps of a payment. */
  readonly taken: number;
  readonly refunded: number;
  /** How often it took or gave back money. */
  readonly bookings: number;
  readonly reversals: number;
  readonly reversed: boolean;
  readonly payload: string;
  readonly ksn: string;
};

/** How it treats the next payments, holds, completions and refunds. */
type Fault =
  | 'lost'
  | 'late'
  | 'cut'
  | 'unbooked'
  | 'twice'
  | 'stan'
  | 'half'
  | 'stuck'
  | 'length'
  | 'rubbish'
  /** Half of the amount is approved, with response code 10. */
  | 'part'
  /** The same, but the answer has no amount. */
  | 'part_unsaid'
  /** Answers to reversals are lost. */
  | 'reversal_lost';

/** An acquirer that others wrote: jPOS packs, unpacks and serves, and a ledger of its own books. */
export type Acquirer = {
  readonly settings: AcquirerSettings;
  readonly port: number;
  readonly misbehave: (fault: Fault, times: number) => Promise<void>;
  /** Ends all faults that are left. */
  readonly behave: () => Promise<void>;
  /** Ends all connections. */
  readonly cut: () => Promise<void>;
  readonly ledger: () => Promise<Readonly<Record<string, Booked>>>;
  /** Packs or unpacks one message by jPOS. */
  readonly ask: (line: string) => Promise<string>;
  readonly stop: () => void;
};

/** Undefined: it can be run here. */
export const jposIsMissing = missing([
  ['java', '-version'],
  ['javac', '-version'],
  ['mvn', '-v'],
]);

type Kind = 'ascii' | 'bcd';

const header = '6000030000';
/** No secret: both ends of the tests know it. */
const macKey = ['0123456789ABCDEF', 'FEDCBA9876543210'].join('');

const layouts: Readonly<Record<Kind, AcquirerSettings['layout']>> = {
  ascii: { preset: 'ascii' },
  bcd: { preset: 'bcd', header, mac: { algorithm: 'x9.19', key: macKey } },
};

export async function startJpos(
  kind: Kind,
  about: Partial<AcquirerSettings> = {},
  at?: number,
  isSealed = kind === 'bcd',
): Promise<Acquirer> {
  await build();
  const port = at ?? (await aFreePort());
  const extra = isSealed ? [header, macKey] : [];
  const path = `${classes}:${jars}/*`;
  const quick = ['-XX:TieredStopAtLevel=1', '-Xmx256m'];
  const program = startLineProgram('java', [...quick, '-cp', path, 'Acquirer', String(port), kind, ...extra]);
  await program.ask('');
  return {
    port,
    settings: {
      address: `tcp://127.0.0.1:${port}`,
      layout: layouts[kind],
      terminal: 'SHOP0001',
      acceptor: 'CORNERSHOP',
      acceptor_name: 'CORNER SHOP HARARE ZW',
      acquirer_ids: { card: '400001', domestic_switch: '971600' },
      processing_codes: { domestic_switch: '003000' },
      ...about,
    },
    misbehave: async (fault, times) => void (await program.ask(`fault ${fault} ${times}`)),
    behave: async () => void (await program.ask('well')),
    cut: async () => void (await program.ask('cut')),
    ledger: async () => JSON.parse(await program.ask('ledger')) as Readonly<Record<string, Booked>>,
    ask: program.ask,
    stop: program.end,
  };
}

let building: Promise<void> | undefined;

/** Fetches jPOS from Maven Central, once for this checkout, and compiles the acquirer. Several test processes may do so at once. */
function build(): Promise<void> {
  building ??= (async () => {
    await mkdir(classes, { recursive: true });
    if (!existsSync(jars)) await fetchJars();
    const files = (await readdir(source)).filter((name) => name.endsWith('.java'));
    const into = ['-cp', `${jars}/*`, '-d', classes];
    await run('javac', ['-encoding', 'UTF-8', ...into, ...files.map((name) => join(source, name))]);
  })();
  return building;
}

/** The folder gets its name when it is whole. Of several processes, the first one gives it. */
async function fetchJars(): Promise<void> {
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:copy-dependencies';
  const own = `${jars}-${pid}`;
  await run('mvn', ['-q', '-B', '-f', join(source, 'pom.xml'), goal, `-DoutputDirectory=${own}`]);
  await rename(own, jars).catch(async (error: unknown) => {
    if (!existsSync(jars)) throw error;
    await rm(own, { recursive: true });
  });
}
