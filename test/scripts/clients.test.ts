import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Client, clients } from '../../scripts/clients/clients.ts';
import { journeyByHand } from '../../scripts/clients/journey.ts';
import { packedClients } from '../../scripts/clients/packed.ts';
import { fillShop, type Shop } from '../../scripts/clients/shop.ts';
import { sources } from '../../scripts/clients/tools.ts';
import { mistakesIn, tableOf, tryClient } from '../../scripts/clients/try.ts';
import { startApp } from '../support/service/app.ts';

const app = await startApp({ role: 'api' });
let shop: Shop;
beforeAll(async () => {
  const { secretKey } = await app.aMerchant();
  shop = await fillShop({ baseUrl: app.baseUrl, key: secretKey });
});
afterAll(app.stop);

let made = 0;

/** The report of a right journey, and its reference. */
async function aReport(): Promise<{ readonly reference: string; readonly report: Record<string, unknown> }> {
  made += 1;
  const reference = `journey-${made}`;
  return { reference, report: Object(await journeyByHand(shop, reference)) };
}

const mistakesAfter = async (change: object) => {
  const { reference, report } = await aReport();
  return await mistakesIn(JSON.stringify({ ...report, ...change }), reference, shop);
};

describe('the judge of the journeys', () => {
  it('finds nothing in a right journey', async () => {
    expect(await mistakesAfter({})).toEqual([]);
  });

  it.each([
    ['an empty text where the payout has no checkout', ''],
    ['a payout without the field', undefined],
    ['the text "null"', 'null'],
  ])('finds %s', async (_name, checkout_id) => {
    const { payout } = shop.expected;

    const [mistake] = await mistakesAfter({ payout: { id: payout.id, checkout_id } });

    expect(mistake).toContain('payout.checkout_id');
  });

  it('finds an absent page, one too many, and a transaction that is shown twice', async () => {
    const { pages } = shop.expected;
    const [first = [], second = []] = pages;

    expect(await mistakesAfter({ pages: [first] })).toEqual([expect.stringContaining('pages.1')]);
    expect(await mistakesAfter({ pages: [first, second, []] })).toEqual([expect.stringContaining('pages')]);
    expect(await mistakesAfter({ pages: [first, first] })).not.toEqual([]);
  });

  it('finds a failure without its code', async () => {
    expect(await mistakesAfter({ failure: { status: 404 } })).toEqual([
      'failure.code: undefined instead of "NOT_FOUND"',
    ]);
  });

  it('finds that the checkout was made by another journey', async () => {
    const another = await aReport();
    const { reference } = await aReport();

    const mistakes = await mistakesIn(JSON.stringify(another.report), reference, shop);

    expect(mistakes).toEqual([expect.stringContaining(`not ${reference}`)]);
  });

  it.each(['', 'done', '[]', 'null'])('takes %j for no report', async (printed) => {
    expect(await mistakesIn(`{}\n${printed}`, 'any', shop)).not.toEqual([]);
  });
});

const planted = (commands: Partial<Client>): Client => ({
  name: `planted client ${(made += 1)}`,
  language: 'planted',
  generator: undefined,
  compiler: undefined,
  files: {},
  generate: 'true',
  compile: 'true',
  journey: 'true',
  ...commands,
});

const tried = async (commands: Partial<Client>) => {
  const row = await tryClient(planted(commands), 'openapi.yaml', shop);
  const { generates, compiles, journey } = row;
  return { marks: [generates, compiles, journey], ...tableOf([row]) };
};

/** Prints a report with the checkout that it really makes. */
const printing = (report: object) => `node -e '
  const [, url, key, reference, report] = process.argv;
  const ask = async (path, body) => (await (await fetch(url + path, {
    method: "POST", headers: { authorization: "Bearer " + key, "content-type": "application/json" }, body: JSON.stringify(body),
  })).json()).data;
  ask("/v1/checkout/create", { amount: "25.50", currency: "USD", merchantTransactionId: reference,
    returnUrl: "https://shop.example/return", notificationUrl: "https://shop.example/hook" })
    .then(({ checkout_id }) => console.log(report.replaceAll("$ID", checkout_id)));
' "$SERVICE_URL" "$SERVICE_KEY" "$REFERENCE" '${JSON.stringify(report)}'`;

const right = () => ({
  ...shop.expected,
  created: { checkout_id: '$ID', requires_polling: false },
  read: { checkout_id: '$ID', status: 'pending', amount: '25.50', payment_method: null },
});

describe('the table of the clients', () => {
  it('says yes to a client whose journey is right', async () => {
    const { marks, exitCode } = await tried({ journey: printing(right()) });

    expect(marks).toEqual(['yes', 'yes', 'yes']);
    expect(exitCode).toBe(0);
  });

  it('says no to a journey that reads null as an empty text, and fails', async () => {
    const wrong = { ...right(), payout: { ...shop.expected.payout, checkout_id: '' } };

    const { marks, exitCode, text } = await tried({ journey: printing(wrong) });

    expect(marks).toEqual(['yes', 'yes', 'no']);
    expect(exitCode).toBe(1);
    expect(text).toContain('journey: payout.checkout_id: "" instead of null');
  });

  it.each([
    ['generates', { generate: 'echo broken; exit 3' }, ['no', '-', '-']],
    ['compiles', { compile: 'echo broken >&2; exit 1' }, ['yes', 'no', '-']],
    ['journey', { journey: 'echo broken; kill -9 $$' }, ['yes', 'yes', 'no']],
  ] as const)('says no and why when the step "%s" fails', async (step, commands, marks) => {
    const { marks: found, exitCode, text } = await tried(commands);

    expect(found).toEqual(marks);
    expect(exitCode).toBe(1);
    expect(text).toContain(`, ${step}: exit code`);
    expect(text).toContain('broken');
  });

  it('says no to a program that does not exist', async () => {
    expect((await tried({ journey: './journey' })).marks).toEqual(['yes', 'yes', 'no']);
  });

  it.each([
    [{ compiler: 'go' }, ['yes', 'no compiler', 'no compiler'], 'go is missing. Install Go'],
    [{ generator: 'python' }, ['no tool', '-', '-'], 'python3 is missing. Install Python'],
  ] as const)('says what is missing for %j, and never yes', async (commands, marks, sentence) => {
    vi.stubEnv('PATH', '/nowhere');

    const { marks: found, exitCode, text } = await tried(commands).finally(() => vi.unstubAllEnvs());

    expect(found).toEqual(marks);
    expect(exitCode).toBe(0);
    expect(text).toContain(sentence);
  });

  it('says that there is no journey, which is neither yes nor no', async () => {
    const { marks, exitCode } = await tried({ journey: undefined });

    expect(marks).toEqual(['yes', 'yes', 'not written']);
    expect(exitCode).toBe(0);
  });
});

describe('the list of the clients', () => {
  it.each([...clients, ...packedClients])('copies files that exist for $name', ({ language, files }) => {
    const absent = Object.keys(files).filter((file) => !existsSync(join(sources, language, file)));

    expect(absent).toEqual([]);
  });

  it.each(['typescript', 'runtimes'])('pins exact versions of the npm packages of %s', (folder) => {
    const text = readFileSync(join(sources, folder, 'package.json'), 'utf8');
    const versions = Object.values<string>(JSON.parse(text).dependencies);

    expect(versions.filter((version) => !/^(npm:node@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
