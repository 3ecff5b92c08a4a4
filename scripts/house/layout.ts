import { dirname } from 'node:path';
import { childOf, circlesOf, importsIn } from './graph.ts';
import { codeLines, filesOf, type Rule, type Tree } from './tree.ts';

const mostFolders = 9;
const mostFiles = 15;

/** Lists that grow by number or by nature; a reader looks an entry up, and does not read the folder. */
const registers = new Set([
  'docs/decisions',
  'src/platform/db/migrations/mode',
  'src/platform/db/migrations/platform',
]);

/** Every folder with the names of its direct subfolders and files. */
function foldersOf(tree: Tree): Map<string, { folders: Set<string>; files: Set<string> }> {
  const all = new Map<string, { folders: Set<string>; files: Set<string> }>();
  for (const { path } of tree) {
    for (let folder = dirname(path), child = path; folder !== '.'; child = folder, folder = dirname(folder)) {
      const entry = all.get(folder) ?? { folders: new Set<string>(), files: new Set<string>() };
      (child === path ? entry.files : entry.folders).add(child);
      all.set(folder, entry);
    }
  }
  return all;
}

/** A folder's listing fits a screen. */
export const folderSizes: Rule = (tree) =>
  [...foldersOf(tree)]
    .filter(([folder]) => !registers.has(folder))
    .filter(([, { folders, files }]) => folders.size > mostFolders || files.size > mostFiles)
    .map(([folder, { folders, files }]) => `${folder}: ${folders.size} folders, ${files.size} files`);

/** Folders whose names others give, however little is in them: CI's, and those of the API versions. */
const givenNames = /^(\.ci|(src|test\/contract)\/versions\/[0-9-]+|test\/contract\/versions)$/;

/** A folder with one entry says nothing that its entry does not say. */
export const singleFiles: Rule = (tree) =>
  [...foldersOf(tree)]
    .filter(([folder, { folders, files }]) => !givenNames.test(folder) && folders.size + files.size === 1)
    .map(([folder, { folders, files }]) => `${folder}: only ${[...folders, ...files].join('')}`);

/** Below each folder its subfolders and files import each other in one direction; types count. */
export const folderCircles: Rule = (tree) => {
  const imports = importsIn(tree, 'src');
  const among = [...foldersOf(filesOf(tree, /^src\//)).keys()].flatMap((folder) => {
    const arrows = imports.flatMap(({ from, to }) => {
      const [a, b] = [childOf(folder, from), childOf(folder, to)];
      return a !== undefined && b !== undefined ? [{ from: a, to: b }] : [];
    });
    return circlesOf(arrows).map((circle) => `${folder}: ${circle.join(', ')} import each other`);
  });
  const whole = circlesOf(imports.map(({ from, to }) => ({ from: dirname(from), to: dirname(to) })));
  return [...among, ...whole.map((circle) => `${circle.join(', ')} import each other`)];
};

/** Queries, state tables, faces, entry points, addresses of an area, the tables of the composition, and the changes of a version. */
const boundary =
  /([/-]queries|\/states|\/routes|\/handlers|\/view|\/index|\/main|^src\/app\/(reactions|checkout-owners|job-handlers|operations)|^src\/versions\/[0-9-]+\/changes)\.ts$/;
const small = 20;

/** A small file that one other uses is part of that other, unless it is a boundary: queries, a state table, a face. */
export const smallFiles: Rule = (tree) => {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of importsIn(tree, 'src'))
    importers.set(to, (importers.get(to) ?? new Set()).add(from));
  return filesOf(tree, /^src\/.*\.ts$/)
    .filter(({ path, text }) => text.split('\n').length - 1 < small && !boundary.test(path))
    .filter(({ path }) => importers.get(path)?.size === 1)
    .map(
      ({ path }) =>
        `${path}: fewer than ${small} lines, used by ${[...(importers.get(path) ?? [])].join('')} only`,
    );
};

