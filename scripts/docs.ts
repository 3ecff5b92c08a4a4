/**
 * Builds the documentation that /docs serves: the API reference, made by Redocly, and our own pages about errors, events,
 * webhooks and test numbers. It makes no network request and sends no telemetry.
 *
 *   npm run docs -- [--data-dir .data] [--missing]
 *
 * `--missing` is for the start of the service: it builds only if something is missing, and a failure does not prevent the start.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { env } from 'node:process';
import { parseArgs, promisify } from 'node:util';
import { registryVersion } from '../generated/event-registry.ts';
import { journeysFile, sampleAddress } from '../src/pages/docs/documents.ts';
import { docsPage } from '../src/pages/docs/page.ts';
import { changelogPage } from './docs/changelog.ts';
import { errorsPage } from './docs/errors.ts';
import { eventsPage } from './docs/events.ts';
import { startPage } from './docs/start.ts';
import { testingPage } from './docs/testing.ts';
import { webhooksPage } from './docs/webhooks.ts';
import { downloadsIn } from './versions/frozen.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: env['DATA_DIR'] ?? '.data' },
    missing: { type: 'boolean', default: false },
  },
});
const folder = resolve(root, values['data-dir'], 'docs');

/** Code samples, badges and open lists are added to this page only, never to the bundles. */
const decorators = `telemetry: 'off'
extends: [minimal]
plugins: ['${join(root, 'scripts', 'redocly-plugin.ts')}']
decorators: {mps/code-samples: on, mps/badges: on, mps/open-enums: on}
`;

// The newest files: a folder without them was built by an older version.
const built = ['webhooks.yaml', journeysFile]
  .map((name) => join(folder, registryVersion, name))
  .concat(join(folder, 'changelog.html'));
if (!values.missing) await build();
else if (!built.every((file) => existsSync(file)))
  await build().catch((error: unknown) => console.error(`docs: not built, ${String(error)}`));

async function build(): Promise<void> {
  await mkdir(join(folder, registryVersion), { recursive: true });
  await Promise.all([buildReference(), buildPages()]);
  // Last, so that their presence shows that the build is complete.
  await copyDocuments();
  console.error(
    `docs: ${folder}/index.html, reference.html, webhooks.html, events.html, errors.html, testing.html, changelog.html`,
  );
}

/** Puts both documents on one page. The configuration switches telemetry off in the page too. */
async function buildReference(): Promise<void> {
  const joined = join(folder, 'reference.yaml');
  await redocly('join', 'openapi.yaml', 'webhooks.yaml', '-o', joined, '--config', '.redocly.yaml');
  const template = join('scripts', 'docs', 'reference.hbs');
  const page = join(folder, 'reference.html');
  const config = join(folder, 'redocly.yaml');
  await writeFile(config, decorators);
  await redocly('build-docs', joined, '--inlineBundle', '-t', template, '-o', page, '--config', config);
  await writeFile(page, atReader(withoutOtherHosts(await readFile(page, 'utf8'))));
}

/** Removes the logo that would be loaded from another host, and makes links that are there before the script runs lead into the page. */
function withoutOtherHosts(page: string): string {
  const [markup = '', ...script] = page.split('<script type="module">');
  const linked = markup.replaceAll('href="/', 'href="#/');
  const text = [linked, ...script].join('<script type="module">');
  return text.replaceAll('https://cdn.redoc.ly/redoc/logo-mini-full.svg', 'data:,');
}

/**
 * Lets the page's own program put the reader's address into the samples. They are strings of one JSON object in that program, so
 * each can be cut at the address.
 */
function atReader(page: string): string {
  const own = '"+location.origin+"';
  return page.replace(/(?<=const __redoc_definition = )\{.*\};$/m, (definition) =>
    definition.replaceAll(sampleAddress, own).replaceAll('http://localhost:8080', own),
  );
}

/** Our tests run with NODE_ENV=test, with which Redocly would write no file. */
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
    changelog: changelogPage(await readFile(join(root, 'CHANGELOG.md'), 'utf8')),
    webhooks: webhooksPage(
      await readFile(join(root, 'docs', 'guides', 'webhooks', 'receive-webhooks.md'), 'utf8'),
    ),
  };
  const written = Object.entries(pages).map(([name, page]) =>
    writeFile(join(folder, `${name}.html`), docsPage(page)),
  );
  await Promise.all(written);
}

async function copyDocuments(): Promise<void> {
  await copyFile(join(root, 'docs', 'webhook-vectors.json'), join(folder, 'webhook-vectors.json'));
  await copyFile(join(root, 'generated', 'sdk', 'webhooks.js'), join(folder, 'webhooks.mjs'));
  const journeys = await readFile(join(root, 'test', 'contract', journeysFile), 'utf8');
  // The contract lies beside it there.
  const beside = journeys.replace('../../openapi.yaml', 'openapi.yaml');
  await writeFile(join(folder, registryVersion, journeysFile), beside);
  for (const { from, to } of downloadsIn(root, registryVersion)) {
    await mkdir(join(folder, dirname(to)), { recursive: true });
    await copyFile(join(root, from), join(folder, to));
  }
}
