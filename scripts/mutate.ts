import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../src/platform/db/embedded.ts';
import { placesOfTests } from '../test/support/places/places.ts';
import { modules, tests } from './mutate/modules.ts';
import { type Mutant, plant } from './mutate/tree.ts';
import { cover, judge, type Verdict, withLoaded } from './mutate/try.ts';

const usage = `Makes small mistakes in the code, one at a time, and runs the tests that reach each: a mistake that no test notices survives.

  npm run mutate -- [module …] [--sample 40] [--jobs 2] [--tests PATH]…

Modules: ${Object.keys(modules).join(', ')}. Without one, all of them.

  --sample N   how many mutants of each module are tried, spread evenly over its files; 0 for all
  --jobs N     how many are tried at the same time
  --tests PATH only these tests, instead of all that may notice

It works in a copy of the tree in .data/mutate, and writes .data/mutate/report.json.`;

const root = resolve(import.meta.dirname, '..');
const home = join(root, '.data', 'mutate');
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '40' },
    jobs: { type: 'string', default: '2' },
    tests: { type: 'string', multiple: true, default: [...tests] },
    help: { type: 'boolean', default: false },
  },
});

type Tried = Mutant & { readonly verdict: Verdict };

async function run(): Promise<void> {
  const wanted = positionals.length > 0 ? positionals : Object.keys(modules);
  const unknown = wanted.filter((name) => !(name in modules));
  if (options.help || unknown.length > 0) return say(usage);
  const folder = join(home, 'tree');
  const mutants = await plant(root, folder, wanted);
  say(
    `${mutants.length} mutants in ${new Set(mutants.map(({ file }) => file)).size} files; running the tests without one`,
  );
  // Kept for the whole time, so that no run of the tests has to start it.
  const server = await startEmbedded({
    dataDir: placesOfTests(folder).dataDir,
    secretKey: 'the secret key of the tests',
    durable: false,
  });
  try {
    const { reaching, took } = await cover(folder, options.tests);
    const coverage = withLoaded(reaching, mutants);
    const sample = wanted.flatMap((module) => sampleOf(mutants.filter((each) => each.module === module)));
    const tried = await tryAll(sample, (mutant) =>
      judge({ folder, took }, mutant, coverage.get(mutant.id) ?? []),
    );
    report(wanted, tried);
  } finally {
    await server.stop();
  }
}

/** The same ones each time. */
function sampleOf(mutants: readonly Mutant[]): readonly Mutant[] {
  const most = Number(options.sample);
  if (most === 0 || mutants.length <= most) return mutants;
  return Array.from({ length: most }, (_, nth) => mutants[Math.floor((nth * mutants.length) / most)]).filter(
    (mutant) => mutant !== undefined,
  );
}

async function tryAll(
  mutants: readonly Mutant[],
  verdictOn: (mutant: Mutant) => Promise<Verdict>,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  const waiting = [...mutants];
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const verdict = await verdictOn(mutant);
      tried.push({ ...mutant, verdict });
      if (verdict !== 'killed') say(lineOf({ ...mutant, verdict }));
      if (tried.length % 25 === 0) say(`${tried.length} of ${mutants.length} tried`);
    }
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
  return tried;
}

function lineOf({ file, line, mutator, original, replacement, verdict }: Tried): string {
  return `${verdict}: ${file}:${line} ${mutator}: ${brief(original)} → ${brief(replacement)}`;
}

function brief(code: string): string {
  const flat = code.replaceAll(/\s+/g, ' ');
  return flat.length > 70 ? `${flat.slice(0, 67)}…` : flat;
}

function report(wanted: readonly string[], tried: readonly Tried[]): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'report.json'), `${JSON.stringify(tried, null, 2)}\n`);
  for (const name of [...wanted, 'all']) {
    const own = tried.filter(({ module }) => name === 'all' || module === name);
    const noticed = own.filter(({ verdict }) => verdict === 'killed' || verdict === 'timed out').length;
    const share = own.length === 0 ? '' : `, ${((100 * noticed) / own.length).toFixed(1)} %`;
    say(`${name.padEnd(9)} ${noticed} of ${own.length} noticed${share}`);
  }
}

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

await run();
