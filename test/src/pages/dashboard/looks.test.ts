import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestReset } from '../../../../src/domain/people/users/sign-up.ts';
import { asset } from '../../../../src/pages/assets/assets.ts';
import type { Route } from '../../../../src/pages/dashboard/requests/route.ts';
import { frameWords } from '../../../../src/pages/words/dashboard/frame.ts';
import { aVisitor, openBrowser, seenIn, violationsOf, windows } from '../browser.ts';
import { prepared } from './busy-shop.ts';
import type { Client } from './client.ts';
import { type Office, openOffice } from './office.ts';
import { screens, walk } from './walk.ts';

let office: Office;
let browser: Browser;
/** An owner who is also an operator of the platform, so that they see every screen. */
let owner: Client;
/** Route → an address at which it shows a screen. */
let shown: ReadonlyMap<Route, string>;

beforeAll(async () => {
  [office, browser] = await Promise.all([openOffice(), openBrowser()]);
  owner = await office.as('owner');
  await office.app.database.asOwner(
    "UPDATE platform.users SET is_operator = true WHERE id IN (SELECT user_id FROM platform.memberships WHERE role = 'owner')",
  );
  await prepared(office);
  shown = await walk(owner);
});
afterAll(async () => {
  await browser.close();
  await office.stop();
});

/** Screens that no link leads to, or that a signed-in owner is not shown. */
const elsewhere = [
  '/sign-in',
  '/second-factor',
  '/sign-up',
  '/forgot',
  '/verify/:link',
  '/email/:link',
  '/reset/:link',
  '/invitation/:link',
];
const kilobyte = 1024;

/** Opens one screen after the other, and says what is wrong with how each looks in a narrow and in a wide window. */
async function faultsOf(addresses: Iterable<string>, cookie: string): Promise<Record<string, string[]>> {
  // A window for each screen would start a process for each, which costs as much as all that is looked at in it.
  const { context, page, complaints } = await aVisitor(browser, { baseUrl: office.app.baseUrl });
  const faults: Record<string, string[]> = {};
  try {
    const [name = '', value = ''] = cookie.split('=');
    if (value !== '') await context.addCookies([{ name, value, url: office.app.baseUrl }]);
    for (const address of addresses) {
      const found = await faultsAt(page, address);
      found.push(...complaints.splice(0));
      if (found.length > 0) faults[address] = found;
    }
    return faults;
  } finally {
    await context.close();
  }
}

async function faultsAt(page: Page, address: string): Promise<string[]> {
  await seenIn(page, windows[0]);
  await page.goto(office.app.baseUrl + address);
  await page.evaluate("for (const details of document.querySelectorAll('main details')) details.open = true");
  const faults: string[] = [];
  for (const window of windows) {
    await seenIn(page, window);
    faults.push(
      ...(await faultsIn(page)).map((fault) => `${window.width} px, ${window.colorScheme}: ${fault}`),
    );
  }
  return faults;
}

async function faultsIn(page: Page): Promise<string[]> {
  const wide = Number(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  );
  const headings = await page.locator('h1').count();
  return [
    ...(wide > 0 ? [`wider than the window by ${wide} px`] : []),
    ...(headings === 1 ? [] : [`${headings} first headings`]),
    ...(await violationsOf(page)),
  ];
}

