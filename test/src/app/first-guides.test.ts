import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { openPage, submit } from '../../support/service/page.ts';
import { aFreePort, compileCache, type ServiceProcess, startProcess } from '../../support/service/process.ts';
import { theVirtualEnvironment, whyNot } from '../sdk/python/environment.ts';

// What somebody does who integrates for the first time: every command of each guide, in order, with a merchant of its own.

const root = resolve(import.meta.dirname, '../../..');
const mps = `node ${join(root, 'src/cli/index.mjs')}`;

type Answer = {
  readonly success: boolean;
  readonly code?: string;
  readonly data?: Readonly<Record<string, unknown>>;
};

let database: TestDatabase;
let folder: string;
let env: Record<string, string>;
let service: ServiceProcess;
/** The one of a virtual environment that has the client. */
let python: string;
const noPython = whyNot();
/** Why a sample cannot run here, for the name of its test; empty if it can. */
const skipped = (language: string): string =>
  language === 'python' && noPython !== undefined ? ` (skipped: ${noPython})` : '';

beforeAll(async () => {
  database = await cloneDatabase();
  folder = mkdtempSync(join(tmpdir(), 'payments-first-'));
  env = {
    ...compileCache,
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    DATA_DIR: join(folder, '.data'),
    DATABASE_URL: database.url,
    SECRET_KEY: database.secretKey,
    EGRESS_ALLOW: '127.0.0.0/8',
  };
  service = await startProcess(env['DATA_DIR'] ?? '', await aFreePort(), env);
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts/clients/sdk.ts')]);
  const own = ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()];
  await promisify(execFile)('npm', own, { cwd: folder });
  python = noPython === undefined ? join(await theVirtualEnvironment(), 'python') : 'python3';
});
afterAll(async () => {
  await service.terminate();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A merchant of its own stands for the demo merchant, so that no guide uses up the rate limit of another. */
beforeEach(async () => {
  const created = await shell(`${mps} merchant create --kyc-tier 1 --events '*' --json`);
  mkdirSync(join(folder, '.data'), { recursive: true });
  writeFileSync(join(folder, '.data/demo.json'), created);
});

async function shell(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)('/bin/sh', ['-e', '-c', script], { cwd: folder, env });
  return stdout;
}

/** The commands of a page, but for those that run until somebody stops them. */
function commandsOf(page: string, language = 'sh'): string[] {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))]
    .map(([, block = '']) => block)
    .filter((block) => !/npm start|mps listen/.test(block))
    .map((block) =>
      block
        .replaceAll('http://localhost:3000', service.baseUrl)
        .replaceAll('npx mps', mps)
        .replaceAll('curl -s', "curl -s -w '\\n'"),
    );
}

async function follow(page: string, change = (script: string) => script): Promise<readonly Answer[]> {
  const printed = await shell(change(commandsOf(page).join('\n')));
  const lines = printed.split('\n').filter((line) => line.startsWith('{"'));
  return lines.map((line): Answer => JSON.parse(line));
}

/** At midnight UTC the sandbox releases a reserve. A script that would turn the clock past it begins after it instead. */
function notAcrossMidnight(script: string): string {
  const day = 86_400;
  const isNear = day - ((Date.now() / 1000) % day) < 900;
  const reset = /^curl .*\/test\/reset .*$/m;
  expect(script).toMatch(reset);
  return script.replace(reset, (line) =>
    isNear ? `${line}\ncall test/clock '{"advance_seconds":900}'` : line,
  );
}

/** What each answer is about: its code, its status, or that it is one. */
const outcomes = (answers: readonly Answer[]) =>
  answers.map(({ code, data }) => code ?? data?.['status'] ?? 'ok');

