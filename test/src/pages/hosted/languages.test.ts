import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, timeOf } from '../../../../src/pages/hosted/parts/formats.ts';
import { catalogue } from '../../../../src/pages/hosted/requests/speech.ts';
import { aCardCheckout, openedCheckout } from '../../../support/builders/build.ts';
import { createdLink, goodCard } from '../../../support/builders/counter.ts';
import { sentInvoice, startInvoice } from '../../../support/builders/invoices.ts';
import { createdPlan, invoicesOf, subscribed } from '../../../support/builders/subscriptions.ts';
import { openedSetup } from '../../../support/builders/vault.ts';
import { type Api, apiOf } from '../../../support/service/api.ts';
import { type App, startApp } from '../../../support/service/app.ts';
import { submit } from '../../../support/service/page.ts';
import { tokenIn } from './shop.ts';

const { en, fr, pt } = catalogue;

let app: App;
let api: Api;
beforeAll(async () => {
  app = await startApp({ role: 'api', languages: ['en', 'fr', 'pt'] });
  api = apiOf(app.baseUrl, (await app.aMerchant({ businessName: 'Corner Shop' })).secretKey);
});
afterAll(() => app.stop());

const places = { returnUrl: 'https://shop.example/back', notificationUrl: 'https://shop.example/hook' };

async function aCheckout(): Promise<string> {
  return (await openedCheckout(api, aCardCheckout(places))).payment_url;
}

async function show(address: string, accepted = '') {
  const answer = await fetch(new URL(address, app.baseUrl), {
    redirect: 'manual',
    headers: accepted === '' ? {} : { 'accept-language': accepted },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    lang: /<html lang="(\w+)">/.exec(text)?.[1],
    headers: answer.headers,
  };
}

async function post(address: string, fields: Readonly<Record<string, string>>) {
  const answer = await fetch(new URL(address, app.baseUrl), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
}

const actionIn = (text: string): string => /<form method="post" action="([^"]*)"/.exec(text)?.[1] ?? '';

