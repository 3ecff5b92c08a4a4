import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscribed } from '../../../../support/builders/subscriptions.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { prepared } from '../busy-shop.ts';
import type { Client } from '../client.ts';
import { type Office, openOffice } from '../office.ts';

let office: Office;
let owner: Client;

beforeAll(async () => {
  office = await openOffice();
  owner = await office.as('owner');
  await prepared(office);
});
afterAll(() => office.stop());

const base = '/dashboard/test';

/** The address of the first row of a list. */
const firstOf = async (list: string): Promise<string> =>
  /<th scope="row"><a href="([^"]+)"/.exec((await owner.open(base + list)).text)?.[1] ?? '';

describe('a screen', () => {
  it('names the columns of the merchants of a person', async () => {
    const { text } = await owner.open('/dashboard/merchants');

    expect([...text.matchAll(/<th scope="col">([^<]*)</g)].map(([, title]) => title)).toEqual([
      'Merchant',
      'Your role',
      'Actions',
    ]);
  });

  it('calls the way back from a cancellation something else than “Cancel”', async () => {
    const subscription = await firstOf('/subscriptions');
    const { text } = await owner.open(`${subscription}/cancel`);

    expect(text).toContain(`<a href="${subscription}">Keep it</a>`);
    expect(text).not.toContain('>Cancel</a>');
  });

  it('names the button of evidence by what it does', async () => {
    const { text } = await owner.open(await firstOf('/disputes'));
    const [form = ''] = /<form method="post" action="[^"]*\/evidence"[\s\S]*?<\/form>/.exec(text) ?? [];

    expect(form).toContain('<button class="main">Keep or send</button>');
  });

  it.each(['/payments', '/audit/nothing'])(
    'leads home in the mode in which the person works: %s',
    async (path) => {
      const shown = await Promise.all(
        ['test', 'live'].map((mode) => owner.open(`/dashboard/${mode}${path}`)),
      );

      expect(shown.map(({ text }) => /class="brand" href="([^"]+)"/.exec(text)?.[1])).toEqual([
        '/dashboard/test',
        '/dashboard/live',
      ]);
    },
  );

  it('names the links between the pages of a list', async () => {
    const api = apiOf(office.app.baseUrl, office.merchant.secretKey);
    for (let made = 0; made < 31; made += 1) await subscribed(api, { name: `Tea club ${made}` });
    const { text } = await owner.open(`${base}/subscriptions`);

    expect(text).toContain('<nav class="pager" aria-label="Pages of the list">');
  });
});
