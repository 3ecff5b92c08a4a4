import { isAmountRefusal } from '../../../domain/payments/checkouts/gateway-for.ts';
import type { Failure } from '../../../platform/http/error-handler.ts';
import { type Html, html, url } from '../../html.ts';
import { shell } from '../../layout.ts';
import type { Words } from '../../words/en/words.ts';

type About = {
  readonly words: Words;
  readonly sandbox: boolean;
  /** Of the form that was posted: a GET of it leads to its page. Absent: none was. */
  readonly posted: string | undefined;
};

/** What a browser sees instead of the JSON error: the same page for every address that does not exist. */
export function failurePage(failure: Failure, { words, sandbox, posted }: About): string {
  const { title, text } = wordsFor(words, failure);
  const isOpen = posted !== undefined && failure.status >= 500;
  const main = html`<main data-page="failure"><h1>${title}</h1><p>${text}</p>${isOpen && lookFirst(words, posted)}</main>`;
  return shell({ words, query: '', languages: [], brand: {}, sandbox }, { title, main });
}

/** A bank may have taken the money before we failed. */
function lookFirst({ lookFirst: { text, look } }: Words, posted: string): Html {
  return html`<p>${text}</p><a class="button" href="${url(posted)}">${look}</a>`;
}

function wordsFor(words: Words, failure: Failure): { title: string; text: string } {
  if (isAmountRefusal(failure.body.code)) return words.noWayForAmount;
  switch (failure.status) {
    case 404:
      return words.notFound;
    case 400:
    case 413:
      return words.badForm;
    case 429:
      return {
        title: words.tooMany.title,
        text: words.tooMany.text(Number(failure.headers['Retry-After'] ?? 1)),
      };
    case 503:
      return words.unavailable;
    default:
      return { title: words.bug.title, text: words.bug.text(failure.body.request_id) };
  }
}
