import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { script } from '../../../src/pages/assets/assets.ts';
import { checkoutPage, type Problems } from '../../../src/pages/hosted/checkout/page.ts';
import type { CheckoutView } from '../../../src/pages/hosted/checkout/view.ts';
import { invoicePage } from '../../../src/pages/hosted/invoice/page.ts';
import { linkPage } from '../../../src/pages/hosted/payment-link/page.ts';
import { setupPage } from '../../../src/pages/hosted/payment-method/page.ts';
import { catalogue } from '../../../src/pages/hosted/requests/speech.ts';
import { showMoney } from '../../../src/pages/money.ts';
import { words } from '../../../src/pages/words/en/words.ts';
import { aPng } from '../../support/builders/pictures.ts';
import {
  aLinkView,
  allInvoices,
  allPages,
  allSetups,
  allStandings,
  anInvoiceView,
  aSetupView,
  aView,
} from './a-view.ts';
import { aVisitor, openBrowser, openDetails, seenIn, violationsOf } from './browser.ts';

const baseUrl = 'http://pages.test';
let browser: Browser;
let window: Page;

beforeAll(async () => {
  browser = await openBrowser();
  window = await aWindow();
});
afterAll(() => browser.close());

/** What the window is served at every address. */
let served = '';

/** Shows a page in the one window. A new one for each page would take longer than most of what is looked at in it. */
async function shown(page: string, width = 800): Promise<Page> {
  served = page;
  await seenIn(window, { width, colorScheme: 'light' });
  await window.goto(`${baseUrl}/test/c/chk_00000000000070008000000000000001`);
  return window;
}

async function aWindow(): Promise<Page> {
  const { page } = await aVisitor(browser, { baseUrl });
  await page.route(`${baseUrl}/**`, async (route) => {
    const isScript = route.request().url().endsWith(script.path);
    const answer = isScript
      ? { contentType: 'text/javascript', body: script.text }
      : { contentType: 'text/html', body: served };
    await route.fulfill(answer);
  });
  return page;
}

const atCounter = {
  source: 'virtual_terminal_session',
  canReturn: false,
  methods: [{ method: 'card', standing: 'available' }],
} as const satisfies Partial<CheckoutView>;

const ofInvoice = {
  source: 'invoice',
  canReturn: false,
  openerUrl: '/test/p/7Yh2Kq9dRtVb3xWm5NcPzA',
} as const satisfies Partial<CheckoutView>;

const wrong: Problems = {
  errors: { number: words.errors.number, cvv: words.errors.cvv(3) },
  kept: { method: 'card', expiry: '1/27', holder: 'T. Moyo', phone: '' },
};

/** Every page in every state, with the function that renders it. */
const everyPage: (readonly [string, () => string])[] = [
  ...allPages.map((name) => [name, () => checkoutPage(aView(name))] as const),
  ...allStandings.map((standing) => [`link ${standing}`, () => linkPage(aLinkView(standing))] as const),
  ...allInvoices.map((state) => [`invoice ${state}`, () => invoicePage(anInvoiceView(state))] as const),
  ['receipt of an invoice', () => checkoutPage(aView('receipt', ofInvoice))],
  ...allSetups.map((name) => [`setup ${name}`, () => setupPage(aSetupView(name))] as const),
  [
    'setup refused',
    () => setupPage(aSetupView('form', { refusal: words.setup.refusals.other, triesLeft: 1 })),
  ],
  ['setup wrong', () => setupPage(aSetupView('form'), wrong)],
  ['session choose', () => checkoutPage(aView('choose', atCounter))],
  ['session expired', () => checkoutPage(aView('expired', atCounter))],
];

