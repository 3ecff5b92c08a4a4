import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/en/words.ts';

/** Says that the page closes in a minute, where the time is not shown. WCAG 2.2.1. */
export function untold({
  words,
  secondsLeft,
}: {
  readonly words: Words;
  readonly secondsLeft: number;
}): Html {
  return html`<p class="hidden" data-left="${secondsLeft}" data-say60="${words.closes(60)}"></p>`;
}
