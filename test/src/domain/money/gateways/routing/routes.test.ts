import { describe, expect, it } from 'vitest';
import { connectedBy } from '../../../../../../src/app/gateways.ts';
import type { Presented } from '../../../../../../src/domain/money/gateways/gateways.ts';
import type { RailParts } from '../../../../../../src/domain/money/gateways/rail.ts';
import { readPlan } from '../../../../../../src/domain/money/gateways/routing/read-file.ts';
import type { Mode } from '../../../../../../src/engine/principal.ts';
import { createLog } from '../../../../../../src/platform/log.ts';
import { createSecrets } from '../../../../../../src/platform/secrets.ts';
import { goodEnv, goodFile, kinds } from './kinds.ts';

async function gatewaysIn(mode: Mode, text = goodFile) {
  const { plan } = readPlan(text, kinds, goodEnv);
  if (!plan) throw new Error('the file is good');
  // These rails connect to nothing.
  const parts: Omit<RailParts, 'name'> = {
    db: undefined as never,
    log: createLog({ level: 'silent' }),
    secrets: createSecrets('a secret key long enough'),
    callbackAddress: 'http://localhost:3000',
  };
  const connectGateways = await connectedBy(plan, kinds);
  return connectGateways(mode, parts).gateways;
}

const namesOf = async (mode: Mode, method: Presented, currency: 'USD' | 'ZWG') =>
  (await gatewaysIn(mode)).allFor(method, currency).map(({ name }) => name);

describe('the routes of live mode', () => {
  it.each([
    ['card', 'USD', ['acquirer', 'acquirer_2']],
    ['card', 'ZWG', ['acquirer']],
    ['reader', 'USD', ['acquirer']],
    ['reader', 'ZWG', []],
    ['domestic_switch', 'USD', []],
    ['wallet_a', 'USD', ['operator_a']],
    ['wallet_a', 'ZWG', ['operator_a']],
    ['wallet_b', 'USD', []],
    ['wallet_c', 'USD', []],
  ] as const)('take %s in %s by the gateways of the file, in its order', async (method, currency, names) => {
    expect(await namesOf('live', method, currency)).toEqual(names);
  });

  it.each([
    ['bank_transfer', 'USD', null, 'bank'],
    ['bank_transfer', 'ZWG', null, undefined],
    ['mobile_money', 'USD', 'wallet_a', 'operator_a'],
    ['mobile_money', 'USD', 'wallet_b', undefined],
    ['mobile_money', 'ZWG', 'wallet_a', undefined],
    ['agent_cash', 'USD', null, 'agents'],
    ['agent_cash', 'ZWG', null, 'agents'],
  ] as const)('pay %s in %s to %s by %s', async (method, currency, wallet, name) => {
    expect((await gatewaysIn('live')).allForPayout({ method, currency, wallet })[0]?.name).toBe(name);
  });

  it('give a gateway for payouts the limits of its entry', async () => {
    const text = goodFile.replace(
      /^( *)bank:\n/m,
      '$1bank:\n$1$1limits: { USD: { least: "2.00", most: "50.00" } }\n',
    );
    const [bank] = (await gatewaysIn('live', text)).allForPayout({
      method: 'bank_transfer',
      currency: 'USD',
      wallet: null,
    });

    expect(bank).toMatchObject({ name: 'bank', limits: { USD: { least: 20_000n, most: 500_000n } } });
  });

  it('give each gateway the limits and fees of its entry', async () => {
    const [first, second] = (await gatewaysIn('live')).allFor('card', 'USD');

    expect(first).toMatchObject({
      limits: { USD: { least: 5_000n, most: 50_000_000n } },
      fees: { card: { feeBasisPoints: 290, leastFee: 3_000n } },
    });
    expect(second).toMatchObject({ limits: {}, fees: {} });
  });

  it('still know a gateway without a route, for what it has begun', async () => {
    const gateways = await gatewaysIn('live', goodFile.replace('[acquirer, acquirer_2]', '[acquirer]'));

    expect(gateways.allFor('card', 'USD').map(({ name }) => name)).toEqual(['acquirer']);
    expect(gateways.byName('acquirer_2')?.name).toBe('acquirer_2');
  });

  it('still know cash by agents once it has no route, for payouts that were requested before', async () => {
    const gateways = await gatewaysIn('live', goodFile.replace(/^ *agent_cash: internal\n/m, ''));

    expect(gateways.allForPayout({ method: 'agent_cash', currency: 'USD', wallet: null })).toEqual([]);
    expect(gateways.payoutByName('agents')?.name).toBe('agents');
  });

  it('know nothing of the sandbox', async () => {
    const gateways = await gatewaysIn('live');

    expect(gateways.byName('sandbox_card')).toBeUndefined();
    expect(gateways.byName('test_operator')).toBeUndefined();
    expect(gateways.payoutByName('sandbox_payout')).toBeUndefined();
  });
});

describe('the routes of the sandbox', () => {
  it('are simulated where the file names none, and never a second choice', async () => {
    expect(await namesOf('sandbox', 'card', 'USD')).toEqual(['sandbox_card']);
    expect(await namesOf('sandbox', 'wallet_a', 'USD')).toEqual(['sandbox_wallet_a']);
    expect(await namesOf('sandbox', 'wallet_a', 'ZWG')).toEqual(['test_operator']);
    const gateways = await gatewaysIn('sandbox');
    expect(gateways.allForPayout({ method: 'bank_transfer', currency: 'USD', wallet: null })[0]?.name).toBe(
      'sandbox_payout',
    );
    expect(gateways.byName('sandbox_wallet_a')?.name).toBe('sandbox_wallet_a');
    expect(gateways.byName('acquirer')).toBeUndefined();
  });
});
