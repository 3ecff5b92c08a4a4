import {
  anything as anyValue,
  assert,
  constantFrom,
  dictionary,
  integer,
  nat,
  oneof,
  property,
  record,
  string,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { railKinds } from '../../../../../../src/domain/money/gateways/routing/rails.ts';
import { readPlan } from '../../../../../../src/domain/money/gateways/routing/read-file.ts';
import { goodEnv, goodFile, kinds, problemsOf } from './kinds.ts';

/** The limits of the first gateway, written like this. */
function limits(text: string) {
  const written = file('{ USD: { least: "0.50", most: "5000.00" } }', text);
  return readPlan(written, kinds, goodEnv).plan?.entries[0]?.limits;
}

/** The good file with one text replaced. */
function file(was: string, becomes: string): string {
  expect(goodFile).toContain(was);
  return goodFile.replace(was, becomes);
}

const bankEntry = (incoming: string) => `
    rail: iso20022
    address: sftp://mps@files.bank.example/home
    host_keys: ["SHA256:${'A'.repeat(43)}"]
    password: { env: BANK }
    outgoing: out
    incoming: ${incoming}
    debtor: { name: Service, bic: SRVCZWHX, accounts: { USD: "100200300" } }
    banks: [{ name: First Bank, bic: FRSTZWHX }]
    cut_offs: { times: ["10:00"], time_zone: Africa/Harare }`;

/** What is wrong with two banks of which the second puts its files into this folder. */
function wordsOfTwoBanks(incoming: string): readonly string[] {
  const text = `gateways:\n  one: ${bankEntry('in')}\n  two: ${bankEntry(incoming)}\nroutes: { live: {} }\n`;
  return readPlan(text, railKinds, { BANK: 'hush' }).problems.map(({ words }) => words);
}

describe('gateways.yaml', () => {
  it('becomes a plan: entries with their mode and terms, and routes', () => {
    const { plan, problems } = readPlan(goodFile, kinds, goodEnv);

    expect(problems).toEqual([]);
    expect(plan?.entries.map(({ name, rail, mode, address }) => ({ name, rail, mode, address }))).toEqual([
      { name: 'acquirer', rail: 'cards', mode: 'live', address: 'https://acquirer.example.com:8443' },
      { name: 'acquirer_2', rail: 'cards', mode: 'live', address: 'https://two.example.com' },
      { name: 'operator_a', rail: 'phones', mode: 'live', address: 'https://operator.example.com' },
      { name: 'bank', rail: 'banks', mode: 'live', address: 'https://bank.example.com' },
      {
        name: 'test_operator',
        rail: 'phones',
        mode: 'sandbox',
        address: 'https://test.operator.example.com',
      },
    ]);
    expect(plan?.entries[0]).toMatchObject({
      settings: { pin: '12345', lines: 2 },
      limits: { USD: { least: 5_000n, most: 50_000_000n } },
      fees: { card: { feeBasisPoints: 290, leastFee: 3_000n } },
      breaker: { failures: 5, seconds: 30 },
    });
    expect(plan?.entries[1]).toMatchObject({ limits: {}, fees: {}, breaker: { failures: 2, seconds: 5 } });
    expect(plan?.routes).toEqual({
      live: {
        payments: [
          { takes: 'card', currency: 'USD', gateways: ['acquirer', 'acquirer_2'] },
          { takes: 'card', currency: 'ZWG', gateways: ['acquirer'] },
          { takes: 'reader', currency: 'USD', gateways: ['acquirer'] },
          { takes: 'wallet_a', currency: 'USD', gateways: ['operator_a'] },
          { takes: 'wallet_a', currency: 'ZWG', gateways: ['operator_a'] },
        ],
        payouts: [
          { method: 'bank_transfer', currency: 'USD', wallet: null, gateway: 'bank' },
          { method: 'mobile_money', currency: 'USD', wallet: 'wallet_a', gateway: 'operator_a' },
        ],
        cashByAgents: true,
      },
      sandbox: {
        payments: [{ takes: 'wallet_a', currency: 'ZWG', gateways: ['test_operator'] }],
        payouts: [],
        cashByAgents: false,
      },
    });
  });

  it('takes limits with one end only: the other end is that of the service', () => {
    expect(limits('{ USD: { least: "0.50" } }')).toEqual({ USD: { least: 5_000n, most: 10_000_000_000n } });
    expect(limits('{ ZWG: { most: "20.00" } }')).toEqual({ ZWG: { least: 100n, most: 200_000n } });
  });

  const refusals: readonly (readonly [name: string, text: string, problem: string])[] = [
    ['no YAML', 'gateways: [', 'gateways.yaml:1: the file is not indented'],
    ['an empty file', '', 'gateways.yaml:1: the file must have gateways and routes.'],
    ['a list', '- a', 'gateways.yaml:1: the file must have gateways and routes.'],
    [
      'an alias',
      file('[bank]', '&x [bank]').replace('mobile_money: { USD: [operator_a] }', 'mobile_money: { USD: *x }'),
      'gateways.yaml:28: the file has an alias. Write the value out.',
    ],
    [
      'a tag',
      file('rail: banks', 'rail: !banks banks'),
      'gateways.yaml:16: the file has a tag. Write plain values.',
    ],
    [
      'two entries of one name',
      file('acquirer_2:', 'acquirer:'),
      'gateways.yaml:8: the file names something that is there already.',
    ],
    [
      'two documents',
      `${goodFile}---\na: 1\n`,
      'gateways.yaml:32: the file begins a second document. Write one only.',
    ],
    [
      'an unknown part',
      `${goodFile}rails: {}\n`,
      'gateways.yaml:32: rails is not known. There are: gateways, routes.',
    ],
    ['no routes', goodFile.slice(0, goodFile.indexOf('routes:')), 'gateways.yaml:1: routes is missing.'],
    [
      'an entry without a rail',
      file('    rail: banks\n', ''),
      'gateways.yaml:15: gateways.bank.rail is missing.',
    ],
    [
      'an unknown rail',
      file('rail: banks', 'rail: swift'),
      'gateways.yaml:16: gateways.bank.rail must be one of: cards, phones, banks.',
    ],
    [
      'a name that answers could not show',
      file('  bank:', '  Bank-1:').replace('[bank]', '[acquirer]'),
      'gateways.yaml:15: gateways.Bank-1 must be a name of 1 to 32 small letters, digits and underscores that begins with a letter, but not with sandbox_.',
    ],
    [
      'the name of a simulated gateway',
      file('  bank:', '  sandbox_card:').replace('[bank]', '[acquirer]'),
      'gateways.yaml:15: gateways.sandbox_card must be a name',
    ],
    [
      'an unknown setting of the rail',
      file('rail: banks', 'rail: banks\n    adress: x'),
      'gateways.yaml:17: gateways.bank.adress is not known. There are: address, pin, lines, login, keys, accounts.',
    ],
    [
      'an address that the rail refuses',
      file('https://bank', 'http://bank'),
      'gateways.yaml:17: gateways.bank.address must be https.',
    ],
    [
      'a missing setting, with what it takes',
      file('    address: https://bank.example.com\n', ''),
      'gateways.yaml:15: gateways.bank.address is missing: it must be https.',
    ],
    [
      'a setting of the wrong type',
      file('rail: banks', 'rail: banks\n    lines: many'),
      'gateways.yaml:17: gateways.bank.lines must be a whole number.',
    ],
    [
      'a number below its least',
      file('rail: banks', 'rail: banks\n    lines: 0'),
      'gateways.yaml:17: gateways.bank.lines must be 1 or more.',
    ],
    [
      'what only the rail itself can refuse',
      file('https://two.', 'https://nowhere.'),
      'gateways.yaml:8: gateways.acquirer_2 is refused: nobody is at nowhere.',
    ],
    [
      'a secret in the file',
      file('{ env: ACQUIRER_PIN }', '"9876"'),
      'gateways.yaml:5: gateways.acquirer.pin is a secret. Write { env: NAME }, and set that variable in the environment.',
    ],
    [
      'a secret deeper in the file',
      file('rail: banks', 'rail: banks\n    login: { user: me, password: hush }'),
      'gateways.yaml:17: gateways.bank.login.password is a secret.',
    ],
    [
      'a secret in a list',
      file('rail: banks', 'rail: banks\n    keys: [hush]'),
      'gateways.yaml:17: gateways.bank.keys[1] is a secret.',
    ],
    [
      'a private key in a setting that may be the name of a file',
      file('rail: banks', 'rail: banks\n    login: { user: "-----BEGIN PRIVATE KEY-----" }'),
      'gateways.yaml:17: gateways.bank.login.user is a secret.',
    ],
    [
      'a variable that is not set',
      file('ACQUIRER_PIN', 'OTHER_PIN'),
      'gateways.yaml:5: gateways.acquirer.pin takes the variable OTHER_PIN, which is not set in the environment.',
    ],
    [
      'an amount that is no text',
      file('"0.50"', '0.50'),
      'gateways.yaml:6: gateways.acquirer.limits.USD.least must be an amount in quotes with two decimals, such as "0.50".',
    ],
    [
      'a currency that the service has not',
      file('{ USD: { least', '{ EUR: { least'),
      'gateways.yaml:6: gateways.acquirer.limits.EUR is not known. There are: USD, ZWG.',
    ],
    [
      'limits that cross',
      file('"0.50"', '"5000.01"'),
      'gateways.yaml:6: gateways.acquirer.limits.USD has a least amount above the most.',
    ],
    [
      'a fee without a percentage',
      file('percent: "2.90", ', ''),
      'gateways.yaml:7: gateways.acquirer.fees.card.percent is missing: it must be a percentage',
    ],
    [
      'a percentage in another form',
      file('"2.90"', '"2.9"'),
      'gateways.yaml:7: gateways.acquirer.fees.card.percent must be a percentage in quotes with two decimals, such as "2.90".',
    ],
    [
      'a fee for what the rail does not serve',
      file('fees: { card: {', 'fees: { wallet_a: {'),
      'gateways.yaml:7: gateways.acquirer.fees.wallet_a never counts: the rail cards makes no payments by wallet_a.',
    ],
    [
      'a breaker that never opens',
      file('failures: 2', 'failures: 0'),
      'gateways.yaml:11: gateways.acquirer_2.breaker.failures must be 1 or more.',
    ],
    [
      'a route to an unknown gateway',
      file('[acquirer, acquirer_2]', '[acquirer, acquirer_3]'),
      'gateways.yaml:23: routes.live.card.USD[2] names acquirer_3, which is not below gateways.',
    ],
    [
      'a route without a gateway',
      file('[acquirer, acquirer_2]', '[]'),
      'gateways.yaml:23: routes.live.card.USD must name 1 or more.',
    ],
    [
      'a gateway twice in a route',
      file('[acquirer, acquirer_2]', '[acquirer, acquirer]'),
      'gateways.yaml:23: routes.live.card.USD names the same one twice.',
    ],
    [
      'a gateway that is no list',
      file('[acquirer, acquirer_2]', 'acquirer'),
      'gateways.yaml:23: routes.live.card.USD must be a list, such as [acquirer].',
    ],
    [
      'a method that the rail does not serve',
      file('readers: { USD: [acquirer] }', 'readers: { USD: [bank] }'),
      'gateways.yaml:24: routes.live.readers.USD[1] names bank, but its rail banks makes no payments at card readers.',
    ],
    [
      'a wallet by a rail of cards',
      file('wallet_a: { USD: [operator_a]', 'wallet_a: { USD: [acquirer]'),
      'gateways.yaml:25: routes.live.wallet_a.USD[1] names acquirer, but its rail cards makes no payments by wallet_a.',
    ],
    [
      'a payout by a rail of cards',
      file('bank_transfer: { USD: [bank] }', 'bank_transfer: { USD: [acquirer] }'),
      'gateways.yaml:27: routes.live.payouts.bank_transfer.USD[1] names acquirer, but its rail cards makes no payouts to banks.',
    ],
    [
      'two gateways for a payout',
      file('bank_transfer: { USD: [bank] }', 'bank_transfer: { USD: [bank, operator_a] }'),
      'gateways.yaml:27: routes.live.payouts.bank_transfer.USD must name 1 or less.',
    ],
    [
      'an announced wallet',
      file('    readers:', '    wallet_b: { USD: [operator_a] }\n    readers:'),
      'gateways.yaml:24: routes.live.wallet_b.USD is a route of wallet_b, which is announced but not live yet.',
    ],
    [
      'another announced wallet, for payouts',
      file('mobile_money: { USD: [operator_a] }', 'mobile_money: { wallet_c: { ZWG: [operator_a] } }'),
      'gateways.yaml:28: routes.live.payouts.mobile_money.wallet_c.ZWG is a route of wallet_c, which is announced but not live yet.',
    ],
    [
      'an unknown method',
      file('readers:', 'cheque:'),
      'gateways.yaml:24: routes.live.cheque is not known. There are: card, domestic_switch, wallet_a, wallet_b, wallet_c, readers, payouts.',
    ],
    [
      'a currency of no route',
      file('ZWG: [acquirer] }', 'EUR: [acquirer] }'),
      'gateways.yaml:23: routes.live.card.EUR is not known. There are: USD, ZWG.',
    ],
    [
      'cash by a provider',
      file('agent_cash: internal', 'agent_cash: bank'),
      'gateways.yaml:29: routes.live.payouts.agent_cash must be one of: internal.',
    ],
    [
      'a gateway without an account for the currency',
      file('bank_transfer: { USD: [bank] }', 'bank_transfer: { USD: [bank], ZWG: [bank] }'),
      'gateways.yaml:27: routes.live.payouts.bank_transfer.ZWG[1] names bank, which has no account for ZWG.',
    ],
    [
      'a gateway in both modes',
      file('[test_operator]', '[operator_a]'),
      'gateways.yaml:31: routes.sandbox.wallet_a.ZWG[1] names operator_a, which has routes in the other mode too. Make an entry for each mode.',
    ],
    [
      'an unknown mode',
      file('  sandbox:', '  production:'),
      'gateways.yaml:30: routes.production is not known. There are: live, sandbox.',
    ],
  ];

  it.each(refusals)('is refused with %s', (_name, text, problem) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    [
      'a wallet',
      `rail: gsma
    address: https://operator.example/v1.2/mm
    accounts: { USD: { type: accountid, id: "2000" } }`,
      'wallet_a: { USD: [money], ZWG: [money] }',
    ],
    [
      'a payout to a wallet',
      `rail: gsma
    address: https://operator.example/v1.2/mm
    accounts: { USD: { type: accountid, id: "2000" } }`,
      'payouts: { mobile_money: { USD: [money], ZWG: [money] } }',
    ],
    [
      'a payout to a bank',
      `rail: iso20022
    address: file:///var/spool/bank
    outgoing: out
    incoming: in
    debtor: { name: Service, bic: SRVCZWHX, accounts: { USD: "100200300" } }
    banks: [{ name: First Bank, bic: FRSTZWHX }]
    cut_offs: { times: ["10:00"], time_zone: Africa/Harare }`,
      'payouts: { bank_transfer: { USD: [money], ZWG: [money] } }',
    ],
  ])('is refused with a route of %s in a currency of no account', (_name, entry, route) => {
    const text = `gateways:\n  money:\n    ${entry}\nroutes:\n  live:\n    ${route}\n`;
    const { problems } = readPlan(text, railKinds, {});
    const rightProblems = readPlan(text.replace(', ZWG: [money]', ''), railKinds, {}).problems;

    expect(problems.map(({ words }) => words)).toEqual(['names money, which has no account for ZWG.']);
    expect(rightProblems).toEqual([]);
  });

  it.each([
    ['the same folder for both ways', 'b/../out/', 'is refused: outgoing and incoming are the same folder.'],
    [
      'the folder of another entry',
      './in',
      'is the folder of one too: each would take the files for the other.',
    ],
  ])('is refused with a bank that has %s', (_name, incoming, words) => {
    expect(wordsOfTwoBanks(incoming)).toEqual([words]);
    expect(wordsOfTwoBanks('in-2')).toEqual([]);
  });

  it('says everything that is wrong at once, in the order of the lines', () => {
    const text = goodFile
      .replace('rail: banks', 'rail: swift')
      .replace('{ env: ACQUIRER_PIN }', '{ env: NOTHING }')
      .replace('acquirer_2]', 'acquirer_3]');

    expect(problemsOf(text).map((problem) => problem.split(' ').slice(0, 2).join(' '))).toEqual([
      'gateways.yaml:5: gateways.acquirer.pin',
      'gateways.yaml:16: gateways.bank.rail',
      'gateways.yaml:23: routes.live.card.USD[2]',
    ]);
  });

  it('never says a value of the file or a form as a regular expression', () => {
    const texts = refusals.map(([, text]) => text.replaceAll('https://', 'https://s3cret-'));
    const words = texts.flatMap((text) => problemsOf(text)).join('\n');

    expect(words).not.toMatch(/s3cret|hush|9876|12345|\^|\[a-z/);
  });

  it('lets no text crash the reading of it', () => {
    assert(
      property(oneof(string(), string({ unit: 'binary' }), yamlText), (text) => {
        const { plan, problems } = readPlan(text, kinds, goodEnv);
        expect(plan === undefined).toBe(problems.length > 0);
      }),
      { numRuns: 200 },
    );
  });

  it('lets no value at any place of a good file crash the reading of it', () => {
    assert(
      property(integer({ min: 0, max: goodFile.length }), nat(40), string(), (at, length, text) => {
        const { problems } = readPlan(
          goodFile.slice(0, at) + text + goodFile.slice(at + length),
          kinds,
          goodEnv,
        );
        expect(problems.filter(({ line, words }) => line < 1 || !words.endsWith('.'))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

/** YAML that has the names of the file in it, with anything below them. */
const anything = anyValue({ maxDepth: 4, withNullPrototype: false });
const yamlText = record(
  {
    gateways: oneof(anything, dictionary(constantFrom('bank', 'acquirer', '__proto__', '1'), anything)),
    routes: oneof(
      anything,
      record({
        live: dictionary(constantFrom('card', 'payouts', 'wallet_b'), anything),
        sandbox: anything,
      }),
    ),
  },
  { requiredKeys: [] },
).map((value) => textOf(value));

/** Not every value can be written as YAML. */
function textOf(value: unknown): string {
  try {
    return stringify(value);
  } catch {
    return '{}';
  }
}