describe('a rendered page', () => {
  it.each(everyPage)(
    'passes the accessibility check, wide and narrow, light and dark, with controls that are large enough for fingers: %s',
    async (_name, render) => {
      const page = await shown(render(), 320);
      await openDetails(page);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      const heights = await page.evaluate<number[]>(heightsOfControls);

      expect(width).toBe(320);
      expect(Math.min(44, ...heights)).toBe(44);
      expect(await violationsOf(page)).toEqual([]);

      await seenIn(page, { width: 1280, colorScheme: 'dark' });
      expect(await violationsOf(page)).toEqual([]);
    },
  );

  it('with errors passes the accessibility check, takes the focus and links to the fields', async () => {
    const errors = { card: words.errors.bankDown, ...wrong.errors };
    const page = await shown(checkoutPage(aView('choose'), { ...wrong, errors }), 320);

    const violations = await violationsOf(page);

    expect(violations).toEqual([]);
    expect(await page.locator(':focus').getAttribute('role')).toBe('alert');
    await page.getByRole('link', { name: words.errors.cvv(3) }).click();
    expect(await page.locator(':focus').getAttribute('id')).toBe('cvv');
    expect(await page.locator('#cvv').getAttribute('aria-describedby')).toBe('cvv-hint cvv-error');
    expect(await page.locator('#expiry').inputValue()).toBe('1/27');
  });

  it('shows only the fields of the chosen method', async () => {
    const page = await shown(checkoutPage(aView('choose')));
    const visible = () => page.locator('.field input:visible').evaluateAll((all) => all.map(({ id }) => id));

    const ofCard = await visible();
    await page.getByLabel(words.methods.wallet_a).check();

    expect(ofCard).toEqual(['number', 'expiry', 'cvv', 'holder']);
    expect(await visible()).toEqual(['phone']);
  });
});

describe('the page of a checkout of a link that has ended while a payment is undecided', () => {
  const openerUrl = '/test/p/7Yh2Kq9dRt';
  const ofLink = { source: 'payment_link', canReturn: false, openerUrl } as const;
  const attempt = aView('unknown').attempt;

  it('leads to no second payment as long as the first may still count, and lets its payer ask again', () => {
    const page = checkoutPage(aView('expired', { ...ofLink, attempt }));

    expect(page).not.toContain(openerUrl);
    expect(page).toContain(words.unknown.checkAgain);
  });

  it('leads back to the link once late money would go back', () => {
    expect(checkoutPage(aView('aborted', { ...ofLink, attempt }))).toContain(openerUrl);
    expect(checkoutPage(aView('expired', ofLink))).toContain(openerUrl);
  });

  it('can be asked again while somebody pays', () => {
    expect(linkPage(aLinkView('busy'))).toContain(words.unknown.checkAgain);
    expect(invoicePage(anInvoiceView('busy'))).toContain(words.unknown.checkAgain);
    expect(linkPage(aLinkView('paused'))).not.toContain(words.unknown.checkAgain);
  });
});

describe('a page that waits', () => {
  it('shows nothing of an answer that comes after a later one', async () => {
    const { page, context } = await aVisitor(browser, { baseUrl });
    const held: (() => Promise<void>)[] = [];
    const answers = ['approve', 'unknown', 'receipt'] as const;
    let asked = 0;
    await page.route(`${baseUrl}/**`, async (route) => {
      if (route.request().url().endsWith(script.path))
        return await route.fulfill({ contentType: 'text/javascript', body: script.text });
      const body = checkoutPage(aView(answers[asked] ?? 'receipt'));
      asked += 1;
      const answer = () => route.fulfill({ contentType: 'text/html', body });
      if (asked === 2) held.push(answer);
      else await answer();
    });
    await page.goto(`${baseUrl}/test/c/chk_00000000000070008000000000000001`);
    const ask = () => page.evaluate("dispatchEvent(new Event('online'))");

    await ask();
    await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1);
    await ask();
    await page.locator('main[data-page=receipt]').waitFor();
    const late = page.waitForResponse(() => true);
    await held[0]?.();
    await (await late).finished();
    await page.evaluate('new Promise((done) => setTimeout(done))');

    expect(await page.title()).toContain(words.receipt.title);
    expect(await page.locator('#announce').textContent()).toContain(words.receipt.title);
    await context.close();
  });
});