/** The face of the API is handlers and views in a folder per tag. */
export const faces: Rule = (tree) => {
  const tags = new Set(tagsOf(tree).map(({ tag }) => tag));
  return filesOf(tree, /^src\/api\//)
    .map(({ path }) => path)
    .filter((path) => !tags.has(/^src\/api\/[a-z]+\/([a-z-]+)\/(?:handlers|view)\.ts$/.exec(path)?.[1] ?? ''))
    .map((path) => `${path}: neither handlers.ts nor view.ts of a tag of openapi.yaml`);
};

type Tagged = { readonly operationId: string; readonly tag: string };

function tagsOf(tree: Tree): Tagged[] {
  const text = tree.find(({ path }) => path === 'generated/openapi.json')?.text ?? '{"paths":{}}';
  const { paths }: { paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>> } =
    JSON.parse(text);
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, tags }) => (operationId && tags?.[0] ? [{ operationId, tag: tags[0] }] : []));
}

/** operationId → one handler of that name, in the folder of the operation's tag. */
export const operationsAreFound: Rule = (tree) =>
  tagsOf(tree).flatMap(({ operationId, tag }) => {
    const places = filesOf(tree, /^src\/api\/.*\/handlers\.ts$/)
      .filter(({ text }) => new RegExp(`^export const ${operationId}\\b`, 'm').test(text))
      .map(({ path }) => path);
    const only = places.length === 1 ? places[0] : undefined;
    return only && dirname(only).endsWith(`/${tag}`)
      ? []
      : [
          `${operationId}: expected in one handlers.ts of the tag ${tag}, found in ${places.join(', ') || 'none'}`,
        ];
  });

/** A concept has one folder, and its face stands in the district of the same name. */
export const oneFolderPerConcept: Rule = (tree) => {
  const places = new Map<string, Set<string>>();
  const districtOf = new Map<string, string>();
  for (const { path } of filesOf(tree, /^src\/(domain|engine)\//)) {
    const [, district = '', concept = ''] = /^src\/(domain\/[a-z]+|engine)\/([a-z-]+)\//.exec(path) ?? [];
    if (concept === '') continue;
    places.set(concept, (places.get(concept) ?? new Set()).add(`src/${district}/${concept}`));
    districtOf.set(concept, district.replace('domain/', ''));
  }
  const twice = [...places]
    .filter(([, of]) => of.size > 1)
    .map(([concept, of]) => `${concept}: ${[...of].join(', ')}`);
  const strays = filesOf(tree, /^src\/api\/[a-z]+\/[a-z-]+\/handlers\.ts$/).flatMap(({ path }) => {
    const [, , district = '', tag = ''] = path.split('/');
    const home = districtOf.get(tag) ?? districtOf.get(`${tag}s`);
    return home === undefined || home === district ? [] : [`${path}: its concept is in ${home}`];
  });
  return [...twice, ...strays];
};

/** Every district says what lives in it. */
export const districtsAreDescribed: Rule = (tree) => {
  const paths = new Set(tree.map(({ path }) => path));
  const districts = new Set(
    [...paths].flatMap((path) => /^src\/(?:domain\/[a-z]+|engine|platform)(?=\/)/.exec(path)?.[0] ?? []),
  );
  return [...districts]
    .filter((place) => !paths.has(`${place}/README.md`))
    .map((place) => `${place}: no README.md`);
};

/** Lines of code that a file should come to. */
const usualBudget = 150;

/** Files that are longer. This list may only shrink. */
const budgets: Readonly<Record<string, number>> = {
  'src/app/operations.ts': 250,
  'src/domain/money/gateways/port.ts': 155,
  'src/domain/money/ledger/queries.ts': 245,
  'src/pages/words.ts': 195,
  'src/platform/contract/dispatch.ts': 225,
  'src/platform/contract/router.ts': 155,
  'src/platform/db/database.ts': 205,
  'src/platform/db/embedded.ts': 195,
  'src/platform/jobs/queue.ts': 170,
};

/** Files stay within their budgets. */
export const fileBudgets: Rule = (tree) =>
  filesOf(tree, /^src\/.*\.ts$/)
    .map(({ path, text }) => ({ path, lines: codeLines(text), budget: budgets[path] ?? usualBudget }))
    .filter(({ lines, budget }) => lines > budget)
    .map(({ path, lines, budget }) => `${path}: ${lines} lines of code, at most ${budget}`);
