import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env as environment } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signWebhook, verifyWebhook } from '../../../src/sdk/webhooks.ts';
import { openService, openShop, type Place } from '../../journeys/shop.ts';
import { startAtTakenPort } from '../../support/checks/taken-port.ts';
import { compileCache } from '../../support/service/process.ts';
import { run } from './languages.ts';

const root = resolve(import.meta.dirname, '../../..');
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'payment.capture.completed',
  resource_id: 'txn_1',
  sequence: 1,
  data: { name: 'Zoë' },
};
const body = JSON.stringify(event);

/** The pinned Node, and others of this machine from version 20 on. An older one knows no types at all. */
function nodesHere(): [node: string, flags: string[]][] {
  const others = (environment['PATH'] ?? '')
    .split(':')
    .map((place) => join(place, 'node'))
    .filter((node) => existsSync(node) && !node.includes('node_modules'));
  const usable = [...new Set(others.map((node) => realpathSync(node)))].filter((node) => {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
    return Number(/^v(\d+)/.exec(version)?.[1]) >= 20;
  });
  return [[process.execPath, ['--no-strip-types']], ...usable.map((node): [string, string[]] => [node, []])];
}

/** The project of an integrator, with this repository as a dependency. */
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'merchant-payments-receiver-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/merchant-payments'));
  symlinkSync(join(root, 'node_modules/express'), join(folder, 'node_modules/express'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the webhooks module', () => {
  it('can be imported by the name of the package', async () => {
    const program = "console.log(Object.keys(await import('merchant-payments/webhooks')).join())";
    writeFileSync(join(folder, 'names.mjs'), program);

    const names = await run([process.execPath, 'names.mjs'], { cwd: folder });

    expect(names.trim()).toBe('WebhookVerificationError,signWebhook,verifyWebhook');
  });

  it.each(nodesHere())('works as npm installs it, on %s, without stripping of types', async (node, flags) => {
    const project = join(folder, 'installed', String(nodesHere().findIndex(([each]) => each === node)));
    const installed = join(project, 'node_modules/merchant-payments');
    cpSync(join(root, 'generated'), join(installed, 'generated'), { recursive: true });
    copyFileSync(join(root, 'package.json'), join(installed, 'package.json'));
    const program = receiver.replace('./webhooks.ts', 'merchant-payments/webhooks');
    writeFileSync(join(project, 'receiver.mjs'), program);
    writeFileSync(join(project, 'receiver.mts'), program);

    const warnings = await run([process.execPath, ...compile, 'receiver.mts'], { cwd: project });
    const printed = await run([node, ...flags, 'receiver.mjs'], { cwd: project });

    expect([warnings, printed]).toEqual(['', '10.0000\n']);
  });

  const receiver = `import { signWebhook, verifyWebhook } from './webhooks.ts';
const secret = 'whsec_of_my_tests';
const body = '{"id":"evt_1","object":"event","type":"payment.capture.completed","data":{"amount":"10.0000"}}';
const event = verifyWebhook({ header: signWebhook({ body, secret }), body, secret });
if (event.type === 'payment.capture.completed') console.log(event.data.amount);
`;
  const strict = '--ignoreConfig --noEmit --strict --target es2022 --module nodenext --types node';
  const compile = [
    join(root, 'node_modules/@typescript/native/bin/tsc'),
    ...`${strict} --allowImportingTsExtensions --typeRoots ${join(root, 'node_modules/@types')}`.split(' '),
  ];

  it.each([
    ['with the types of the events', true],
    ['without them, as its first comment explains', false],
  ])('can be copied, %s', async (_how, typed) => {
    const src = join(folder, typed ? 'typed/src/sdk' : 'untyped');
    mkdirSync(src, { recursive: true });
    const source = readFileSync(join(root, 'src/sdk/webhooks.ts'), 'utf8');
    if (typed) {
      mkdirSync(join(folder, 'typed/generated'));
      for (const name of ['webhooks.d.ts', 'openapi.d.ts'])
        copyFileSync(join(root, 'generated', name), join(folder, 'typed/generated', name));
    }
    const [, explained = ''] = /says `(type EventTypes = [^`]*)`/.exec(source) ?? [];
    const untyped = source
      .replace(/^import type .*\n/m, '')
      .replace(/^type EventTypes = \{.*?^\};\n/ms, `${explained};\n`);
    writeFileSync(join(src, 'webhooks.ts'), typed ? source : untyped);
    writeFileSync(join(src, 'receiver.ts'), receiver);

    const warnings = await run([process.execPath, ...compile, 'receiver.ts'], { cwd: src });
    const printed = await run([process.execPath, 'receiver.ts'], { cwd: src });

    expect([explained, warnings, printed]).toEqual([
      'type EventTypes = Record<string, any>',
      '',
      '10.0000\n',
    ]);
    expect(untyped).not.toContain("generated/webhooks.d.ts';");
  });

  it('accepts the body of a standard Request, as in Hono, Next.js, Bun and Deno', async () => {
    const secret = 'whsec_of_my_tests';
    const headers = { 'Service-Signature': signWebhook({ body, secret }) };
    const request = new Request('http://localhost/', { method: 'POST', body, headers });
    const header = request.headers.get('service-signature');

    const [text, bytes] = [await request.clone().text(), new Uint8Array(await request.arrayBuffer())];

    expect(verifyWebhook({ header, body: text, secret })).toEqual(event);
    expect(verifyWebhook({ header, body: bytes, secret })).toEqual(event);
  });
});

/** Starts the receiver with a secret. Returns its URL and what it prints. */
async function started(secret: string) {
  const env = { WEBHOOK_SECRET: secret, PORT: '0', NODE_ENV: 'production' };
  const child = spawn(process.execPath, ['express.mjs'], { cwd: folder, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text));
  await expect.poll(() => printed).toMatch(/port \d+/);
  const url = `http://127.0.0.1:${/port (\d+)/.exec(printed)?.[1]}/webhooks`;
  return { url, printed: () => printed, stop: () => child.kill() };
}

describe('the Express receiver of the guide', () => {
  const guide = readFileSync(join(root, 'docs/guides/webhooks/receive-webhooks.md'), 'utf8');
  const [, program = ''] = /```js\n(\/\/ express\.mjs\n.*?)```/s.exec(guide) ?? [];
  let app: Place;

  beforeAll(async () => {
    app = await openService();
    writeFileSync(join(folder, 'express.mjs'), program);
  });
  afterAll(() => app.stop());

  it('accepts the deliveries of the service and prints them in order', async () => {
    const shop = await openShop(app, { eventTypes: ['*'] });
    const receiver = await started(shop.merchant.webhookSecret);

    const { checkout_id } = await shop.push('0771111111', { notificationUrl: receiver.url });
    await expect.poll(receiver.printed).toMatch(/payment\.capture\.completed evt_\w+ txn_\w+ \d+\n/);
    receiver.stop();

    const printed = [...receiver.printed().matchAll(/^(payment\S+) evt_\w+ txn_\w+ (\d+)$/gm)];
    const deliveries = await app.database.asOwner(
      `SELECT attempts FROM sandbox.webhook_deliveries WHERE url = '${receiver.url}'`,
    );
    expect(printed.map(([, type]) => type)).toEqual(await shop.eventsOf({ checkout_id }));
    expect(printed.map(([, , sequence]) => Number(sequence))).toEqual(printed.map((_, at) => at + 1));
    expect(deliveries.map(({ attempts }) => attempts)).toEqual(printed.map(() => 1));
  });

  it('says why it does not start at the port of another program', async () => {
    const env = { WEBHOOK_SECRET: 'whsec_of_my_tests', NODE_ENV: 'production' };

    const printed = await startAtTakenPort([process.execPath, 'express.mjs'], { cwd: folder, env });

    expect(printed).toContain('EADDRINUSE');
  });

  it('can be tried by hand with the commands of the guide', async () => {
    const secret = 'whsec_of_my_tests';
    const receiver = await started(secret);
    const [, commands = ''] = /```sh\n(BODY=.*?)```/s.exec(guide) ?? [];
    const here = commands
      .replaceAll('npx mps', `'${process.execPath}' '${join(root, 'src/cli/index.mjs')}'`)
      .replaceAll('http://localhost:4000/webhooks', receiver.url);

    const { stdout, stderr } = await promisify(execFile)('/bin/sh', ['-e', '-c', here], {
      env: { ...compileCache, PATH: '/usr/bin:/bin', MPS_WEBHOOK_SECRET: secret },
    });
    await expect.poll(receiver.printed).toContain('payment.capture.completed evt_1 txn_1 1');
    receiver.stop();

    expect(stdout).toContain('HTTP/1.1 204 No Content');
    expect(stdout).toMatch(/^reason +ok$/m);
    expect(stderr).toContain('The signature fits.');
  });

  it('is followed by calls that find and recover missed events', async () => {
    const shop = await openShop(app);
    const [, missed = ''] = /## 4\. What was missed\n(.*?)\n## 5/s.exec(guide) ?? [];
    const blocks = [...missed.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text);
    const calls = blocks.join('').replaceAll('curl -s', "curl -s -w '\\n'");
    const here = calls
      .replace(/^BASE=.*$/m, `BASE=${app.baseUrl}`)
      .replace(/^KEY=.*$/m, `KEY=${shop.merchant.secretKey}`);

    const { stdout } = await promisify(execFile)('/bin/sh', ['-e', '-c', here]);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));

    expect(answers).toMatchObject([
      { success: true, data: { items: [] } },
      { success: true, data: { replayed: 0 } },
    ]);
  });

  it('stores an event once in the table of the guide', async () => {
    const [, statements = ''] = /```sql\n(.*?)```/s.exec(guide) ?? [];
    const [table = '', insert = ''] = statements.split(';\n');
    const values = ["'evt_1'", "'txn_1'", '1', "'{}'"];
    const once = insert.replaceAll(/\$(\d)/g, (_, at: string) => values[Number(at) - 1] ?? '');
    const kept = 'SELECT id, sequence::int, done_at FROM webhook_events';

    await app.database.asOwner(table);
    await app.database.asOwner(once);
    await app.database.asOwner(once);
    const rows = await app.database.asOwner(kept);
    await app.database.asOwner('DROP TABLE webhook_events');

    expect(rows).toEqual([{ id: 'evt_1', sequence: 1, done_at: null }]);
  });

  it('refuses invalid requests with 400 and the reason, whatever their content type', async () => {
    const secret = 'whsec_of_my_tests';
    const receiver = await started(secret);
    const good = signWebhook({ body, secret });
    const old = signWebhook({ body, secret, now: new Date(Date.now() - 301_000) });
    const ask = async (sent: string, headers: Record<string, string>) => {
      const answer = await fetch(receiver.url, { method: 'POST', body: sent, headers });
      return [answer.status, await answer.text()];
    };

    const answers = [
      await ask(body, { 'service-signature': good, 'content-type': 'application/json' }),
      await ask(body, { 'service-signature': good, 'content-type': 'text/plain' }),
      await ask(`${body} `, { 'service-signature': good, 'content-type': 'application/json' }),
      await ask('', { 'service-signature': good }),
      await ask(body, {}),
      await ask(body, { 'service-signature': old }),
      await ask(body, { 'service-signature': 'ÿ'.repeat(500) }),
    ];
    receiver.stop();

    expect(answers).toEqual([
      [204, ''],
      [204, ''],
      [400, 'wrong_signature'],
      [400, 'wrong_signature'],
      [400, 'malformed_header'],
      [400, 'timestamp_skew'],
      [400, 'malformed_header'],
    ]);
  });
});