describe('the commands of the first guides', () => {
  it('to the quick start lead to a paid checkout and its balance', async () => {
    const answers = await follow('guides/start/quick-start.md');

    expect(outcomes(answers)).toEqual(['completed', 'completed', 'ok']);
    expect(answers.at(-1)?.data).toMatchObject({ available: { USD: '9.15' }, reserve: { USD: '0.50' } });
  });

  it('to mobile money wait for a confirmation, and see one that comes late', async () => {
    const answers = await follow('guides/accept-payments/wallets.md');

    expect(answers.map(({ success }) => success)).not.toContain(false);
    expect(answers[1]?.data).toMatchObject({ is_pending: true });
    expect(answers[3]?.data).toMatchObject({ is_success: true, is_pending: false });
    expect(answers[5]?.data).toMatchObject({ status: 'expired', late: false });
    expect(answers[7]?.data).toMatchObject({ status: 'completed', late: true });
  });

  it('to testing cause the outcomes that they name', async () => {
    const answers = await follow('guides/start/testing.md');

    expect(answers.map(({ success }) => success)).not.toContain(false);
    expect(outcomes(answers).slice(0, 8)).toEqual([
      'failed',
      'completed',
      'completed',
      'ok',
      'expired',
      'failed',
      'pending',
      'ok',
    ]);
    expect(answers[8]?.data).toMatchObject({ amount_refunded: '1.11' });
    expect(answers.at(-1)?.data).toMatchObject({ available: { USD: '0.00' } });
  });

  it('to refunds give a payment back in two parts', async () => {
    const answers = await follow('guides/after-the-payment/refunds.md');

    expect(outcomes(answers)).toEqual(['completed', 'completed', 'reversed', 'ok']);
    expect(answers[0]?.data).toMatchObject({ amount: '20.00', amount_refundable: '30.00' });
  });

  it('to errors, money, limits, versions and security are answered as they say', async () => {
    const [refused, listed] = await follow('guides/build/errors.md');
    const { request_id: _, ...shown } = JSON.parse(
      commandsOf('guides/build/errors.md', 'json')[0] ?? '',
    ) as Record<string, unknown>;
    expect(refused).toMatchObject(shown);
    expect(listed?.success).toBe(true);
    expect(outcomes(await follow('guides/build/money-and-dates.md'))).toEqual(
      Array.from({ length: 6 }, () => 'INVALID_AMOUNT'),
    );
    expect(outcomes(await follow('guides/build/versions-and-upgrades.md'))).toEqual(['UNSUPPORTED_VERSION']);
    expect(outcomes(await follow('guides/build/security.md'))).toEqual([
      'PUBLIC_KEY_NOT_ALLOWED',
      'ok',
      'INSUFFICIENT_PERMISSIONS',
    ]);
    expect(await shell(commandsOf('guides/build/limits.md').join('\n'))).toMatch(/"default";r=\d+;t=\d+/);
  });

  it('to the ledger lead to the lines that the page shows', async () => {
    const answers = await follow('concepts/ledger-by-example.md', notAcrossMidnight);
    const page = readFileSync(join(root, 'docs/concepts/ledger-by-example.md'), 'utf8');
    const lines = [
      ...page.matchAll(/^\|[^|]*\| (available|pending|reserve) \| ([+-][\d.]+) \| (-?[\d.]+) \|$/gm),
    ];

    const items = (answers.at(-1)?.data?.['items'] ?? []) as Record<
      'bucket' | 'amount' | 'balance_after',
      string
    >[];
    const booked = items.map((item) => `${item.bucket} ${item.amount} ${item.balance_after}`);
    expect(booked.toSorted()).toEqual(
      lines
        .map(([, bucket, amount = '', after]) => `${bucket} ${amount.replace('+', '')} ${after}`)
        .toSorted(),
    );
    expect(answers.at(-2)?.data).toMatchObject({ available: { USD: '42.50' }, reserve: { USD: '4.00' } });
  });

  it('to saved cards charge a card that the customer saves in between', async () => {
    const [start = '', setup = '', ...rest] = commandsOf('guides/accept-payments/saved-cards.md');
    const address = (await shell(`${start}\n${setup}`)).trim().split('\n').at(-1) ?? '';
    const card = { number: '4242424242424242', expiry: '12 / 40', holder: 'T. Moyo', cvv: '737' };
    await submit(await openPage(address), 'save', card);

    const script = [start, 'CUSTOMER=$(call customers | field items.0.id)', ...rest].join('\n');
    const lines = (await shell(script)).split('\n').filter((line) => line.startsWith('{"'));
    const answers = lines.map((line): Answer => JSON.parse(line));

    expect(answers.map(({ success }) => success)).not.toContain(false);
    expect(answers[0]?.data).toMatchObject({ status: 'active', last4: '4242' });
    expect(answers[2]?.data).toMatchObject({ session: { status: 'paid' } });
    expect(answers.at(-1)?.data).toMatchObject({ status: 'deleted' });
  });

  it('to idempotency replay an answer, and refuse another body', async () => {
    const answers = await follow('guides/build/idempotency-and-retries.md');

    expect(outcomes(answers)).toEqual(['ok', 'ok', 'IDEMPOTENCY_KEY_REUSED']);
    expect(answers[1]?.data).toEqual(answers[0]?.data);
  });
});

/** Samples that use our clients, which are installed as their guides say. */
const clients = [
  ['js', 'mjs', () => 'node'],
  ['python', 'py', () => python],
] as const;

