import { uuidIn } from '../../../platform/ids.ts';
import { phoneParts } from '../../money/wallets/phone.ts';

/** What a merchant searches for. All patterns are for LIKE. */
export type Term = {
  readonly text: string;
  /** Any part of a reference, name or email, in any case. */
  readonly part: string;
  /** Any of these parts of a phone. */
  readonly phones: readonly string[];
  /** The id of a transaction or of what it comes from; null when the text is no id. */
  readonly id: string | null;
  /** The words with a trigram of their own. Without one, the index cannot find the text. */
  readonly words: readonly string[];
};

export function termOf(text: string): Term {
  return {
    text,
    part: partOf(text),
    phones: phoneParts(text).map(partOf),
    id: uuidIn(text) ?? null,
    words: text.match(/[\p{L}\p{N}]{3,}/gu) ?? [],
  };
}

/**
 * A pattern for rows with the parts of the text that are left without its frequent words. It fits at least the rows that the text
 * fits. If nothing with a trigram is left, it is the whole text.
 */
export function patternWithout({ text, part }: Term, words: readonly string[]): string {
  if (words.length === 0) return part;
  const rest = text.split(new RegExp(words.join('|'), 'u'));
  return rest.some((piece) => hasTrigram.test(piece)) ? rest.map(partOf).join('') : part;
}

/** Three letters or digits, or two at the beginning of a word. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u;

/** The patterns of phones without the code of the country, which all numbers have and which only slows the index down. */
export function phonePatternsOf({ phones }: Term): readonly string[] {
  return phones.map((phone) => phone.replace(/^%\+263(?=[0-9]{3})/, '%'));
}

function partOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
