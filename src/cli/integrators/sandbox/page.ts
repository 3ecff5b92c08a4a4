import { Failure } from '../../support/print.ts';
import { reasonOf } from '../access/call.ts';

/** A hosted page, as a browser without script has it. */
export type Page = { readonly address: string; readonly name: string; readonly text: string };

type Action = 'pay' | 'save' | 'authorise' | 'fail';

export async function openPage(address: string): Promise<Page> {
  return pageOf(await get(address, {}));
}

/**
 * Sends one of the page's forms with its hidden fields, and follows the redirect.
 *
 * @throws Failure if the page has no such form, or the form was refused and nothing was done
 */
export async function submit(
  page: Page,
  action: Action,
  fields: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const form = formOf(page, action);
  const answer = await get(new URL(form.action, page.address).href, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form.hidden, ...fields }).toString(),
  });
  const location = answer.headers.get('location');
  if (answer.status === 303 && location !== null) return await openPage(new URL(location, page.address).href);
  const shown = pageOf(answer);
  if (answer.ok) return shown;
  throw new Failure('refused', problemOf(shown.text) ?? titleOf(shown.text) ?? shown.name);
}

type Got = Pick<Response, 'ok' | 'status' | 'url' | 'headers'> & { readonly text: string };

/** @throws Failure if no answer comes whole. A form may have taken effect. */
async function get(address: string, init: RequestInit): Promise<Got> {
  const signal = AbortSignal.timeout(30_000);
  try {
    const answer = await fetch(address, { redirect: 'manual', signal, ...init });
    const { ok, status, url, headers } = answer;
    return { ok, status, url, headers, text: await answer.text() };
  } catch (error) {
    const done = init.method === 'POST' ? ' What was sent may have taken effect.' : '';
    throw new Failure(
      'network',
      `The page ${address} does not answer (${reasonOf(error)}).${done} Look: mps doctor`,
    );
  }
}

function pageOf({ status, url, text }: Got): Page {
  if (status === 404) throw new Failure('notFound', `There is no page at ${url}.`);
  return { address: url, name: /<main data-page="([^"]*)"/.exec(text)?.[1] ?? 'unknown', text };
}

function formOf({ text, name }: Page, wanted: Action) {
  const forms = text.matchAll(/<form method="post" action="([^"]*)"[\s\S]*?<\/form>/g);
  for (const [form = '', action = ''] of forms) {
    if (!action.endsWith(`/${wanted}`)) continue;
    const hidden = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
    return {
      action,
      hidden: Object.fromEntries([...hidden].map(([, key = '', value = '']) => [key, value])),
    };
  }
  throw new Failure('refused', `Nothing can be paid here: the page says "${titleOf(text) ?? name}".`);
}

export function titleOf(text: string): string | undefined {
  const title = /<h1[^>]*>([\s\S]*?)<\/h1>/
    .exec(text)?.[1]
    ?.replaceAll(/<[^>]*>/g, '')
    .trim();
  return title === '' ? undefined : title;
}

/** The summary of errors above a form. */
export function problemOf(text: string): string | undefined {
  const problem = /role="alert"[^>]*>([\s\S]*?)<\/(?:div|section)>/.exec(text)?.[1];
  return problem
    ?.replaceAll(/<\/h\d>/g, ': ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
