import { readFileSync } from 'node:fs';

/** The specification, as the repository keeps it. */
const specification = readFileSync(new URL('../../../docs/specification.md', import.meta.url), 'utf8');

/** The text below a heading, up to the next one. */
export function section(title: string): string {
  const [, after = ''] = specification.split(title);
  return after.split(/^#+ /m)[0] ?? '';
}

/** Meaning by type, from the table "Events delivered today": the events that the specification marks as live. */
export function liveEvents(): Map<string, string> {
  const rows = section('### Events delivered today').matchAll(/^\| ([a-z][\w.-]+) \| (.+) \|$/gm);
  return new Map([...rows].map(([, type = '', meaning = '']) => [type, meaning]));
}
