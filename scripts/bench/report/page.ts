import { type Html, html, trusted } from '../../../src/pages/html.ts';
import { aimOf, isMet, spreadOf, valueOf } from '../measure/figures.ts';
import { chartOf } from './charts.ts';
import { newestFigures, type Placed, type Run, usedRuns } from './runs.ts';

/** A page with all figures and their plots. It needs nothing else: no script, no other file. */
export function pageOf(runs: readonly Run[]): string {
  const figures = newestFigures(runs);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Benchmarks</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #1b242e; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
figure { margin: 0 0 2.5rem; }
figcaption { margin-bottom: .5rem; }
svg { max-width: 100%; height: auto; }
.met { color: #17692b; }
.missed { color: #a3221b; }
small { color: #3b4754; display: block; }
</style>
</head>
<body>
<h1>Benchmarks</h1>
<ul>${usedRuns(runs).map((run) => html`<li>${aboutRun(run)}</li>`)}</ul>
${figures.map(figureOf)}
</body>
</html>
`;
  return String(page);
}

export function aboutRun({ at, commit, machine, versions, rounds, seconds, loadBefore }: Run): string {
  const noise =
    loadBefore > 0.5 ? ` The machine was not quiet: load ${loadBefore.toFixed(1)} before the run.` : '';
  return `${at.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}: ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${seconds} s on ${[machine, ...versions].join(', ')}.${noise}`;
}

function figureOf({ figure }: Placed): Html {
  const { id, what, values, goal, about, unlike, plot } = figure;
  const met = isMet(figure);
  const aim =
    goal !== undefined &&
    html`, goal ${aimOf(goal)}: <span class="${met ? 'met' : 'missed'}">${met ? 'met' : 'missed'}</span>`;
  const spread = values.length > 1 && ` ${spreadOf(values)}`;
  return html`<figure>
<figcaption><b>${id}</b> ${what}: <b>${valueOf(figure)}</b>${spread}${aim}
<small>${about}</small>${unlike !== undefined && html`<small>Not like for like: ${unlike}</small>`}</figcaption>
${plot !== undefined && trusted(chartOf(plot))}
</figure>
`;
}