describe('the samples of the guide to mobile money', () => {
  const samples = [
    [
      'js',
      'wait.mjs',
      () => 'node',
      'console.log(await waitForPayment(process.argv[2], process.argv[3], process.argv[4]));',
    ],
    [
      'python',
      'wait.py',
      () => python,
      'import sys; print(wait_for_payment(sys.argv[1], sys.argv[2], sys.argv[3]))',
    ],
  ] as const;

  for (const [language, file, program, call] of samples)
    it.skipIf(skipped(language) !== '')(`wait for a payment in ${language}${skipped(language)}`, async () => {
      const [start = '', create = ''] = commandsOf('guides/accept-payments/wallets.md');
      const [sample = ''] = commandsOf('guides/accept-payments/wallets.md', language);
      writeFileSync(join(folder, file), `${sample}\n${call}\n`);
      const key = language === 'js' ? '$PUBLIC_KEY' : '$KEY';

      const printed = await shell(
        `${start}\n${create.replaceAll('0772222222', '0771111111')}\n${program()} ${file} $CHECKOUT ${key} ${service.baseUrl}`,
      );

      expect(printed.trim()).toBe('paid');
    });
});

describe('the samples of the guide to taking a payment', () => {
  for (const [language, ending, program] of clients)
    it.skipIf(skipped(language) !== '')(
      `open a checkout with the client in ${language}${skipped(language)}`,
      async () => {
        const page = 'guides/accept-payments/take-a-payment.md';
        const file = `checkout.${ending}`;
        const sample = commandsOf(page, language).find((block) => block.includes(file)) ?? '';
        writeFileSync(join(folder, file), sample);

        const printed = await shell(`${commandsOf(page)[0]}\nexport BASE KEY\n${program()} ${file}`);

        expect(printed.trim()).toMatch(/^chk_[0-9a-f]{32} http:\S+\/test\/c\/chk_[0-9a-f]{32}$/);
      },
    );
});

describe('the samples of the guide to retries', () => {
  const page = 'guides/build/idempotency-and-retries.md';
  const named = (language: string, file: string) =>
    commandsOf(page, language).find((block) => block.includes(file)) ?? '';

  it('return the answer or the code in a loop of their own', async () => {
    const order = {
      currency: 'USD',
      merchantTransactionId: 'sample',
      returnUrl: 'https://shop.example.com/',
      notificationUrl: 'https://shop.example.com/hook',
    };
    const call = `const [, , url, key] = process.argv;
for (const amount of ['10.00', '11.00']) await send(url, { key, body: { ...${JSON.stringify(order)}, amount }, idempotencyKey: 'sample' })
  .then(({ checkout_id: id }) => console.log(id), (error) => console.log(error.message));`;
    writeFileSync(join(folder, 'retry.mjs'), `${named('js', 'retry.mjs')}\n${call}\n`);
    const { secret_key: key } = JSON.parse(readFileSync(join(folder, '.data/demo.json'), 'utf8')) as Record<
      string,
      string
    >;

    const printed = await shell(`node retry.mjs ${service.baseUrl}/v1/checkout/create ${key}`);

    expect(printed.trim()).toMatch(/^chk_[0-9a-f]{32}\nIDEMPOTENCY_KEY_REUSED$/);
  });

  for (const [language, ending, program] of clients)
    it.skipIf(skipped(language) !== '')(
      `make one checkout of two calls with the client in ${language}${skipped(language)}`,
      async () => {
        writeFileSync(join(folder, `pay.${ending}`), named(language, `pay.${ending}`));
        const first = commandsOf('guides/accept-payments/take-a-payment.md')[0];
        const own = `${first}\nexport BASE KEY ORDER=with-${language}`;

        const printed = await shell(`${own}\n${program()} pay.${ending}\n${program()} pay.${ending}`);
        const other = await shell(`${own} AMOUNT=11.00\n${program()} pay.${ending} 2>&1 || true`);

        expect(printed).toMatch(/^(chk_[0-9a-f]{32})\n\1\n$/);
        expect(other).toContain('IDEMPOTENCY_KEY_REUSED');
      },
    );

  it('add up amounts without losing a cent', async () => {
    const money = 'guides/build/money-and-dates.md';
    writeFileSync(join(folder, 'money.mjs'), commandsOf(money, 'js').join(''));
    writeFileSync(join(folder, 'money.py'), commandsOf(money, 'python').join(''));

    expect(await shell('node money.mjs; python3 money.py')).toBe('30.30\ntrue\n30.30\nTrue\n');
  });
});
