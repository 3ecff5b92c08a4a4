import type { Operation } from '../contract.ts';
import type { Covered, Finding, Verdict } from '../judge.ts';
import { escaped } from './junit.ts';

/** One page to look at: the verdicts, what was found with a line that repeats it, and what was covered. Loads nothing. */
export function pageOf(verdicts: readonly Verdict[], operations: readonly Operation[]): string {
  const covered = verdicts.flatMap((verdict) => verdict.covered ?? []);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Fuzzing report</title>
<style>${style}</style>
<h1>Fuzzing report</h1>
${table(
  ['Verdict', 'Judge', 'About'],
  verdicts.map(({ mark, name, about }) => [mark, name, about]),
)}
<h2>Found</h2>
${found(verdicts)}
<h2>Covered</h2>
${byOperation(covered, operations)}
${covered.map(missed).join('\n')}
</html>
`;
}

const style = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem; border-bottom: 1px solid #ddd }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f5f5f5; padding: .6rem }
summary { cursor: pointer }`;

function found(verdicts: readonly Verdict[]): string {
  const all = verdicts.flatMap(({ findings }) => findings);
  return all.length === 0 ? '<p>Nothing.</p>' : all.map(shown).join('\n');
}

function shown({ operation, what, curl }: Finding): string {
  const [sentence = '', ...details] = what.split('\n');
  const lines = [...details, ...(curl === undefined ? [] : [curl])];
  const more = lines.length === 0 ? '' : `<pre>${escaped(lines.join('\n'))}</pre>`;
  return `<h3>${escaped(operation)}</h3><p>${escaped(sentence)}</p>${more}`;
}

/** A row per operation: which of its answers, codes, parameters and links were seen, and how often. */
function byOperation(covered: readonly Covered[], operations: readonly Operation[]): string {
  if (covered.length === 0) return '<p>No judge has counted.</p>';
  const rows = operations.map(({ id }) => [
    id,
    ...covered.map(({ seen, missed: left }) =>
      [
        ...[...seen]
          .filter(([name]) => name.startsWith(`${id} `))
          .map(([name, times]) => `${rest(name)}: ${times}`),
        ...left.filter((name) => name.startsWith(`${id} `)).map((name) => `${rest(name)}: never`),
      ].join(', '),
    ),
  ]);
  return table(['Operation', ...covered.map(({ kind }) => kind)], rows);
}

function missed({ kind, seen, missed: left }: Covered): string {
  const all = seen.size + left.length;
  return `<details><summary>${kind}: ${seen.size} of ${all}</summary><p>${escaped(left.join(', '))}</p></details>`;
}

const rest = (name: string) => name.slice(name.indexOf(' ') + 1);

const row = (cells: readonly string[], tag: 'th' | 'td') =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return `<table>${row(heads, 'th')}${rows.map((cells) => row(cells, 'td')).join('\n')}</table>`;
}
