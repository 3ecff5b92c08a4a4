/**
 * Releases the contract as it is written: freezes both documents under their version, with their hashes, and adds what changed
 * to CHANGELOG.md. It refuses what `check:versions` refuses.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle } from './generate/bundle.ts';
import { withRelease } from './versions/changelog.ts';
import { lineOf } from './versions/compare/rows.ts';
import { isFields } from './versions/compare/source.ts';
import { compared } from './versions/compared.ts';
import {
  changesOf,
  datesIn,
  documents,
  folder,
  hashOf,
  type Lock,
  lockFile,
  readLock,
  versionOf,
  writtenContract,
  yamlOf,
} from './versions/frozen.ts';

const root = resolve(import.meta.dirname, '..');
const today = new Date().toISOString().slice(0, 10);

const lock = readLock(root);
const date = versionOf(writtenContract(root), 'openapi');
const newest = datesIn(lock).at(-1);
const { rows, refusals } = await compared(root);
if (refusals.length > 0) {
  for (const line of [...rows.map(lineOf), ...refusals.map((refusal) => `REFUSED: ${refusal}`)])
    console.log(line);
  console.log('Nothing was frozen.');
  process.exitCode = 1;
} else {
  const texts = await frozenTexts();
  const hashes = Object.entries(texts).map(([name, text]) => [`${date}/${name}`, hashOf(text)] as const);
  if (hashes.every(([file, hash]) => lock[file] === hash))
    console.log(`${date} is frozen as it is written: nothing to do.`);
  else await freeze(texts, { ...lock, ...Object.fromEntries(hashes) });
}

type Texts = Readonly<Record<(typeof documents)[number], string>>;

async function frozenTexts(): Promise<Texts> {
  const { documents: bundles } = await bundle({
    openapi: join(root, 'openapi.yaml'),
    webhooks: join(root, 'webhooks.yaml'),
  });
  return { 'openapi.yaml': frozenText(bundles.openapi), 'webhooks.yaml': frozenText(bundles.webhooks) };
}

async function freeze(texts: Texts, sealed: Lock): Promise<void> {
  const target = `${folder}/${date}`;
  mkdirSync(join(root, target), { recursive: true });
  for (const name of documents) write(`${target}/${name}`, texts[name]);
  write(lockFile, `${JSON.stringify(sealed, null, 2)}\n`);
  if (!datesIn(lock).includes(date)) {
    write(
      `${target}/notice.yaml`,
      `# When the version was released, and when it ends.\nreleased: '${today}'\n`,
    );
  }
  // Other words are frozen too, but there is nothing to announce.
  if (rows.length > 0) await announce();
  const removed = documents.flatMap(withoutMeanings);
  for (const place of removed)
    console.log(`${place}: removed \`x-meaning: same\`, since its words are released now`);
  const missed = date === newest ? '' : ` What was not frozen under ${newest} is only in ${date}.`;
  console.log(`${date} is frozen.${missed}${removed.length > 0 ? ' Run `npm run generate`.' : ''}`);
}

/** A bundle: self-contained, and without the signs that were meant for this release only. */
function frozenText(document: unknown): string {
  return `# Version ${date} as it is released. Only \`npm run freeze\` writes here.\n${yamlOf(withoutSigns(document))}`;
}

function withoutSigns(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutSigns);
  if (!isFields(part)) return part;
  const kept = Object.entries(part).filter(([key]) => key !== 'x-meaning');
  return Object.fromEntries(kept.map(([key, child]) => [key, withoutSigns(child)]));
}

async function announce(): Promise<void> {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const changes = date === newest ? [] : ((await changesOf(root, date)) ?? []);
  write(
    'CHANGELOG.md',
    withRelease(changelog, { date, today, rows, titles: changes.map(({ title }) => title) }),
  );
}

/** Takes `x-meaning: same` out of a document, and names the lines where it stood. */
function withoutMeanings(name: string): string[] {
  const lines = readFileSync(join(root, name), 'utf8').split('\n');
  const sign = /,? *x-meaning: *same/u;
  const places = lines.flatMap((line, index) => (sign.test(line) ? [`${name}:${index + 1}`] : []));
  const kept = lines
    .filter((line) => !/^ *x-meaning: *same *(#.*)?$/u.test(line))
    .map((line) => line.replace(/\{x-meaning: *same, */u, '{').replace(sign, ''));
  if (places.length > 0) write(name, kept.join('\n'));
  return places;
}

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
  console.log(`wrote ${path}`);
}
