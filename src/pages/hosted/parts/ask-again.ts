import { type Html, html } from '../../html.ts';
import type { PageLook } from '../../layout.ts';

/** A button that loads the page again: it works without script, and on phones that suspend timers. */
export function askAgain(
  { words, query, address }: Pick<PageLook, 'words' | 'query'> & { readonly address: string },
  label: string,
): Html {
  return html`<form method="get" action="${address}">${query !== '' && html`<input type="hidden" name="lang" value="${words.lang}">`}<button class="main">${label}</button></form>`;
}