/** The names of the fields that a person fills in, once for each form of a screen. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/<form method="post"[^]*?<\/form>/g)].flatMap(([form]) => [
    ...new Set(
      [...form.matchAll(/<(?:input(?! type="hidden")|select|textarea)\b[^>]* name="([^"]+)"/g)].map(
        ([, name = '']) => name,
      ),
    ),
  ]);

describe('every screen', () => {
  it('is reached by a link', () => {
    const missing = screens.filter(({ kind, path }) => {
      const known = [...shown.keys()].some((route) => route.path === path && route.kind === kind);
      return !known && !elsewhere.includes(path);
    });

    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  it('is accessible and fits a narrow window and a wide one, light and dark', async () => {
    expect(shown.size).toBeGreaterThan(0);
    expect(await faultsOf(shown.values(), owner.cookie())).toEqual({});
  });

  it('names no field twice in different forms: a form that is refused would fill in the others', async () => {
    const shared: string[] = [];
    for (const address of shown.values()) {
      const names = namesIn((await owner.open(address)).text);
      const twice = names.filter((name, at) => names.indexOf(name) !== at);
      if (twice.length > 0) shared.push(`${address}: ${twice.join()}`);
    }

    expect(shared).toEqual([]);
  });

  it('takes amounts and counts of any length: one that a browser cuts is another one', async () => {
    const cut: string[] = [];
    for (const address of shown.values()) {
      const { text } = await owner.open(address);
      const inputs = text.match(/<input\b[^>]*>/g) ?? [];
      const numbers = inputs.filter((input) => /inputmode="(?:decimal|numeric)"/.test(input));
      cut.push(...numbers.filter((input) => !/one-time-code|maxlength="200"/.test(input)));
    }

    expect(cut).toEqual([]);
  });

  it('loads at most 60 KB with everything that it needs', async () => {
    const shared = Object.values(asset).reduce((sum, { text }) => sum + gzipSync(text).length, 0);
    const heavy: string[] = [];
    for (const address of shown.values()) {
      const { text } = await owner.open(address);
      const bytes = shared + gzipSync(text).length;
      if (bytes > 60 * kilobyte) heavy.push(`${address}: ${bytes} bytes`);
    }

    expect(shared).toBeLessThan(30 * kilobyte);
    expect(heavy).toEqual([]);
  });
});

describe('a refused form', () => {
  it('is accessible with its errors', async () => {
    const { baseUrl } = office.app;
    const { context, page } = await aVisitor(browser, { baseUrl, baseURL: baseUrl });
    const [name = '', value = ''] = owner.cookie().split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
    const [, path = ''] = [...shown].find(([route]) => route.path === '/apps/:app/keys/new') ?? [];
    await page.goto(path);
    await page.evaluate(
      "for (const box of document.querySelectorAll('[name=permissions]')) box.checked = false",
    );
    await page.locator('main form button.main').click();
    await page.locator('fieldset[aria-invalid]').waitFor();
    const faults = await faultsIn(page);
    await context.close();

    expect(faults).toEqual([]);
  });
});

describe('a form with files', () => {
  it('is not sent with more than is taken, so that nothing that was typed is lost', async () => {
    const { baseUrl } = office.app;
    const { context, page } = await aVisitor(browser, { baseUrl, baseURL: baseUrl });
    const [name = '', value = ''] = owner.cookie().split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
    await page.goto('/dashboard/live/verification');
    await page.locator('[name=legal_name]').fill('Corner Shop');
    const fields = "[...document.querySelectorAll('main form [type=file]')]";
    const button = page.locator('main form button.main');
    const choose = (...mebibytes: number[]) =>
      page.evaluate(`${fields}.forEach((field, at) => {
        const chosen = new DataTransfer();
        const size = [${mebibytes.join()}][at];
        if (size) chosen.items.add(new File([new Uint8Array(size * 1024 * 1024)], 'a.pdf'));
        field.files = chosen.files;
      })`);
    const refused = async () => {
      await button.click();
      return page.evaluate(`${fields}.find((field) => !field.validity.valid)?.validationMessage`);
    };
    await choose(6);
    const large = await refused();
    await choose(5, 5, 5, 5, 5);
    const many = await refused();
    const typed = await page.locator('[name=legal_name]').inputValue();
    await choose();
    await Promise.all([page.waitForResponse((answer) => answer.status() === 422), button.click()]);
    await context.close();

    expect(large).toBe('This file has more than 5 MiB. Choose a smaller one.');
    expect(many).toContain('more than 20 MiB together');
    expect(typed).toBe('Corner Shop');
  });
});

describe('a list in a browser', () => {
  it('says of which merchant its page is, and which loads no person asked for: these keep no session alive', async () => {
    const { baseUrl } = office.app;
    const { context, page } = await aVisitor(browser, { baseUrl, baseURL: baseUrl });
    const [name = '', value = ''] = owner.cookie().split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
    await page.goto('/dashboard/test/events');
    await page.evaluate("document.querySelector('form.filters details').open = true");
    const asked = async (query: string, by: () => Promise<unknown>) => {
      const [sent] = await Promise.all([
        page.waitForRequest((one) => 'hx-request' in one.headers() && one.url().includes(query)),
        by(),
      ]);
      return ['x-automatic', 'x-merchant'].map((header) => sent.headers()[header]);
    };
    const byItself = await asked('/events', () =>
      page.evaluate("document.body.dispatchEvent(new Event('changed'))"),
    );
    const field = page.locator('form.filters [name=object]');
    await field.fill('evt_none');
    const byPerson = await asked('object=evt_none', () => field.press('Enter'));
    await context.close();

    const merchant = expect.stringMatching(/^mer_[0-9a-f]{32}$/);
    expect(byItself).toEqual(['true', merchant]);
    expect(byPerson).toEqual([undefined, merchant]);
  });
});

describe('a person who types for long', () => {
  it('makes a request every five minutes, so that their session does not end', async () => {
    const { baseUrl } = office.app;
    const { context, page } = await aVisitor(browser, { baseUrl, baseURL: baseUrl });
    const [name = '', value = ''] = owner.cookie().split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
    const asked: (string | undefined)[] = [];
    page.on('request', (one) => {
      if (one.method() === 'HEAD') asked.push(one.headers()['x-automatic']);
    });
    await page.clock.install();
    await page.goto('/dashboard/test/links/new');
    const field = page.locator('[name=title]');
    await field.pressSequentially('a');
    await page.clock.fastForward('05:01');
    await office.app.database.asOwner(
      "UPDATE platform.dashboard_sessions SET seen_at = now() - interval '20 minutes'",
    );
    await Promise.all([page.waitForResponse('**/dashboard/account'), field.pressSequentially('bc')]);
    const seen = await office.app.database.asOwner(
      "SELECT 1 FROM platform.dashboard_sessions WHERE seen_at > now() - interval '10 minutes'",
    );
    await context.close();

    expect(asked).toEqual([undefined]);
    expect(seen).toHaveLength(1);
  });
});

