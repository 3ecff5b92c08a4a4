import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { words } from '../../../../src/pages/words/en/words.ts';
import { goodCard, open, openShop, pay, type Shop } from './shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.app.stop());

describe('a payment whose outcome cannot be recorded after the bank has taken the money', () => {
  it('sends its payer to the page that shows the result, and does not make them pay again', async () => {
    const session = await shop.card();
    const table = 'ALTER TABLE sandbox.transactions';
    await shop.app.database.asOwner(
      `${table} ADD CONSTRAINT nothing_is_decided CHECK (status = 'pending') NOT VALID`,
    );

    const failed = await pay(session, goodCard);
    await shop.app.database.asOwner(`${table} DROP CONSTRAINT nothing_is_decided`);
    const [, there = ''] = /<a class="button" href="([^"]*)"/.exec(failed.text) ?? [];
    const page = await open(new URL(there, session.address).href);

    expect(failed.status).toBe(500);
    expect(failed.text).toContain(words.lookFirst.text);
    expect([page.status, page.headers.get('location')]).toEqual([303, new URL(session.address).pathname]);
    expect((await open(session.address)).text).toMatch(/data-page="(?:bank|receipt)"/);
    expect(await shop.attemptsOf(session)).toBe(1);
  });

  it('is not spoken of where nothing was sent', async () => {
    const missing = await open(`${shop.baseUrl}/test/c/chk_${'0'.repeat(32)}`);

    expect(missing.status).toBe(404);
    expect(missing.text).not.toContain(words.lookFirst.text);
    expect(missing.text).not.toContain('class="button"');
  });

  it('is not spoken of either where a form was refused, whose payer goes back to its page', async () => {
    const session = await shop.card();

    const refused = await pay(session, { ...goodCard, holder: 'A'.repeat(20_000) });

    const back = `<a class="button" href="${new URL(session.address).pathname}/pay">${words.lookFirst.back}</a>`;
    expect(refused.status).toBe(413);
    expect(refused.text).not.toContain(words.lookFirst.text);
    expect(refused.text).toContain(back);
  });
});
