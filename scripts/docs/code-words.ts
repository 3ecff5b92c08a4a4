import { type Child, html } from '../../src/pages/html.ts';

/** Renders `code` in a text of the contract, which uses no other Markdown. */
export function codeWords(text: string): Child {
  return text.split('`').map((piece, place) => (place % 2 === 0 ? piece : html`<code>${piece}</code>`));
}
