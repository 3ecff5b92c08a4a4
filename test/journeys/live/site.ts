import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { stringify } from 'yaml';
import { type Embedded, startEmbedded } from '../../../src/platform/db/embedded.ts';
import { type Ended, jsonOf, mps } from '../../src/cli/mps.ts';
import { bankSettings, type SharedFolders, sharedFolders } from '../../support/rails/bank/rail.ts';
import { type Acquirer, startJpos } from '../../support/rails/jpos.ts';
import { settingsFor } from '../../support/rails/live-rail.ts';
import { anOperator, type Operator } from '../../support/rails/mobile-money-operator.ts';
import {
  aFreePort,
  type ServiceProcess,
  startProcess,
  startWorker,
  type WorkerProcess,
} from '../../support/service/process.ts';

const secretKey = 'the secret key of the live journey';

/** The service as somebody operates it who takes real money: a PostgreSQL, a process for HTTP, a worker, and three providers. */
export class Site {
  readonly folder = mkdtempSync(join(tmpdir(), 'payments-journey-'));
  readonly bank: SharedFolders = sharedFolders();
  readonly acquirer: Acquirer;
  readonly operator: Operator;
  readonly #server: Embedded;
  readonly #serverFolder: string;
  readonly #env: Readonly<Record<string, string>>;
  #api: ServiceProcess | undefined;
  #worker: WorkerProcess | undefined;
  /** What each process of the service has printed, and each command. */
  readonly #printed: (() => string)[] = [];

  private constructor(parts: {
    readonly acquirer: Acquirer;
    readonly operator: Operator;
    readonly server: Embedded;
    readonly serverFolder: string;
    readonly port: number;
  }) {
    this.acquirer = parts.acquirer;
    this.operator = parts.operator;
    this.#server = parts.server;
    this.#serverFolder = parts.serverFolder;
    const baseUrl = `http://localhost:${parts.port}`;
    this.#env = {
      DATABASE_URL: parts.server.tcpUrl,
      SECRET_KEY: secretKey,
      DATA_DIR: join(this.folder, 'data'),
      GATEWAYS: join(this.folder, 'gateways.yaml'),
      EGRESS_ALLOW: '127.0.0.0/8',
      CHECKOUT_URL: baseUrl,
      PAY_URL: baseUrl,
      CALLBACK_URL: baseUrl,
      // Whatever the service would ever log.
      LOG_LEVEL: 'debug',
      PORT: String(parts.port),
      ...this.#writeGateways(),
    };
    mkdirSync(join(this.folder, 'data'));
  }

  /** Everything but the service itself: it is not set up yet. */
  static async open(): Promise<Site> {
    const serverFolder = mkdtempSync(join(tmpdir(), 'payments-journey-postgres-'));
    const [server, acquirer, operator, port] = await Promise.all([
      startEmbedded({ dataDir: serverFolder, secretKey }),
      startJpos('bcd'),
      anOperator(),
      aFreePort(),
    ]);
    return new Site({ acquirer, operator, server, serverFolder, port });
  }

  get database() {
    const url = this.#server.tcpUrl;
    return { url, asOwner: (text: string, values?: readonly unknown[]) => rowsOf(url, text, values) };
  }

  get baseUrl(): string {
    return `http://localhost:${this.#env['PORT']}`;
  }

  /** Writes gateways.yaml, and returns the secrets that it names. */
  #writeGateways(): Record<string, string> {
    const { layout, ...card } = this.acquirer.settings;
    const { auth, apiKey = '', ...wallet } = settingsFor(this.operator);
    if (!layout.mac || auth?.type !== 'oauth') throw new Error('both providers ask for secrets');
    const { poll_seconds: _, ...bank } = bankSettings(this.bank, {
      cut_offs: {
        times: ['00:00'],
        time_zone: 'UTC',
        days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      },
    });
    const gateways = {
      acquirer: {
        rail: 'iso8583',
        ...card,
        layout: { ...layout, mac: { ...layout.mac, key: { env: 'ACQUIRER_MAC_KEY' } } },
        fees: { card: { percent: '2.90', least: '0.30' } },
      },
      operator_a: {
        rail: 'gsma',
        ...wallet,
        auth: { ...auth, clientSecret: { env: 'OPERATOR_SECRET' } },
        apiKey: { env: 'OPERATOR_KEY' },
        fees: { wallet_a: { percent: '1.50', least: '0.10' } },
      },
      bank: { rail: 'iso20022', ...bank },
    };
    const [acquirer, operator] = [{ USD: ['acquirer'] }, { USD: ['operator_a'] }];
    const payouts = { bank_transfer: { USD: ['bank'] }, mobile_money: operator };
    const live = {
      card: acquirer,
      domestic_switch: acquirer,
      readers: acquirer,
      wallet_a: operator,
      payouts,
    };
    const file = stringify({ gateways, routes: { live } }, { aliasDuplicateObjects: false });
    writeFileSync(join(this.folder, 'gateways.yaml'), file);
    const secrets = { OPERATOR_SECRET: auth.clientSecret, OPERATOR_KEY: apiKey };
    return { ...secrets, ACQUIRER_MAC_KEY: layout.mac.key };
  }

  /** Runs a command, which must end well. */
  async mps(verb: string, more: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const ended = await mps(verb, { ...this.#env, ...more });
    this.#printed.push(() => ended.data + ended.words);
    if (ended.exitCode !== 0) throw new Error(`${verb}: ${ended.exitCode} ${ended.data}${ended.words}`);
    return ended;
  }

  async json(verb: string, more?: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
    return jsonOf(await this.mps(`${verb} --json`, more));
  }

  async start(): Promise<void> {
    const { DATA_DIR: dataDir = '', PORT: port } = this.#env;
    this.#api = await startProcess(dataDir, Number(port), { ...this.#env, ROLE: 'api' });
    this.#printed.push(this.#api.output);
    await this.anotherWorker();
  }

  /** A worker in place of the one before. It begins with what is due, the files of the bank too. */
  async anotherWorker(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = await startWorker({ url: this.#server.tcpUrl, secretKey }, { ...this.#env, PORT: '0' });
    this.#printed.push(this.#worker.output);
  }

  /** Does now what the service would do by itself hours or days later. */
  async hurry(...kinds: readonly string[]): Promise<void> {
    await this.database.asOwner('UPDATE live.jobs SET due_at = now() WHERE kind = ANY($1)', [kinds]);
  }

  printed(): string {
    return this.#printed.map((text) => text()).join('\n');
  }

  /** Where the service, its commands and PostgreSQL keep files. They are whole once the site has stopped. */
  get folders(): readonly string[] {
    return [this.folder, this.#serverFolder, this.bank.base];
  }

  /** Ends the processes of the service and PostgreSQL; their files stay until `close`. */
  async stop(): Promise<void> {
    await Promise.all([this.#api?.terminate(), this.#worker?.terminate()]);
    [this.#api, this.#worker] = [undefined, undefined];
    await this.#server.stop();
  }

  async close(): Promise<void> {
    await this.stop();
    this.acquirer.stop();
    await this.operator.close();
    this.bank.remove();
    for (const folder of [this.folder, this.#serverFolder]) rmSync(folder, { recursive: true, force: true });
  }
}

async function rowsOf(url: string, text: string, values: readonly unknown[] = []) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
