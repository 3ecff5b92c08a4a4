import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewaysOf, unconnected } from '../../../../../../src/app/gateways.ts';
import type { CreatedMerchant } from '../../../../../../src/domain/merchants/accounts/create-merchant.ts';
import type { Rail } from '../../../../../../src/domain/money/gateways/rail.ts';
import type { Role } from '../../../../../../src/domain/people/roles/roles.ts';
import { showId } from '../../../../../../src/platform/ids.ts';
import { aScriptedGateway, scriptedPayouts } from '../../../../../support/faults/scripted-gateways.ts';
import { aReceiver, isSigned, type Receiver } from '../../../../../support/receivers/receiver.ts';
import { apiOf } from '../../../../../support/service/api.ts';
import type { Client, Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

const path = '/dashboard/live/go-live';

/** A service whose live gateway for cards answers its check as told. `rail.checks` counts how often it was asked. */
async function anOffice(ok: boolean) {
  const seen = { checks: 0 };
  const acquirer: Rail = {
    name: 'acquirer',
    check: async () => {
      seen.checks += 1;
      return [{ step: 'sign-on', ok, words: 'no answer of 10.0.0.7:5000', ms: 1 }];
    },
    stop: async () => undefined,
  };
  const { gateway } = aScriptedGateway('acquirer');
  const gateways = gatewaysOf([{ takes: 'card', gateway }, scriptedPayouts('bank').route]);
  const opened = await openOffice({
    role: 'api',
    connectGateways: (mode, parts) =>
      mode === 'live' ? { gateways, rails: [acquirer] } : unconnected(mode, parts),
  });
  return { office: opened, rail: seen };
}

let office: Office;
let receiver: Receiver;
let rail: { readonly checks: number };
beforeAll(async () => {
  [receiver, { office, rail }] = await Promise.all([aReceiver(), anOffice(true)]);
});
afterAll(async () => {
  await office.stop();
  await receiver.close();
});
beforeEach(() => receiver.answer(204));

type Shop = { readonly merchant: CreatedMerchant; readonly owner: Client };

/** A merchant with a live app and codes for payouts. */
async function aShop(about: { readonly kycTier?: 0 | 1 } = {}): Promise<Shop> {
  const webhookUrl = `${receiver.url}/hook`;
  const merchant = await office.app.aMerchant({ mode: 'live', webhookUrl, totp: true, ...about });
  return { merchant, owner: await signedIn(merchant, 'owner') };
}

async function signedIn({ merchantId }: Pick<CreatedMerchant, 'merchantId'>, role: Role): Promise<Client> {
  const { email, password } = await office.aPerson({ role, merchantId });
  const client = office.aBrowser();
  await client.signIn(email, password);
  return client;
}

const again = async (client: Client, at = path) => await client.submit(await client.open(at), '/go-live');

type Row = { readonly state: string; readonly found: string; readonly next: string };

/** A cell without its markup. */
const words = (markup = '') =>
  markup
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/g, '$2 → $1')
    .replaceAll(/<[^>]+>/g, '')
    .trim();

/** What the checklist says. A link is shown as `label → address`. */
function rowsOf({ text }: Shown): Readonly<Record<string, Row>> {
  const rows = [...text.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/gs)];
  return Object.fromEntries(
    rows.map(([, title, cells = '']) => {
      const [state, found, next] = [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => cell);
      return [words(title), { state: words(state), found: words(found), next: words(next) }];
    }),
  );
}

const statesOf = (shown: Shown) =>
  Object.fromEntries(Object.entries(rowsOf(shown)).map(([title, { state }]) => [title, state]));

describe('the checklist of a merchant who has just signed up', () => {
  it('names what is missing, with a link to the screen of live mode that mends it', async () => {
    const merchant = await office.app.aMerchant({ kycTier: 0, businessName: 'New Shop' });
    const shown = await (await signedIn(merchant, 'owner')).open('/dashboard/test/go-live');

    expect(rowsOf(shown)).toMatchObject({
      Merchant: { state: 'Done', next: '' },
      'Verification of the business': {
        state: 'Missing',
        next: 'Verify the business → /dashboard/live/verification',
      },
      'One-time codes for payouts': {
        state: 'Missing',
        next: 'Set up one-time codes → /dashboard/live/team',
      },
      'Live app': { state: 'Missing', next: 'Create a live app → /dashboard/live/apps/new' },
      'Destination of payouts': { state: 'Missing', next: 'Save a destination → /dashboard/live/payouts' },
      'Gateway for payouts': { state: 'Done', found: 'bank' },
    });
    expect(shown.text).toContain('4 lines of the list need attention.');
  });

  it('goes by the tier of live mode, which an approval gives', async () => {
    const merchant = await office.app.aMerchant({ kycTier: 0 });
    await office.app.database.asOwner(
      'INSERT INTO live.merchant_states (merchant_id, kyc_tier_override) VALUES ($1, 1)',
      [merchant.merchantId],
    );
    const shown = await (await signedIn(merchant, 'owner')).open(path);

    expect(rowsOf(shown)['Verification of the business']).toMatchObject({ state: 'Done', found: 'tier 1' });
  });

  it('is linked from Verification, from Apps and in the menu', async () => {
    const owner = await office.as('owner');
    for (const screen of ['/verification', '/apps']) {
      const { text } = await owner.open(`/dashboard/test${screen}`);

      expect(text.match(/href="\/dashboard\/test\/go-live"/g)).toHaveLength(2);
    }
  });
});