describe('the form of a checkout that ends while it is open', () => {
  const ways = [
    ['expired', 'its time is over', (page: Page) => page.clock.runFor(2000)],
    ['receipt', 'its payer comes back from another tab', comeBack],
  ] as const;

  it.each(ways)('gives way to the page %s once %s', async (next, _when, happens) => {
    const { page, context } = await aVisitor(browser, { baseUrl });
    await page.clock.install();
    const answers = [checkoutPage(aView('choose', { secondsLeft: 1 })), checkoutPage(aView(next))];
    await page.route(`${baseUrl}/**`, async (route) => {
      const isScript = route.request().url().endsWith(script.path);
      const body = isScript ? script.text : answers.shift();
      await route.fulfill({ contentType: isScript ? 'text/javascript' : 'text/html', body: body ?? '' });
    });
    await page.goto(`${baseUrl}/test/c/chk_00000000000070008000000000000001`);
    await page.getByLabel(words.holder.label).fill('T. Moyo');

    await happens(page);

    await page.locator(`main[data-page=${next}]`).waitFor({ timeout: 10_000 });
    expect(await page.locator('form input:not([type=hidden])').count()).toBe(0);
    await context.close();
  });

  it('keeps what was typed while it may still be paid', async () => {
    const page = await shown(checkoutPage(aView('choose', { secondsLeft: 90 })));
    await page.getByLabel(words.holder.label).fill('T. Moyo');
    const asked = page.waitForResponse(() => true);

    await comeBack(page);
    await (await asked).finished();

    expect(await page.getByLabel(words.holder.label).inputValue()).toBe('T. Moyo');
  });
});

async function comeBack(page: Page): Promise<void> {
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
}

describe('a printed receipt', () => {
  it('says nothing of what the page does next', async () => {
    const page = await shown(checkoutPage(aView('receipt')));
    const going = page.getByText(words.receipt.going('Demo Shop', 5));
    await going.waitFor();

    await page.emulateMedia({ media: 'print' });
    const printed = await going.isVisible();
    const kept = await page.getByText(words.receipt.transaction).isVisible();
    await page.emulateMedia({ media: null });

    expect([printed, kept]).toEqual([false, true]);
  });
});

/** Runs in the browser: what is wider than the page, and each text in a column that is narrower than five letters of it. */
const squeezed = `[...document.querySelectorAll('dt, dd, h1, label, td, button')]
  .filter((part) => part.checkVisibility() && part.textContent.length >= 5)
  .filter((part) => part.getBoundingClientRect().width < 2.5 * parseFloat(getComputedStyle(part).fontSize)
    || part.getBoundingClientRect().right > innerWidth)
  .map((part) => part.textContent)`;

const large = (page: string) => page.replace('</head>', '<style>html{font-size:200%}</style></head>');

