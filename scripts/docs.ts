/**
 * Builds the documentation that /docs serves: the reference of both documents by Redocly, and our own pages of
 * errors, events and test numbers. Nothing is fetched and nothing is told to anyone.
 *
 *   npm run docs -- [--data-dir .data] [--missing]
 *
 * `--missing` is for the start of the service: what is built is left as it is, and nothing here keeps the service from starting.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { parseArgs, promisify } from 'node:util';
import { registryVersion } from '../generated/event-registry.ts';
import { docsPage } from '../src/pages/docs/page.ts';
import { errorsPage } from './docs/errors.ts';
import { eventsPage } from './docs/events.ts';
import { startPage } from './docs/start.ts';
import { testingPage } from './docs/testing.ts';
import { webhooksPage } from './docs/webhooks.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: env['DATA_DIR'] ?? '.data' },
    missing: { type: 'boolean', default: false },
  },
});
const folder = resolve(root, values['data-dir'], 'docs');

/** Samples, badges and open lists are for readers: on this page only, never in the bundles. */
const decorated = `telemetry: 'off'
extends: [minimal]
plugins: ['${join(root, 'scripts', 'redocly-plugin.ts')}']
decorators: {mps/code-samples: on, mps/badges: on, mps/open-enums: on}
`;

// The page that came last tells a folder that an older version built.
const built = [join(folder, registryVersion, 'webhooks.yaml'), join(folder, 'webhooks.html')];
if (!values.missing) await build();
else if (!built.every((file) => existsSync(file)))
  await build().catch((error: unknown) => console.error(`docs: not built, ${String(error)}`));

async function build(): Promise<void> {
  await mkdir(join(folder, registryVersion), { recursive: true });
  await Promise.all([buildReference(), buildPages(), buildModule()]);
  // Last, so that its presence says that all of it is there.
  await copyDocuments();
  console.error(
    `docs: ${folder}/index.html, reference.html, webhooks.html, events.html, errors.html, testing.html`,
  );
}

/** Both documents on one page; the configuration switches telemetry off, and the page keeps that. */
async function buildReference(): Promise<void> {
  const joined = join(folder, 'reference.yaml');
  await redocly('join', 'openapi.yaml', 'webhooks.yaml', '-o', joined, '--config', '.redocly.yaml');
  const template = join('scripts', 'reference.hbs');
  const page = join(folder, 'reference.html');
  const config = join(folder, 'redocly.yaml');
  await writeFile(config, decorated);
  await redocly('build-docs', joined, '--inlineBundle', '-t', template, '-o', page, '--config', config);
  await writeFile(page, atHome(await readFile(page, 'utf8')));
}

/** No logo from another host, the words beside it stay; and links that are written before the program runs lead into the page. */
function atHome(page: string): string {
  const [written = '', ...program] = page.split('<script type="module">');
  const inside = written.replaceAll('href="/', 'href="#/');
  const text = [inside, ...program].join('<script type="module">');
  return text.replaceAll('https://cdn.redoc.ly/redoc/logo-mini-full.svg', 'data:,');
}

/** Told to be a test, which our own tests would hand down, it writes no file. */
async function redocly(...args: string[]): Promise<void> {
  const program = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
  await run(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...env, NODE_ENV: 'production', REDOCLY_TELEMETRY: 'off' },
  });
}

async function buildPages(): Promise<void> {
  const webhooks: unknown = JSON.parse(await readFile(join(root, 'generated', 'webhooks.json'), 'utf8'));
  const pages = {
    index: startPage(),
    errors: errorsPage(),
    events: eventsPage(webhooks),
    testing: testingPage(),
    webhooks: webhooksPage(await readFile(join(root, 'docs', 'guides', 'receive-webhooks.md'), 'utf8')),
  };
  const written = Object.entries(pages).map(([name, page]) =>
    writeFile(join(folder, `${name}.html`), docsPage(page)),
  );
  await Promise.all(written);
}

/** The module as JavaScript, for whoever does not compile. */
async function buildModule(): Promise<void> {
  const compiler = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const options =
    '--ignoreConfig --noCheck --rewriteRelativeImportExtensions --target es2022 --module nodenext --types node';
  const source = join('src', 'sdk', 'webhooks.ts');
  await run(process.execPath, [compiler, source, ...options.split(' '), '--outDir', folder], { cwd: root });
  await rename(join(folder, 'webhooks.js'), join(folder, 'webhooks.mjs'));
}

async function copyDocuments(): Promise<void> {
  await copyFile(join(root, 'docs', 'webhook-vectors.json'), join(folder, 'webhook-vectors.json'));
  const names = ['openapi.yaml', 'webhooks.yaml'];
  await Promise.all(names.map((name) => copyFile(join(root, name), join(folder, registryVersion, name))));
}
