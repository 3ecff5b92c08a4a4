import type { Row } from './compare/rows.ts';

type Release = {
  readonly date: string;
  /** The day of the release. */
  readonly today: string;
  readonly titles: readonly string[];
  readonly rows: readonly Row[];
};

/** The changelog with an entry for a release: a section for a new version, or what was added to one that is there. */
export function withRelease(changelog: string, { date, today, titles, rows }: Release): string {
  const breaking = entries(rows, 'breaking');
  const added = entries(rows, 'addition');
  const heading = new RegExp(`^## ${date}$`, 'mu').exec(changelog);
  if (heading === null) {
    const section = [
      `## ${date}\n\nReleased ${today}.\n`,
      `${titles.map((title) => `- ${title}.`).join('\n')}\n`,
      listed('### Breaking', breaking),
      listed('### Added', added),
    ];
    const at = changelog.search(/^## /mu);
    return insert(changelog, at === -1 ? changelog.length : at, `${section.filter(Boolean).join('\n')}\n`);
  }
  const rest = changelog.slice(heading.index + 1).search(/^## /mu);
  const end = rest === -1 ? changelog.length : heading.index + 1 + rest;
  const own = changelog.slice(heading.index, end);
  const title = `### Added on ${today}`;
  if (own.includes(title))
    return insert(changelog, heading.index + own.trimEnd().length, `\n${added.join('\n')}`);
  return insert(changelog, heading.index + own.trimEnd().length, `\n\n${listed(title, added).trimEnd()}`);
}

/** One line for each change; whoever integrates has no use for the line of our source. */
function entries(rows: readonly Row[], verdict: Row['verdict']): string[] {
  const lines = rows
    .filter((row) => row.verdict === verdict)
    .map((row) => `- ${row.where === '' ? '' : `${placesOf(row)}: `}${row.reason}`);
  return [...new Set(lines)];
}

/** Whoever moves to another version must see whether what breaks is theirs, so each operation and event has its name here. */
function placesOf({ verdict, where, touches }: Row): string {
  if (verdict !== 'breaking') return where;
  const [first] = where.split(/[ ,]/u, 1);
  const others = [...touches].filter((name) => name !== first);
  return where.replace(/ \(and [0-9]+ more\)$/u, () => ` (also ${others.join(', ')})`);
}

function listed(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n\n${lines.join('\n')}\n`;
}

function insert(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}
