import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { sampleAddress } from '../../src/pages/docs/documents.ts';

const run = promisify(execFile);

/** Code samples, badges and open lists are added to this page only, never to the bundles. */
const decoratorsOf = (root: string): string => `telemetry: 'off'
extends: [minimal]
plugins: ['${join(root, 'scripts', 'redocly-plugin.ts')}']
decorators: {mps/code-samples: on, mps/badges: on, mps/open-enums: on}
`;

/** Puts both documents on one page, below the header of the site. The configuration switches telemetry off in the page too. */
export async function buildReference(root: string, work: string, page: string): Promise<void> {
  const joined = join(work, 'reference.yaml');
  await redocly(root, 'join', 'openapi.yaml', 'webhooks.yaml', '-o', joined, '--config', '.redocly.yaml');
  const template = join('scripts', 'docs', 'reference.hbs');
  const config = join(work, 'redocly.yaml');
  await writeFile(config, decoratorsOf(root));
  await redocly(root, 'build-docs', joined, '--inlineBundle', '-t', template, '-o', page, '--config', config);
  await writeFile(page, atReader(withoutOtherHosts(await readFile(page, 'utf8'))));
}

/** Removes the logo that would be loaded from another host, and makes links that are there before the script runs lead into the page. */
function withoutOtherHosts(page: string): string {
  const [markup = '', ...script] = page.split('<script type="module">');
  const [frame = '', content = ''] = markup.split(/(?<=<\/header>)/);
  const linked = `${frame}${content.replaceAll('href="/', 'href="#/')}`;
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
async function redocly(root: string, ...args: string[]): Promise<void> {
  const program = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
  await run(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...env, NODE_ENV: 'production', REDOCLY_TELEMETRY: 'off' },
  });
}
