import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { commandLine } from '../../../../src/cli/command-line.ts';
import { commands } from '../../../../src/cli/gateways/go-live.ts';
import { bankSettings } from '../../../support/rails/bank/rail.ts';
import { anIdentity } from '../../../support/receivers/identity.ts';
import { aReceiver, type Received, type Receiver } from '../../../support/receivers/receiver.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { startInVain } from '../../../support/service/process.ts';
import { type Ended, jsonOf, mps, mpsHere } from '../../cli/mps.ts';

let database: TestDatabase;
let receiver: Receiver;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payments-gateways-'));
  for (const name of ['to-bank', 'from-bank']) mkdirSync(join(folder, name));
  database = await cloneDatabase();
  receiver = await aReceiver();
  writeFileSync(join(folder, 'good.yaml'), theFile(['bank']));
  writeFileSync(join(folder, 'bad.yaml'), theFile(['bank', 'bank_2']));
  env = {
    DATABASE_URL: database.url,
    SECRET_KEY: database.secretKey,
    DATA_DIR: folder,
    EGRESS_ALLOW: '127.0.0.0/8',
    GATEWAYS: join(folder, 'good.yaml'),
    BANK_PASSWORD: 'hush-hush',
  };
});
afterAll(async () => {
  await receiver.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** `bank` exchanges files in a folder of this machine. `bank_2` is an SFTP server that is not there. */
function theFile(names: readonly string[]): string {
  const { poll_seconds: _, ...settings } = bankSettings({ base: folder });
  const entries = {
    bank: { rail: 'iso20022', ...settings, limits: { USD: { least: '1.00' } } },
    bank_2: {
      rail: 'iso20022',
      ...settings,
      address: 'sftp://service@127.0.0.1:9/files',
      host_keys: [`SHA256:${'A'.repeat(43)}`],
      password: { env: 'BANK_PASSWORD' },
    },
  };
  const file = {
    gateways: Object.fromEntries(Object.entries(entries).filter(([name]) => names.includes(name))),
    routes: { live: { payouts: { bank_transfer: { USD: [names.at(-1)] }, agent_cash: 'internal' } } },
  };
  return stringify(file, { aliasDuplicateObjects: false });
}

const withBad = () => ({ ...env, GATEWAYS: join(folder, 'bad.yaml') });

describe('mps gateway list', () => {
  it('shows each gateway with its routes and limits, and no secret', async () => {
    const listed = await mpsHere('gateway list --json', withBad());
    const table = await mpsHere('gateway list', withBad());

    expect(jsonOf(listed)).toEqual({
      gateways: [
        {
          name: 'bank',
          rail: 'iso20022',
          mode: 'live',
          address: `file://${folder}`,
          routes: [],
          limits: ['USD 1.00 to 1000000.00'],
          fees: [],
          breaker: { failures: 5, seconds: 30 },
        },
        expect.objectContaining({
          name: 'bank_2',
          address: 'sftp://127.0.0.1:9',
          routes: ['bank_transfer USD'],
        }),
      ],
      agent_cash: { live: true, sandbox: false },
    });
    expect(table.data).toContain('bank_transfer USD');
    expect(listed.data + table.data + listed.words + table.words).not.toContain('hush');
  });

  it('asks for the file if there is none, and says what is wrong with one', async () => {
    const { GATEWAYS: _, ...without } = env;
    expect(await mpsHere('gateway list', { ...without, GATEWAYS: '' })).toMatchObject({
      exitCode: 2,
      data: '',
      words: expect.stringContaining('GATEWAYS=gateways.yaml'),
    });
    const missing = await mpsHere('gateway list', { ...withBad(), BANK_PASSWORD: '' });
    expect(missing).toMatchObject({ exitCode: 2, data: '' });
    expect(missing.words).toMatch(
      /^bad\.yaml:\d+: gateways\.bank_2\.password takes the variable BANK_PASSWORD/,
    );
  });
});

describe('mps gateway check', () => {
  it('prints each step of each gateway, and ends with 0 if all is well', async () => {
    const checked = await mpsHere('gateway check --json', env);
    const table = await mpsHere('gateway check bank', env);

    const { steps } = jsonOf(checked) as { steps: Record<string, unknown>[] };
    expect(checked.exitCode).toBe(0);
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.every(({ gateway, ok }) => gateway === 'bank' && ok === true)).toBe(true);
    expect(table).toMatchObject({ exitCode: 0, words: 'The gateway answers as it should be.\n' });
    expect(table.data).toMatch(/^gateway +step +ok +ms +words\n/);
  });

  it('ends with 8 if one is wrong, and still checks the others', async () => {
    const checked = await mpsHere('gateway check --json', withBad());

    const { steps } = jsonOf(checked) as { steps: Record<string, unknown>[] };
    expect(checked.exitCode).toBe(8);
    expect(steps.filter(({ gateway }) => gateway === 'bank').every(({ ok }) => ok === true)).toBe(true);
    expect(steps.filter(({ gateway, ok }) => gateway === 'bank_2' && ok === false)).not.toEqual([]);
    expect(checked.words).toContain('1 of 2 gateways is not as it should be: bank_2.');
    expect(checked.data + checked.words).not.toContain('hush');
  });

  it('knows no other name', async () => {
    expect(await mpsHere('gateway check bank_3', env)).toMatchObject({
      exitCode: 4,
      words: 'There is no gateway bank_3. There are: bank.\n',
    });
  });
});

/** What the command in this process has printed so far. */
function printed(): string[] {
  const { stdout } = process;
  return vi.mocked(stdout).write.mock.calls.map(([text]) => String(text));
}

describe('mps gateway watch', () => {
  it('prints a line for each step and for each change, until it is interrupted', async () => {
    const watched = mpsHere('gateway watch --every 1 --json', env);
    await expect.poll(printed, { timeout: 60_000 }).toContainEqual(expect.stringContaining('"ok":true'));
    rmSync(join(folder, 'from-bank'), { recursive: true });
    await expect.poll(printed, { timeout: 60_000 }).toContainEqual(expect.stringContaining('"ok":false'));
    process.emit('SIGINT');
    const { data } = await watched;
    mkdirSync(join(folder, 'from-bank'));

    const lines = data
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const wrong = lines.filter(({ ok }) => ok === false);
    expect(wrong.length).toBeGreaterThan(0);
    expect(lines.filter(({ ok }) => ok === true).length).toBeGreaterThan(wrong.length);
    expect(new Set(lines.map(({ step, ok }) => `${String(step)} ${String(ok)}`)).size).toBe(lines.length);
  });
});

describe('the service', () => {
  it('does not start with a wrong file, and says each problem with its line', async () => {
    const settings = { ...withBad(), BANK_PASSWORD: '' };
    const words = /^bad\.yaml:\d+: gateways\.bank_2\.password takes the variable BANK_PASSWORD/;
    const [checked, started] = await Promise.all([mps('config check', settings), startInVain(settings)]);

    expect([checked.exitCode, started.exitCode]).toEqual([8, 1]);
    expect(checked.words).toMatch(words);
    expect(started.words).toMatch(words);
  });
});

type Made = { readonly merchant: string; readonly app: string; readonly secret: string };

/** A merchant with a live app, whose receiver answers as it is told to. */
async function aMerchant(tier = 1, { url } = receiver): Promise<Made> {
  const made = jsonOf(await mpsHere(`merchant create --kyc-tier ${tier} --json`, env));
  const merchant = String(made['merchant_id']);
  if (tier === 0) return { merchant, app: '', secret: '' };
  const app = jsonOf(
    await mpsHere(
      `app create --live --merchant ${merchant} --webhook-url ${url}/hook --features refunds,payouts --json`,
      env,
    ),
  );
  return { merchant, app: String(app['app_id']), secret: String(app['webhook_secret']) };
}

function isSigned({ headers, body }: Received, secret: string): boolean {
  const { t = '', v1 = '' } = Object.fromEntries(
    (headers['service-signature'] ?? '').split(',').map((part) => part.split('=')),
  ) as Record<string, string>;
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') === v1;
}

/** The state of each line of the list. */
async function statesOf({ merchant }: Made, more = '', settings = env) {
  return linesOf(await mpsHere(`golive check --merchant ${merchant}${more} --json`, settings));
}

/** The same in a process of its own, which trusts one more authority. Node reads that variable when a process starts. */
async function statesTrusting(authority: string, { merchant }: Made) {
  const file = join(folder, 'authority.pem');
  writeFileSync(file, authority);
  return linesOf(
    await mps(`golive check --merchant ${merchant} --json`, { ...env, NODE_EXTRA_CA_CERTS: file }),
  );
}

function linesOf(ended: Ended) {
  const { checks } = jsonOf(ended) as { checks: Record<'check' | 'state' | 'found' | 'next', string>[] };
  return {
    ended,
    lines: new Map(checks.map((line) => [line.check, line])),
    states: Object.fromEntries(checks.map(({ check, state }) => [check, state])),
  };
}

describe('mps golive check', () => {
  it('names everything that a new merchant lacks, with the next command', async () => {
    const { ended, states, lines } = await statesOf(await aMerchant(0), '', { ...env, GATEWAYS: '' });

    expect(ended.exitCode).toBe(8);
    expect(states).toEqual({
      merchant: 'ok',
      kyc: 'missing',
      'second factor': 'missing',
      'live app': 'missing',
      'payout destination': 'missing',
      'payout route': 'missing',
      gateways: 'missing',
    });
    expect(lines.get('kyc')?.next).toMatch(/^npx mps kyc submit --merchant mer_\w+ --live --tier 1 --form /);
    expect(lines.get('live app')?.next).toContain('npx mps app create --live --merchant mer_');
    expect(ended.words).toContain('Not ready: kyc, second factor, live app');
  });

  it('sends a signed test event and a forged one, and is content if only the first is taken', async () => {
    const made = await aMerchant();
    receiver.answer((request) => (isSigned(request, made.secret) ? 204 : 401));
    const before = receiver.received.length;

    const { states, lines } = await statesOf(made);

    expect(states).toMatchObject({ 'live key': 'ok', 'signed event': 'ok', 'forged event': 'ok' });
    expect(lines.get('forged event')?.found).toBe('refused: answered 401');
    const sent = receiver.received
      .slice(before)
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(sent).toHaveLength(2);
    for (const event of sent) expect(event).toMatchObject({ livemode: true, synthetic: true });
  });

  it('warns of a receiver that takes a forged event', async () => {
    receiver.answer(204);

    const { states, lines } = await statesOf(await aMerchant());

    expect(states).toMatchObject({ 'signed event': 'ok', 'forged event': 'warning' });
    expect(lines.get('forged event')?.found).toContain('anybody can tell the receiver');
  });

  it.each([
    ['refuses the signed event', 500, 'answered 500'],
    ['cuts the connection', 'cut', 'reset'],
  ] as const)('finds a receiver wrong that %s', async (_name, reaction, found) => {
    receiver.answer(reaction);

    const { ended, states, lines } = await statesOf(await aMerchant());

    expect(ended.exitCode).toBe(8);
    expect(states).toMatchObject({ 'signed event': 'wrong' });
    expect(lines.get('signed event')?.found).toContain(found);
  });

  it('finds a receiver that answers over TLS, with a certificate that this machine trusts', async () => {
    const trusted = anIdentity('127.0.0.1');
    const secure = await aReceiver(trusted);
    try {
      const { lines, states } = await statesTrusting(trusted.cert, await aMerchant(1, secure));

      expect(lines.get('webhook')).toEqual({ check: 'webhook', state: 'ok', found: 'reached by TLS' });
      expect(states).toMatchObject({ 'signed event': 'ok', 'forged event': 'warning' });
      expect(secure.received).toHaveLength(2);
    } finally {
      await secure.close();
    }
  });

  it('warns of a receiver without TLS', async () => {
    receiver.answer(204);

    expect((await statesOf(await aMerchant())).lines.get('webhook')).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('use https'),
    });
  });

  it.each([
    ['of an unknown authority', anIdentity('127.0.0.1', { commonName: 'unknown' }), 'SELF_SIGNED'],
    ['that has expired', anIdentity('127.0.0.1', { lastDay: '20200101000000Z' }), 'CERT_HAS_EXPIRED'],
    ['of another name', anIdentity('other.example'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('finds fault with a certificate %s, and sends no event there', async (name, identity, found) => {
    const secure = await aReceiver(identity);
    try {
      const authority = name === 'of an unknown authority' ? anIdentity('127.0.0.1') : identity;
      const { ended, lines } = await statesTrusting(authority.cert, await aMerchant(1, secure));

      expect(ended.exitCode).toBe(8);
      for (const check of ['webhook', 'signed event'])
        expect(lines.get(check)).toMatchObject({ state: 'wrong', found: expect.stringContaining(found) });
      expect(lines.has('forged event')).toBe(false);
      expect(secure.received).toEqual([]);
    } finally {
      await secure.close();
    }
  });

  it('checks each gateway that live payments or payouts use', async () => {
    receiver.answer(204);
    const made = await aMerchant();

    expect((await statesOf(made)).states).toMatchObject({ 'payout route': 'ok', gateways: 'missing' });
  });

  it('asks which app, if there are several', async () => {
    const made = await aMerchant();
    await mpsHere(`app create --live --merchant ${made.merchant} --json`, env);

    const several = await mpsHere(`golive check --merchant ${made.merchant}`, env);
    expect(several).toMatchObject({ exitCode: 2, words: expect.stringContaining('Name one: --app app_') });
    expect((await statesOf(made, ` --app ${made.app}`)).states).toMatchObject({ 'live app': 'ok' });
  });

  it('tells a word that is no id of an app from an app that is not there', async () => {
    const { merchant, app } = await aMerchant();
    const other = `app_${'0'.repeat(32)}`;

    const noId = await mpsHere(`golive check --merchant ${merchant} --app x`, env);
    const unknown = await mpsHere(`golive check --merchant ${merchant} --app ${other}`, env);

    expect(noId).toMatchObject({ exitCode: 2, words: expect.stringContaining('not "x"') });
    expect(unknown).toMatchObject({ exitCode: 4, words: expect.stringContaining(`There are: ${app}`) });
  });
});

const subject = { merchant: 'mer_1', app: 'app_1', gateway: 'operator_a' };
const typed = Object.values(commands)
  .map((commandFor) => commandFor(subject))
  .filter((words) => words.startsWith('npx mps '));

/** The commands that do something. */
const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

describe('the next steps of mps golive check', () => {
  it.each(typed)('name a command with all that it requires: %s', async (words) => {
    const program = commandLine();
    const ran: string[] = [];
    for (const command of leavesOf(program)) command.action(() => void ran.push(command.name()));

    await program.parseAsync(words.split(' ').slice(2), { from: 'user' });

    expect(ran).toHaveLength(1);
  });
});