describe('the language of a hosted page', () => {
  it.each([
    ['', 'en'],
    ['de', 'en'],
    ['fr-FR,fr;q=0.9,en;q=0.5', 'fr'],
    ['de, pt-MZ;q=0.7, en;q=0.3', 'pt'],
    ['*', 'en'],
    ['x'.repeat(2000), 'en'],
  ])('is the one of the browser: "%s"', async (accepted, lang) => {
    expect((await show(await aCheckout(), accepted)).lang).toBe(lang);
  });

  it.each(['fr', 'pt'] as const)(
    'is the one that the payer chose, on every page and after every form: %s',
    async (lang) => {
      const words = catalogue[lang];
      const address = await aCheckout();
      const first = await show(`${address}?lang=${lang}`, 'en');
      const wrong = await post(actionIn(first.text), { token: tokenIn(first.text), method: 'card' });
      const card = {
        method: 'card',
        number: '4000000000000002',
        expiry: '12 / 40',
        holder: 'T. Moyo',
        cvv: '123',
      };
      const declined = await post(actionIn(first.text), { ...card, token: tokenIn(first.text) });
      const again = await show(declined.location);
      const paid = await post(actionIn(again.text), {
        ...card,
        number: '4242424242424242',
        token: tokenIn(again.text),
      });
      const receipt = await show(paid.location);

      expect(first.lang).toBe(lang);
      expect(first.text).toContain(words.howToPay);
      expect(first.text).toMatch(lang === 'fr' ? /Payer 10,00\s\$US/ : /Pagar 10,00\sUS\$/);
      expect(wrong.status).toBe(422);
      expect(wrong.text).toContain(words.errors.number);
      expect([...wrong.text.matchAll(/<a href="#(\w+)">/g)].map(([, field]) => field)).toEqual(
        [...wrong.text.matchAll(/<label for="(number|expiry|cvv|holder)"/g)].map(([, field]) => field),
      );
      expect(declined.location).toMatch(new RegExp(`\\?lang=${lang}$`));
      expect(again.text).toContain(words.refusals.CARD_DECLINED);
      expect(receipt.text).toContain(words.receipt.title);
      expect(receipt.text).toContain(`Visa ${words.receipt.endsIn('4242')}`);
      expect(receipt.text).toMatch(lang === 'fr' ? /\d \p{L}+ 20\d\d à /u : /\d de \p{L}+ de 20\d\d/u);
      for (const english of [
        en.receipt.title,
        en.secure,
        en.testBanner,
        en.goOn('Corner Shop'),
        en.receipt.method,
      ])
        expect(receipt.text).not.toContain(`>${english}<`);
    },
  );

  it('is offered as links in each other language, which name themselves', async () => {
    const address = await aCheckout();
    const { text } = await show(`${address}?lang=fr`);
    const { pathname } = new URL(address);

    expect(text).toContain(`<a href="${pathname}?lang=en" lang="en" hreflang="en">English</a>`);
    expect(text).toContain(`<a href="${pathname}?lang=pt" lang="pt" hreflang="pt">Português</a>`);
    expect(text).toContain('lang="fr" hreflang="fr" aria-current="true">Français</a>');
  });

  it.each(['xx', '', 'FR', 'fr"><script>', '__proto__', 'constructor'])(
    'is not changed by a language that is not offered: "%s"',
    async (lang) => {
      const page = await show(`${await aCheckout()}?lang=${encodeURIComponent(lang)}`, 'pt');

      expect([page.status, page.lang]).toEqual([200, 'pt']);
      expect(page.text).not.toContain('<script>"');
    },
  );

  it('goes from a link and an invoice to the checkout that is opened from them', async () => {
    const link = await createdLink(api);
    const invoice = await sentInvoice(api);
    for (const address of [link.url, invoice.url]) {
      const page = await show(`${address}?lang=pt`);
      const fields = {
        token: tokenIn(page.text),
        checkout: /name="checkout" value="([^"]*)"/.exec(page.text)?.[1] ?? '',
      };
      const { location } = await post(actionIn(page.text), fields);
      const checkout = await show(location);

      expect(page.lang).toBe('pt');
      expect(checkout.text).toContain(pt.howToPay);
    }
  });

  it.each([
    ['en', /Tea plus \(less US\$29\.99 for unused time\)/],
    ['fr', /Tea plus \(moins 29,99\s\$US pour le temps non utilisé\)/],
    ['pt', /Tea plus \(menos 29,99\sUS\$ pelo tempo não utilizado\)/],
  ] as const)('is also that of what a subscription deducts on its invoice: %s', async (lang, line) => {
    const { id } = await subscribed(api, { amount: '30.00' });
    const [first] = await invoicesOf(api, { id });
    await submit(await startInvoice({ url: first?.hosted_url ?? '' }), 'pay', goodCard);
    const { plan_id } = await createdPlan(api, { name: 'Tea plus', amount: '50.00' });
    await api('updateSubscription', { params: { id }, body: { plan_id, prorate: true } });
    const [, second] = await invoicesOf(api, { id });

    const page = await show(`${second?.hosted_url}?lang=${lang}`);

    expect([page.status, page.lang]).toEqual([200, lang]);
    expect(page.text).toMatch(line);
  });

  it.each([
    ['en', /15\.00 %: US\$15\.00/],
    ['fr', /15,00 % : 15,00\s\$US/],
    ['pt', /15,00 %: 15,00\sUS\$/],
  ] as const)('is also that of the rate of a tax: %s', async (lang, tax) => {
    const { url } = await sentInvoice(api);

    expect((await show(`${url}?lang=${lang}`)).text).toMatch(tax);
  });

  it.each([
    ['en', '1 December 2026 at 13:02 CAT'],
    ['fr', '1 décembre 2026 à 13:02 UTC+2'],
    ['pt', '1 de dezembro de 2026 às 13:02 GMT+2'],
  ] as const)('is also that of a moment and a day, with no zero before the day: %s', (lang, moment) => {
    expect(timeOf(catalogue[lang], new Date('2026-12-01T11:02:00Z')).toString()).toContain(`>${moment}<`);
    expect(moment).toContain(dayOf(catalogue[lang], '2026-12-01'));
  });

  it('is also that of the page that saves a card, and of failures', async () => {
    const { setup_url: address } = await openedSetup(api);
    const setup = await show(`${address}?lang=fr`);
    const missing = await show('/test/p/0000000000', 'fr');

    expect(setup.text).toContain(fr.setup.askedBy('Corner Shop'));
    expect([missing.status, missing.lang]).toEqual([404, 'fr']);
    expect(missing.text).toContain(fr.notFound.title);
  });

  it('is English alone unless the service offers more', async () => {
    const plain = await startApp({ role: 'api' });
    const shop = apiOf(plain.baseUrl, (await plain.aMerchant()).secretKey);
    const { payment_url: address } = await openedCheckout(shop, aCardCheckout(places));
    const page = await fetch(`${address}?lang=fr`, { headers: { 'accept-language': 'fr' } });
    const text = await page.text();
    await plain.stop();

    expect(text).toContain('<html lang="en">');
    expect(text).not.toContain('hreflang');
  });
});
