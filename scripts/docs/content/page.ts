/** A page of the documentation, as Markdown. */
export type SitePage = {
  /** Below `/docs/`, without ending. */
  readonly path: string;
  readonly title: string;
  /** What the page says, in one sentence: for search results and lists. */
  readonly description: string;
  readonly markdown: string;
  /** How the page is named in the sidebar, if not by its title. */
  readonly label?: string;
  readonly order?: number;
};

/** The page as the site reads it, with what it says about itself on top. */
export function sourceOf(page: SitePage): string {
  const { title, description, label, order } = page;
  const sidebar = {
    ...(label !== undefined && { label }),
    ...(order !== undefined && { order }),
  };
  const about = { title, description, sidebar };
  // JSON is YAML.
  const lines = Object.entries(about).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${grouped(page.markdown)}\n`;
}

/** The page for readers of plain text, at its address with `.md`. */
export function twinOf({ title, markdown }: SitePage): string {
  return `# ${title}\n\n${markdown.trim()}\n`;
}

const fence = '```(?:sh|js|ts|python|php|go|java|csharp|ruby)\\n[^]*?\\n```';
const several = new RegExp(`^${fence}(?:\\n+${fence})+`, 'gm');

/** Puts blocks of code in several languages, one after the other, into one group, which the site shows as tabs. */
function grouped(markdown: string): string {
  return markdown.replaceAll(several, (blocks) => {
    const names = [...blocks.matchAll(/^```(\w+)$/gm)].map(([, name]) => name);
    return new Set(names).size === names.length ? `<div class="code-tabs">\n\n${blocks}\n\n</div>` : blocks;
  });
}

export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** A table; empty text if it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const line = (cells: readonly string[]): string => `| ${cells.map(cellOf).join(' | ')} |`;
const cellOf = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');

/** Parts with a blank line between them; parts that are empty are left out. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

export const code = (text: string): string => `\`${text}\``;

/** The first sentence of a text, without marks, for a list or a search result. */
export function firstSentence(text: string): string {
  const [first = ''] = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.:;])\s/);
  // Nothing follows that a colon or a semicolon could lead to.
  const ended = first.replace(/[:;]$/, '.');
  return ended.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}
