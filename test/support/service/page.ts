/** A hosted page as a browser without JavaScript loads it. */
export type Page = {
  readonly address: string;
  readonly status: number;
  /** Which page this is: `choose`, `receipt` … */
  readonly name: string;
  readonly text: string;
};

export async function openPage(address: string): Promise<Page> {
  return pageOf(await fetch(address, { redirect: 'manual' }));
}

/** Submits one of the forms of a page with its hidden fields, and follows the redirect. */
export async function submit(
  page: Page,
  action: 'pay' | 'save' | 'authorise' | 'fail' | 'cancel' | 'expire',
  fields: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const form = formOf(page, action);
  const answer = await fetch(new URL(form.action, page.address), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form.hidden, ...fields }).toString(),
  });
  const location = answer.headers.get('location');
  if (answer.status !== 303 || location === null) return await pageOf(answer);
  await answer.body?.cancel();
  return await openPage(new URL(location, page.address).href);
}

/** Opens the page of a checkout and pays by card. */
export async function payByCard(address: string, number: string): Promise<Page> {
  const fields = { method: 'card', number, expiry: '12 / 40', holder: 'T. Moyo', cvv: '737' };
  return await submit(await openPage(address), 'pay', fields);
}

/** Opens the page of a checkout and pays by wallet. */
export async function payByWallet(address: string, phone: string): Promise<Page> {
  return await submit(await openPage(address), 'pay', { method: 'wallet_a', phone });
}

async function pageOf(answer: Response): Promise<Page> {
  const text = await answer.text();
  const name = /<main data-page="([^"]*)"/.exec(text)?.[1] ?? '';
  return { address: answer.url, status: answer.status, name, text };
}

type Form = { readonly action: string; readonly hidden: Readonly<Record<string, string>> };

function formOf(page: Page, wanted: string): Form {
  for (const [form = '', action = ''] of page.text.matchAll(
    /<form method="post" action="([^"]*)"[\s\S]*?<\/form>/g,
  )) {
    if (action.endsWith(`/${wanted}`)) return { action, hidden: hiddenIn(form) };
  }
  throw new Error(`the page "${page.name}" has no form that leads to ${wanted}`);
}

function hiddenIn(form: string): Record<string, string> {
  const fields = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}
