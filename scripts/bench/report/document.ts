import { aimOf, type Figure, isMet, spreadOf, valueOf } from '../measure/figures.ts';
import { aboutRun } from './page.ts';
import { newestFailures, newestFigures, type Placed, type Run, usedRuns } from './runs.ts';

const head = `<!-- Made by \`npm run bench:report\` from benchmarks.json. Do not edit it. -->

# Benchmarks

Each ratio divides what the service does by what a baseline does that is measured in the same run, round by round in turn: other load on the machine slows both. A figure is the median of the rounds; the lowest and the highest stand beside it. Load generator, service, PostgreSQL and receiver share the machine, so rates only orient. PostgreSQL has \`fsync\` and \`synchronous_commit\` on.
`;

const howToMake = `## Make it anew

\`\`\`sh
npm run bench -- --rounds 5 --seconds 10 --json .data/bench.json
npm run bench -- P5 --rounds 5 --seconds 10 --json .data/sizes.json
npm run bench -- search --rows 10000000 --json .data/search.json
npm run bench -- mix --minutes 60 --json .data/mix.json
npm run bench -- peers --rounds 5 --seconds 10 --json .data/peers.json
BENCH_RELEASE=../another-checkout npm run bench -- release --rounds 5 --seconds 10 --json .data/release.json
npm run bench:report -- .data/bench.json .data/sizes.json .data/search.json .data/mix.json .data/peers.json .data/release.json
\`\`\`

\`bench:report\` keeps the runs in \`docs/benchmarks.json\`, writes this page from it, and a page with plots to \`.data/benchmarks.html\`. A figure that is measured again replaces the earlier one. \`--against FILE\` compares a run with an earlier one, \`--profile\` writes CPU profiles of the service to \`.data/profiles\`, and \`npm run bench -- --help\` lists the scenarios.
`;

/** The page docs/benchmarks.md. */
export function documentOf(runs: readonly Run[], peers: string): string {
  const figures = newestFigures(runs);
  const ours = figures.filter((placed) => !isPeer(placed));
  const used = usedRuns(runs);
  const sections = [
    head,
    `## Runs\n\n${used.map((run, place) => `${place + 1}. ${aboutRun(run)}`).join('\n')}\n`,
    `## Goals\n\n${met(ours)}\n\n${tableOf(
      ours.filter(({ figure }) => figure.goal !== undefined),
      used,
    )}\n`,
    `## Figures without a goal\n\n${tableOf(
      ours.filter(({ figure }) => figure.goal === undefined),
      used,
    )}\n`,
    `## Other programs\n\n${peers}\n\n${tableOf(figures.filter(isPeer), used)}\n`,
    `## Not like for like\n\n${unlikes(figures)}\n`,
    ...failures(used),
    howToMake,
  ];
  return sections.join('\n');
}

function isPeer({ figure: { id } }: Placed): boolean {
  return id === 'peers';
}

function met(figures: readonly Placed[]): string {
  const judged = figures.map(({ figure }) => isMet(figure)).filter((is) => is !== undefined);
  return `${judged.filter(Boolean).length} of ${judged.length} goals are met.`;
}

function tableOf(figures: readonly Placed[], runs: readonly Run[]): string {
  if (figures.length === 0) return 'None was measured.';
  const rows = figures.map(({ figure, run }) => rowOf(figure, runs.indexOf(run) + 1));
  return [
    '| | Figure | Median | Lowest to highest | Goal | | Measured | Run |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function rowOf(figure: Figure, run: number): string {
  const { id, what, values, goal, about } = figure;
  const isReached = isMet(figure);
  const verdict = isReached === undefined ? '' : isReached ? 'met' : 'missed';
  const spread = spreadOf(values).slice(1, -1);
  const cells = [
    id,
    what,
    valueOf(figure),
    spread,
    goal === undefined ? '' : aimOf(goal),
    verdict,
    about,
    String(run),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Each said once, with the figures that it is about. */
function unlikes(figures: readonly Placed[]): string {
  const said = new Map<string, Set<string>>();
  for (const {
    figure: { id, what, unlike },
  } of figures) {
    if (unlike === undefined) continue;
    said.set(unlike, (said.get(unlike) ?? new Set()).add(id === 'peers' ? what : id));
  }
  return [...said].map(([unlike, about]) => `- ${[...about].join('; ')}: ${unlike}`).join('\n');
}

function failures(runs: readonly Run[]): readonly string[] {
  const failed = newestFailures(runs);
  if (failed.length === 0) return [];
  return [`## Failed\n\n${failed.map(({ scenario, error }) => `- ${scenario}: ${error}`).join('\n')}\n`];
}
