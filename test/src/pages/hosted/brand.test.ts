import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Brand, setBrand } from '../../../../src/domain/merchants/accounts/brand.ts';
import { type Logo, readLogo } from '../../../../src/domain/merchants/accounts/logo.ts';
import { words } from '../../../../src/pages/words/en/words.ts';
import { aPng } from '../../../support/builders/pictures.ts';
import { violationsOf } from '../browser.ts';
import { openShopPages, payByCard, title } from './customers.ts';
import { open } from './shop.ts';

const pages = openShopPages();

const usual: Brand = {
  displayName: null,
  contactEmail: null,
  contactPhone: null,
  language: null,
  accent: null,
};

/** Makes a shop that nobody else of this file pays, with this brand. */
async function branded(brand: Partial<Brand>, logo: Logo | 'keep' = 'keep') {
  const { merchant, card } = await pages.shop.another();
  const { platform } = pages.shop.app.database.databases;
  await setBrand(platform, { merchantId: merchant, by: 'a test' }, { ...usual, ...brand }, logo);
  return await card();
}

function logoOf(content: Buffer): Logo {
  const read = readLogo(content);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

/** What a browser makes of the first element that fits. */
function seen<Seen>(page: Page, selector: string, what: string): Promise<Seen> {
  const element = `document.querySelector('${selector}')`;
  return page.evaluate<Seen>(
    `(({ element, style }) => ${what})({ element: ${element}, style: getComputedStyle(${element}) })`,
  );
}

const coloursOf = (page: Page) => seen<string[]>(page, 'button.main', '[style.backgroundColor, style.color]');
const sizeOf = (page: Page) =>
  seen<number[]>(page, 'img.logo', '[element.naturalWidth, element.naturalHeight]');

describe('a checkout of a merchant with a brand', () => {
  it('shows name, logo and colour under its content policy, from the first page to the receipt', async () => {
    const { address } = await branded(
      { displayName: 'Corner Café', accent: '#7a1fa2', contactEmail: 'help@corner.example' },
      logoOf(aPng(200, 100)),
    );
    const customer = await pages.come(address);
    const { page } = customer;
    const logo = page.locator('img.logo');
    const first = await coloursOf(page);
    const size = await sizeOf(page);
    await payByCard(customer);
    await title(customer, words.receipt.title).waitFor();

    expect(await page.locator('.merchant').textContent()).toBe('Corner Café');
    expect(first).toEqual(['rgb(122, 31, 162)', 'rgb(255, 255, 255)']);
    expect(size).toEqual([200, 100]);
    expect((await logo.boundingBox())?.height).toBeLessThanOrEqual(48);
    expect(await page.getByText('help@corner.example').count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
  });

  it('asks for no more than the page, the script and the logo', async () => {
    const { address } = await branded({ accent: '#7a1fa2' }, logoOf(aPng(64, 64)));
    const visitor = await pages.come('about:blank');
    const asked: string[] = [];
    visitor.page.on('request', (request) => {
      if (!request.url().startsWith('data:')) asked.push(new URL(request.url()).pathname);
    });
    await visitor.page.goto(address, { waitUntil: 'networkidle' });

    expect(asked).toHaveLength(3);
    expect(asked.filter((path) => path.startsWith('/logos/'))).toHaveLength(1);
  });

  it('keeps the usual look of links where the colour cannot be read', async () => {
    const { address } = await branded({ accent: '#ffd65c' });
    const { page } = await pages.come(address);

    expect(await coloursOf(page)).toEqual(['rgb(255, 214, 92)', 'rgb(22, 32, 44)']);
    expect(await seen(page, 'button.quiet', 'style.color')).toBe('rgb(11, 92, 173)');
    expect(await violationsOf(page)).toEqual([]);
  });

  it.each(['image/png', 'image/jpeg', 'image/webp'] as const)(
    'shows a logo that a browser has made: %s',
    async (type) => {
      const { page: painter } = await pages.come((await pages.shop.card()).address);
      const made = await painter.evaluate<string>(
        `(() => { const canvas = document.createElement('canvas'); canvas.width = 90; canvas.height = 45;
          canvas.getContext('2d').fillRect(10, 10, 50, 20); return canvas.toDataURL('${type}', 0.8); })()`,
      );
      const content = Buffer.from(made.split(',')[1] ?? '', 'base64');
      const { address } = await branded({}, logoOf(content));
      const { page } = await pages.come(address);
      const shown = await sizeOf(page);

      expect(made).toContain(`data:${type}`);
      expect(shown).toEqual([90, 45]);
    },
  );

  it('has the colour on the answer to a wrong form too', async () => {
    const { address } = await branded({ accent: '#7a1fa2' });
    const { page } = await pages.come(address);
    await page.locator('button.main').click();
    await page.getByRole('alert').waitFor();

    expect(await coloursOf(page)).toEqual(['rgb(122, 31, 162)', 'rgb(255, 255, 255)']);
  });

  it('shows a registered name without signs that turn it around', async () => {
    const { merchant, card } = await pages.shop.another();
    await pages.shop.app.database.asOwner('UPDATE platform.merchants SET business_name = $2 WHERE id = $1', [
      merchant,
      '\u202Eknab ytiruces\u202C',
    ]);
    const { page } = await pages.come((await card()).address);

    expect(await page.locator('h1').textContent()).toContain('knab ytiruces');
    expect(await page.content()).not.toMatch(/[\u202A-\u202E]/);
  });

  it('leaves the page of every other merchant as it is', async () => {
    await branded({ displayName: 'Corner Café', accent: '#7a1fa2' }, logoOf(aPng(64, 64)));
    const { text } = await open((await pages.shop.card()).address);

    expect(text).toContain('Corner Shop');
    expect(text).not.toMatch(/Café|\/logos\/|--fill:/);
  });
});
