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
  const isForm = posted !== undefined && failure.status !== 404;
  const main = html`<main data-page="failure"><h1>${title}</h1><p>${text}</p>${isForm && wayOn(words, posted, failure.status)}</main>`;
  return shell({ words, query: '', languages: [], brand: {}, sandbox }, { title, main });
}

/** A bank may have taken the money before we failed. A refused form did nothing; loading its answer again would send it again. */
function wayOn({ lookFirst: { text, look, back } }: Words, posted: string, status: number): Html {
  const isOpen = status >= 500;
  return html`${isOpen && html`<p>${text}</p>`}<a class="button" href="${url(posted)}">${isOpen ? look : back}</a>`;
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