describe('a list that loads again by itself', () => {
  it('keeps the focus on the row that had it', async () => {
    const { baseUrl } = office.app;
    const { context, page } = await aVisitor(browser, { baseUrl, baseURL: baseUrl });
    const [name = '', value = ''] = owner.cookie().split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
    await page.goto('/dashboard/test/events');
    const third = page.locator('#list tbody a').nth(2);
    const address = await third.getAttribute('href');
    await third.focus();
    await page.evaluate("document.getElementById('list').dataset.old = 'yes'");
    await page.evaluate("document.body.dispatchEvent(new Event('changed'))");
    await page.locator('#list:not([data-old])').waitFor();
    const focused = await page.evaluate<string | null>("document.activeElement.getAttribute('href')");
    await context.close();

    expect(focused).toBe(address);
  });
});

describe('a filter in a browser', () => {
  it('says what it found, and leads to the failure if it could not', async () => {
    const { baseUrl } = office.app;
    const { context, page } = await aVisitor(browser, { baseUrl, baseURL: baseUrl });
    const [name = '', value = ''] = owner.cookie().split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
    await page.goto('/dashboard/test/payments');
    const search = page.locator('form.filters [name=search]');
    const said = page.locator('#announce');
    const look = async (text: string) => {
      await search.fill(text);
      await search.press('Enter');
      await page.waitForURL(`**search=${text}`);
    };
    await look('order-declined');
    await expect.poll(() => said.textContent(), { timeout: 10_000 }).toBe('Rows shown: 1');
    await look('order-unknown');
    await expect.poll(() => said.textContent(), { timeout: 10_000 }).toContain('No payments here.');
    await page.route('**/payments?**', (route) =>
      route.fulfill({ status: 503, body: 'The service is busy' }),
    );
    await look('order-paid');
    await page.waitForLoadState();
    const instead = await page.locator('body').textContent();
    await context.close();

    expect(instead).toBe('The service is busy');
  });
});

describe('a button that copies', () => {
  it('says how that went, and then its own words again, however often it is pressed', async () => {
    const { baseUrl } = office.app;
    const { context, page, complaints } = await aVisitor(browser, { baseUrl, baseURL: baseUrl });
    const [name = '', value = ''] = owner.cookie().split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
    await page.clock.install();
    const [, path = ''] = [...shown].find(([route]) => route.path === '/apps/:app/keys/:key') ?? [];
    await page.goto(path);
    const button = page.locator('main button[data-copy]').first();
    const pressed = async (answer: string) => {
      await page.evaluate(`navigator.clipboard.writeText = () => ${answer}`);
      await button.click();
      return await button.innerText();
    };
    const said = [await pressed('Promise.resolve()'), await pressed('Promise.resolve()')];
    await page.clock.runFor(5000);
    said.push(await button.innerText(), await pressed('Promise.reject(new Error("denied"))'));
    await page.clock.runFor(5000);
    said.push(await button.innerText());
    await context.close();

    const { copy, notCopied } = frameWords;
    expect(said).toEqual(['✓', '✓', copy, notCopied, copy]);
    expect(complaints).toEqual([]);
  });
});

describe('the menu of the person', () => {
  it('opens inside windows of every width, on screens with and without a merchant', async () => {
    const { baseUrl } = office.app;
    const { context, page } = await aVisitor(browser, { baseUrl, baseURL: baseUrl });
    const [name = '', value = ''] = owner.cookie().split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
    const outside: string[] = [];
    for (const path of ['/dashboard/test', '/dashboard/account']) {
      await page.goto(path);
      await page.locator('details.person summary').click();
      const menu = page.locator('details.person ul');
      for (const width of [320, 360, 390, 430, 480, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const box = await menu.boundingBox();
        if (!box || box.x < 0 || box.x + box.width > width)
          outside.push(`${path}, ${width} px: ${box?.x} to ${box && box.x + box.width}`);
      }
    }
    await context.close();

    expect(outside).toEqual([]);
  });
});

describe('the ways in', () => {
  it('are accessible and fit a narrow window and a wide one, light and dark', async () => {
    const addresses = ['/dashboard/sign-in', '/dashboard/sign-up', '/dashboard/forgot', await resetLink()];

    expect(await faultsOf(addresses, '')).toEqual({});
  });
});

/** The path of a link to choose a new password, as the mail has it. */
async function resetLink(): Promise<string> {
  const { email } = await office.aPerson();
  const { platform } = office.app.database.databases;
  await requestReset({ platform, secrets: office.app.secrets, address: office.app.baseUrl }, email);
  const [mail] = await office.app.database.asOwner('SELECT text FROM platform.mails WHERE recipient = $1', [
    email,
  ]);
  return /\/dashboard\/reset\/\S+/.exec(String(mail?.['text']))?.[0] ?? '';
}