describe('with letters of twice the size on a phone', () => {
  const long = { merchant: 'Bureau des approvisionnements', reference: 'order-2026-00000001234' };
  const renders: (readonly [string, () => string])[] = [
    ['receipt', () => checkoutPage(aView('receipt', long))],
    ['choose', () => checkoutPage(aView('choose', { ...long, secondsLeft: 90 }))],
    ['challenge', () => checkoutPage(aView('challenge', long))],
    ['invoice', () => invoicePage(anInvoiceView('invoice'))],
    ['saved card', () => setupPage(aSetupView('saved'))],
  ];

  it.each(renders)('every text has room for its words: %s', async (_name, render) => {
    const page = await shown(large(render()), 320);

    expect(await page.evaluate<string[]>(squeezed)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  });
});

/** Runs in the browser: the lines on which a large amount stands. */
const linesOfAmount = `(() => {
  const range = document.createRange();
  const lines = new Map();
  const walker = document.createTreeWalker(document.querySelector('.amount'), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    for (let at = 0; at < text.length; at += 1) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const top = Math.round(range.getBoundingClientRect().top);
      lines.set(top, (lines.get(top) ?? '') + text.data[at]);
    }
  return [...lines.values()];
})()`;

describe('an amount that is too long for one line', () => {
  it.each([
    ['en', 'US$999,999,999.99', ['US$999,999,', '999.99']],
    ['fr', '999\u202F999\u202F999,99\u00A0$US', ['999\u202F999\u202F', '999,99\u00A0$US']],
    ['pt', '999.999.999,99\u00A0US$', ['999.999.', '999,99\u00A0US$']],
  ])('breaks between its groups of digits: %s', async (_language, amount, lines) => {
    for (const name of ['choose', 'receipt'] as const) {
      const page = await shown(large(checkoutPage(aView(name, { amount }))), 390);

      expect(await page.evaluate<string[]>(linesOfAmount)).toEqual(lines);
    }
  });
});

/** Looks that differ from the usual one as much as they may. */
const looks = [
  { words: catalogue.fr, accent: '#7a1fa2' },
  { words: catalogue.pt, accent: '#ffd65c' },
  { words: catalogue.pt, accent: '#ffffff' },
  { words: catalogue.fr, accent: '#000000' },
] as const;

describe.each(looks)(
  'a page in the language $words.lang with the colour $accent',
  ({ words: own, accent }) => {
    const look = {
      words: own,
      query: `?lang=${own.lang}`,
      languages: [
        { code: 'en', name: 'English' },
        { code: 'fr', name: 'Français' },
        { code: 'pt', name: 'Português' },
      ],
      brand: {
        accent,
        logo: {
          address: `data:image/png;base64,${aPng(300, 100).toString('base64')}`,
          width: 300,
          height: 100,
        },
        email: 'a-long-address-for-questions@corner-shop.example',
        phone: '+263 77 123 4567',
      },
    } as const;
    const inLook: (readonly [string, () => string])[] = [
      ['choose', () => checkoutPage(aView('choose', look), wrong)],
      ['approve', () => checkoutPage(aView('approve', look))],
      ['receipt', () => checkoutPage(aView('receipt', look))],
      ['link', () => linkPage(aLinkView('open', look))],
      ['invoice', () => invoicePage(anInvoiceView('overdue', look))],
      ['setup', () => setupPage(aSetupView('form', look))],
    ];

    it.each(inLook)(
      'passes the accessibility check, wide and narrow, light and dark: %s',
      async (_name, render) => {
        const page = await shown(render(), 320);
        await openDetails(page);
        for (const about of [
          { width: 320, colorScheme: 'light' },
          { width: 320, colorScheme: 'dark' },
          { width: 1280, colorScheme: 'light' },
        ] as const) {
          await seenIn(page, about);

          expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(about.width);
          expect(Math.min(44, ...(await page.evaluate<number[]>(heightsOfControls)))).toBe(44);
          expect(await violationsOf(page)).toEqual([]);
        }
      },
    );
  },
);

describe('hostile text', () => {
  it('adds no element and no attribute to a page, wherever it stands', async () => {
    const page = await shown(checkoutPage(aView('choose')));
    const attacks = hostileTexts();
    const fields = ['merchant', 'description', 'reference', 'amount', 'customerPhone', 'refusal'] as const;
    const ofCheckout = allPages.flatMap((name) =>
      fields.map(
        (field) => (text: string) => checkoutPage(aView(name, { refusal: 'harmless', [field]: text })),
      ),
    );
    const linkFields = ['merchant', 'title', 'description', 'amount'] as const;
    const ofLink = allStandings.flatMap((standing) =>
      linkFields.map((field) => (text: string) => linkPage(aLinkView(standing, { [field]: text }))),
    );
    const [line] = anInvoiceView('invoice').lines;
    const invoiceFields = ['merchant', 'customer', 'reference', 'notes', 'total', 'number'] as const;
    const ofInvoices = allInvoices.flatMap((state) => [
      ...invoiceFields.map((field) => (text: string) => invoicePage(anInvoiceView(state, { [field]: text }))),
      (text: string) =>
        invoicePage(anInvoiceView(state, { lines: line ? [{ ...line, description: text }] : [] })),
    ]);
    const setupFields = ['merchant', 'refusal', 'card', 'cardEnds'] as const;
    const ofSetup = allSetups.flatMap((name) =>
      setupFields.map(
        (field) => (text: string) => setupPage(aSetupView(name, { refusal: 'harmless', [field]: text })),
      ),
    );
    const renders = [...ofCheckout, ...ofLink, ...ofInvoices, ...ofSetup, typed];
    const showing = renders.filter((render) => render('harmless') !== render('a text to be found again'));
    const rendered = showing.map((render) => {
      const benign = render('harmless');
      // Half of a page, and the same in all of them. Where a text changed it, it stays and is reported.
      const [style = ''] = /<style>[^]*?<\/style>/.exec(benign) ?? [];
      const lean = (text: string) => text.replace(style, '');
      return { benign: lean(benign), hostile: attacks.map((text) => lean(render(text))) };
    });

    const changed: string[] = [];
    for (const each of rendered) {
      changed.push(...(await page.evaluate<string[]>(`(${differing})(${JSON.stringify(each)})`)));
    }

    expect(attacks).toHaveLength(200);
    expect(showing.length).toBeGreaterThan(75);
    expect(changed).toEqual([]);
  }, 240_000);
});

/** Runs in the browser. */
const heightsOfControls = `[...document.querySelectorAll(
  'main button, main a.button, main input:not([type=hidden], [type=radio]), main .method',
)].filter((control) => control.checkVisibility()).map((control) => control.getBoundingClientRect().height)`;

/** The page of a link with this text typed into the wrong fields. */
function typed(text: string): string {
  const kept = { name: text, email: text, phone: text };
  return linkPage(aLinkView('open'), { errors: { email: words.link.errors.email }, kept });
}

/** Runs in the browser: finds the pages whose elements or attribute names differ from those of the benign page. */
const differing = `({ benign, hostile }) => {
  const bones = (text) => [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('*')]
    .map((element) => [element.localName, ...element.getAttributeNames()].join(' ')).join();
  const expected = bones(benign);
  return hostile.filter((text) => bones(text) !== expected);
}`;

/** Attempts to break out of a text, an attribute or a comment: twenty shapes around ten things to run. */
function hostileTexts(): string[] {
  const runs = [
    'alert(1)',
    '1',
    'fetch`//e`',
    'a=1',
    '${7*7}',
    'javascript:1',
    '%00',
    '\u2028',
    'x y',
    '&#x27;',
  ];
  const shapes = [
    '<script>@</script>',
    '"><script>@</script>',
    "'><img src=x onerror=@>",
    '<img src=x onerror=@>',
    '<svg onload=@>',
    '</title><script>@</script>',
    '</style><script>@</script>',
    '</noscript><script>@</script>',
    '<!--@-->',
    '--><b>@',
    '<a href="@">',
    '" onfocus="@" autofocus="',
    "' onmouseover='@",
    '<math><mi xlink:href="@">',
    '<iframe srcdoc="@">',
    '<base href="//@">',
    '<meta http-equiv=refresh content="0;@">',
    '</main><form action="@">',
    '&lt;script&gt;@',
    '{{@}}<b',
  ];
  return shapes.flatMap((shape) => runs.map((run) => shape.replace('@', () => run)));
}

describe('an amount in parts of a cent, which a provider has stated', () => {
  it('is shown without them', () => {
    expect([500_050n, 500_000n, 50n].map((amount) => showMoney(amount, 'USD'))).toEqual([
      'US$50.00',
      'US$50.00',
      'US$0.00',
    ]);
  });
});
