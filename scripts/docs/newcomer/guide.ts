/** What a reader of a guide does, one thing after the other. */
export type Step =
  | {
      readonly does: 'type';
      readonly commands: string;
      /** The sentence before says to leave it running. */
      readonly isLeftRunning: boolean;
      /** The sentence before says to use another terminal. */
      readonly isInAnotherTerminal: boolean;
    }
  | { readonly does: 'save'; readonly file: string; readonly text: string }
  | { readonly does: 'browse'; readonly words: string };

/** The part of a page below a heading of the second level, without the heading. */
export function sectionOf(markdown: string, heading: string): string {
  const found = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`The page has no section "${heading}".`);
  return found.slice(heading.length);
}

const block = /^```(\w*)\n([^]*?)^```$|^\d+\. (.+)$/gm;

/** What a part of a page tells its reader to do: blocks of commands and of files, and numbered lines for the browser. */
export function stepsOf(section: string): readonly Step[] {
  let from = 0;
  return [...section.matchAll(block)].flatMap((match): Step[] => {
    const before = section.slice(from, match.index).trim().split('\n\n').at(-1) ?? '';
    from = match.index + match[0].length;
    const [, language, text = '', line] = match;
    if (line !== undefined) return [{ does: 'browse', words: line }];
    if (language === 'sh') {
      const isLeftRunning = /leave it running/i.test(before);
      const isInAnotherTerminal = /in another terminal/i.test(before);
      return [{ does: 'type', commands: text, isLeftRunning, isInAnotherTerminal }];
    }
    const file = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(text)?.[1];
    return file === undefined ? [] : [{ does: 'save', file, text }];
  });
}

/** How many words somebody reads, without the code. */
export function wordsIn(markdown: string): number {
  return markdown.replaceAll(/^```[^]*?^```$/gm, '').match(/[\p{L}\d]+/gu)?.length ?? 0;
}