describe('the checklist of a merchant with a live app', () => {
  it('sends nothing when it is only opened', async () => {
    const { owner } = await aShop();
    const before = [receiver.received.length, rail.checks];
    const shown = await owner.open(path);

    expect(statesOf(shown)).toMatchObject({
      'Webhook reached by TLS': 'Not checked yet',
      'Receiver takes a signed event': 'Not checked yet',
      'Receiver refuses a forged event': 'Not checked yet',
      'Gateway acquirer': 'Not checked yet',
    });
    expect([receiver.received.length, rail.checks]).toEqual(before);
  });

  it('is complete if the receiver tells a signed event from a forged one', async () => {
    const { merchant, owner } = await aShop();
    const { status } = await apiOf(office.app.baseUrl, merchant.secretKey)('createBankAccount', {
      body: {
        type: 'bank',
        bank_name: 'Settlement Bank',
        bank_account_number: '12345678901',
        bank_account_name: 'Corner Shop Ltd',
      },
    });
    const before = receiver.received.length;
    const sent = () => receiver.received.slice(before);
    // The first of the two events is the signed one.
    receiver.answer(() => (sent().length === 1 ? 204 : 401));
    const shown = await again(owner);

    expect(status).toBe(201);
    expect(statesOf(shown)).toEqual({
      Merchant: 'Done',
      'Verification of the business': 'Done',
      'One-time codes for payouts': 'Done',
      'Live app': 'Done',
      'Live secret key': 'Done',
      'Features of the app': 'Look at this',
      'Webhook reached by TLS': 'Look at this',
      'Receiver takes a signed event': 'Done',
      'Receiver refuses a forged event': 'Done',
      'Destination of payouts': 'Done',
      'Gateway for payouts': 'Done',
      'Gateway acquirer': 'Done',
    });
    expect([shown.status, shown.path]).toEqual([200, path]);
    expect(shown.text).toContain('Ready for real money');
    const signed = await Promise.all(sent().map((one) => isSigned(one, merchant.webhookSecret)));
    expect(signed).toEqual([true, false]);
    for (const { body } of sent())
      expect(JSON.parse(body)).toMatchObject({ livemode: true, synthetic: true });
  });

  it.each([
    [500, 'answered 500'],
    ['cut', 'reset'],
  ] as const)(
    'finds a receiver wrong that reacts with %s, and links to the webhook',
    async (reaction, found) => {
      const { merchant, owner } = await aShop();
      receiver.answer(reaction);
      const shown = await again(owner);
      const webhook = `/dashboard/live/apps/${showId('app', merchant.appId)}/webhook`;

      expect(rowsOf(shown)['Receiver takes a signed event']).toEqual({
        state: 'Wrong',
        found: expect.stringContaining(found),
        next: `Open the webhook → ${webhook}`,
      });
      expect(shown.text).toContain('Not ready yet');
    },
  );

  it('warns of a receiver that takes a forged event', async () => {
    const { owner } = await aShop();

    expect(rowsOf(await again(owner))['Receiver refuses a forged event']).toMatchObject({
      state: 'Look at this',
      next: 'How to verify signatures → /docs/guides/receive-webhooks',
    });
  });

  it('is about the first live app, or about the one that its link names', async () => {
    const { merchant, owner } = await aShop();
    const made = await owner.submit(await owner.open('/dashboard/live/apps/new'), '/apps/new', {
      name: 'Second till',
    });
    const first = await owner.open(path);
    const [, second = ''] = /href="([^"]*go-live\?app=[^"]*)">Second till</.exec(first.text) ?? [];
    const before = receiver.received.length;
    const checked = await again(owner, second);

    expect(made.status).toBe(200);
    expect(rowsOf(first)['Live app']?.found).toBe(showId('app', merchant.appId));
    expect(rowsOf(checked)['Live app']?.found).toBe(second.split('app=')[1]);
    expect(statesOf(checked)).toMatchObject({ 'Webhook reached by TLS': 'Missing' });
    expect(receiver.received).toHaveLength(before);
  });

  it('is checked by those who may develop; others are told whom to ask', async () => {
    const { merchant } = await aShop();
    const { text } = await (await signedIn(merchant, 'viewer')).open(path);

    expect(text).not.toContain('Check again');
    expect(text).toContain('Ask a developer or an owner');
  });

  it('is checked six times a minute at most', async () => {
    const { owner } = await aShop();
    for (let run = 1; run <= 6; run += 1) expect((await again(owner)).status).toBe(200);
    const before = receiver.received.length;
    const refused = await again(owner);

    expect(refused.status).toBe(409);
    expect(refused.text).toContain('Wait a minute');
    expect(receiver.received).toHaveLength(before);
  });
});

describe('a gateway that does not answer as it should', () => {
  it('is named without the words of its check, and checked once for several merchants', async () => {
    const bad = await anOffice(false);
    try {
      const [owner, stranger] = [await bad.office.as('owner'), await bad.office.stranger()];
      const [first, second] = [await again(owner), await again(stranger)];

      for (const shown of [first, second, await owner.open(path)]) {
        expect(rowsOf(shown)['Gateway acquirer']).toEqual({
          state: 'Wrong',
          found: 'does not answer as it should',
          next: 'Whoever runs the service has to see to it.',
        });
        expect(shown.text).not.toContain('10.0.0.7');
      }
      expect(bad.rail.checks).toBe(1);
      expect(bad.office.app.lines.join()).toContain('10.0.0.7:5000');
    } finally {
      await bad.office.stop();
    }
  });
});
