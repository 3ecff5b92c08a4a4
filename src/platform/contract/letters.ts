/**
 * How many letters a text has, as `maxLength` of the contract and PostgreSQL count them: one for each code point. `.length` counts an
 * emoji, and each letter of some scripts, as two.
 */
export function lettersIn(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The beginning of a text, with no letter cut in two. */
export const firstLetters = (text: string, most: number): string => Array.from(text).slice(0, most).join('');

/** `maxlength` in HTML for a text of so many letters. Browsers count as `.length` does, so the service has to count again. */
export const maxlengthFor = (letters: number): number => letters * 2;
