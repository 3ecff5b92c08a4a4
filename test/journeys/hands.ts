import type { Locator, Page } from 'playwright-core';

/** How a person works with a page. */
export type Hands = {
  /** Writes into the field of the form's name. */
  readonly write: (name: string, text: string) => Promise<void>;
  /** Chooses a radio button or ticks a box. */
  readonly choose: (name: string, value: string) => Promise<void>;
  /** Presses the button of the form whose address ends so, and waits for the next screen. */
  readonly send: (ending: string) => Promise<void>;
  /** Follows the link that leads to an address ending so. */
  readonly follow: (ending: string) => Promise<void>;
  /** Opens what is folded up. */
  readonly unfold: (summary: string) => Promise<void>;
};

const field = (name: string): string => `main [name="${name}"]:not([type=hidden])`;
const button = (ending: string): string =>
  `form[action$="${ending}"] button, form[action*="${ending}?"] button`;
const linkTo = (ending: string): string => `a[href$="${ending}"]`;

/** Somebody with a mouse. */
export function mouse(page: Page): Hands {
  return {
    write: (name, text) => page.locator(field(name)).fill(text),
    choose: (name, value) => page.locator(`${field(name)}[value="${value}"]`).check(),
    send: (ending) => moved(page, () => page.locator(button(ending)).first().click()),
    follow: (ending) => moved(page, () => page.locator(linkTo(ending)).first().click()),
    unfold: (summary) => page.locator('summary', { hasText: summary }).first().click(),
  };
}

/** Somebody with nothing but a keyboard: whatever Tab does not reach, or shows no focus, they cannot use. */
export function keyboard(page: Page): Hands {
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  return {
    write: async (name, text) => {
      await tabTo(page, page.locator(field(name)));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    choose: async (name, value) => {
      const wanted = page.locator(`${field(name)}[value="${value}"]`);
      if (await wanted.isChecked()) return;
      if ((await wanted.getAttribute('type')) === 'checkbox') {
        await tabTo(page, wanted);
        await page.keyboard.press('Space');
        return;
      }
      await tabTo(page, page.locator(field(name)));
      for (let at = 0; at < mostChoices && !(await wanted.isChecked()); at += 1)
        await page.keyboard.press(at === 0 ? 'Space' : 'ArrowDown');
    },
    send: (ending) => moved(page, () => press(page.locator(button(ending)).first())),
    follow: (ending) => moved(page, () => press(page.locator(linkTo(ending)).first())),
    unfold: (summary) => press(page.locator('summary', { hasText: summary }).first()),
  };
}

const mostChoices = 30;
const mostTabs = 250;

const outlineOf = (element: {
  readonly ownerDocument: {
    readonly defaultView: { getComputedStyle(of: unknown): { readonly outlineStyle: string } };
  };
}): string => element.ownerDocument.defaultView.getComputedStyle(element).outlineStyle;

/** Presses Tab until one of these has the focus, and looks whether the focus can be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    for (const one of await target.all()) {
      if (!(await one.evaluate((element) => element === element.ownerDocument.activeElement))) continue;
      if ((await one.evaluate(outlineOf)) === 'none')
        throw new Error(`the focus on ${String(target)} cannot be seen`);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)} of ${page.url()}`);
}

/** Does something that opens another screen, and waits for it. */
async function moved(page: Page, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForNavigation(), act()]);
}
