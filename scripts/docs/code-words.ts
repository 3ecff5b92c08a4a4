import { type Child, html } from '../../src/pages/html.ts';

/** Words of the documents with their `code` set as code; nothing else of Markdown is used in them. */
export function codeWords(text: string): Child {
  return text.split('`').map((piece, place) => (place % 2 === 0 ? piece : html`<code>${piece}</code>`));
}
