import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleIn, namedOperations, readContract } from '../../scripts/docs/content/contract.ts';
import { callOf } from '../../scripts/docs/samples/call.ts';
import { type Sample, samplesOf } from '../../scripts/docs/samples/samples.ts';
import { follow } from '../../scripts/redocly/document.ts';
import { sampleAddress } from '../../src/pages/docs/documents.ts';
import { theVirtualEnvironment, whyNot } from '../src/sdk/python/environment.ts';

type Seen = {
  readonly request: string;
  readonly key: string | undefined;
  readonly type: string | undefined;
  /** Whether it has an idempotency key. */
  readonly isKeyed: boolean;
  readonly body: unknown;
};

/** How all samples of a language are run in as few programs as it takes. */
type Runner = {
  readonly probe: readonly [string, ...string[]];
  readonly files: (samples: readonly Named[]) => Readonly<Record<string, string>>;
  readonly commands: readonly (readonly [string, ...string[]])[];
};
type Named = { readonly id: string; readonly source: string };

const root = resolve(import.meta.dirname, '../..');
/** Of the virtual environment that has the client; it is made when the samples run. */
const installedPython = join(root, '.data/python/tests/venv/bin/python');
const contract = readContract(root);
const all = namedOperations(contract);
const key = 'sk_test_samples';
let server: Server;
let seen: Seen[];

beforeAll(async () => {
  server = createServer((req, res) => void remember(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Agrees to everything, and remembers what it was asked. */
async function remember(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const text = Buffer.concat(await req.toArray()).toString();
  seen.push({
    request: `${req.method} ${req.url}`,
    key: req.headers.authorization,
    type: req.headers['content-type'],
    isKeyed: (req.headers['idempotency-key'] ?? '').length > 9,
    body: text === '' ? undefined : JSON.parse(text),
  });
  const answer = answers.get(`${req.method} ${req.url}`);
  if (!answer) res.writeHead(404).end();
  else res.writeHead(answer.status, { 'content-type': answer.type }).end(answer.text);
}

/** What the contract gives as the answer to each sample, so that a client can read it. */
const answers = new Map(
  all.map((named) => {
    const { method, path } = callOf(contract.api, named);
    const responses = Object.entries(named.operation.responses ?? {});
    const [status, response] = responses.find(([code]) => code.startsWith('2')) ?? ['', {}];
    const { content } = follow(contract.api, 'responses', response, []).node;
    const example = exampleIn(contract.api, content);
    const [type = 'application/json'] = example === undefined ? Object.keys(content ?? {}) : [];
    const text = example === undefined ? '' : JSON.stringify(example);
    return [`${method} ${path}`, { status: Number(status), type, text }] as const;
  }),
);

const files = (ending: string) => (samples: readonly Named[]) =>
  Object.fromEntries(samples.map(({ id, source }) => [`${id}.${ending}`, source]));

const each = (samples: readonly Named[], write: (id: string) => string): string =>
  samples.map(({ id }) => write(id)).join('\n');

/** The body of `main`, without the frame that each Go program has. */
const goBody = (source: string): string => source.slice(source.indexOf('func main() {') + 13);

const runners: Readonly<Record<Sample['fence'], Runner>> = {
  sh: {
    probe: ['curl', '--version'],
    files: (samples) => ({ 'all.sh': samples.map(({ source }) => source).join('\n') }),
    commands: [['sh', '-e', 'all.sh']],
  },
  ts: {
    probe: [process.execPath, '--version'],
    files: (samples) => ({
      ...files('mts')(samples),
      'all.mts': each(samples, (id) => `await import('./${id}.mts');`),
    }),
    commands: [
      [process.execPath, join(root, 'scripts/clients/sdk.ts')],
      ['npm', 'install', '--offline', '--no-audit', '--no-fund', join(root, '.data/sdk/package')],
      [process.execPath, 'all.mts'],
    ],
  },
  js: {
    probe: [process.execPath, '--version'],
    files: (samples) => ({
      ...files('mjs')(samples),
      'all.mjs': each(samples, (id) => `await import('./${id}.mjs');`),
    }),
    commands: [[process.execPath, 'all.mjs']],
  },
  python: {
    probe: whyNot() === undefined ? ['python3', '--version'] : ['false'],
    files: (samples) => ({ ...files('py')(samples), 'all.py': each(samples, (id) => `import ${id}`) }),
    commands: [[installedPython, 'all.py']],
  },
  php: {
    probe: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
    files: (samples) => ({ ...files('php')(samples), 'all.sh': each(samples, (id) => `php ${id}.php`) }),
    commands: [['sh', '-e', 'all.sh']],
  },
  go: {
    probe: ['go', 'version'],
    files: (samples) => ({
      'go.mod': 'module example.test/samples\n\ngo 1.20\n',
      'all.go': `package main\n\nimport (\n"crypto/rand"\n"fmt"\n"io"\n"net/http"\n"os"\n"strings"\n)\n\n${samples
        .map(({ id, source }) => `func ${id}() {${goBody(source)}`)
        .join('\n\n')}\n\nfunc main() {\n${each(samples, (id) => `${id}()`)}\n}\n`,
    }),
    commands: [['go', 'run', '.']],
  },
  java: {
    probe: ['javac', '--version'],
    files: (samples) => ({
      ...Object.fromEntries(samples.map(({ id, source }) => [`${classOf(id)}.java`, source])),
      'All.java': `public class All { public static void main(String[] none) throws Exception {\n${each(samples, (id) => `${classOf(id)}.main(none);`)}\n} }`,
    }),
    commands: [
      ['javac', 'All.java'],
      ['java', 'All'],
    ],
  },
  csharp: {
    probe: ['dotnet', '--version'],
    files: (samples) => ({
      ...files('cs')(samples),
      'all.sh': each(samples, (id) => `dotnet run ${id}.cs`),
    }),
    commands: [['sh', '-e', 'all.sh']],
  },
};

const classOf = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

function isInstalled({ probe: [program, ...own] }: Runner): boolean {
  return spawnSync(program, own, { stdio: 'ignore', timeout: 60_000 }).status === 0;
}

/** Runs the samples of a language, and returns what the server was asked. */
async function ask(fence: Sample['fence']): Promise<readonly Seen[]> {
  const { port } = server.address() as AddressInfo;
  const samples = all.map((named) => {
    const source = samplesOf(contract.api, named).find((sample) => sample.fence === fence)?.source ?? '';
    return { id: named.id, source: source.replaceAll(sampleAddress, `http://127.0.0.1:${port}`) };
  });
  const folder = mkdtempSync(join(tmpdir(), 'samples-'));
  mkdirSync(folder, { recursive: true });
  const { files: write, commands } = runners[fence];
  for (const [name, text] of Object.entries(write(samples))) writeFileSync(join(folder, name), text);
  seen = [];
  if (fence === 'python') await theVirtualEnvironment();
  const own = { ...env, API_KEY: key };
  for (const [program, ...args] of commands)
    await promisify(execFile)(program, args, { cwd: folder, env: own, maxBuffer: 2 ** 26 });
  rmSync(folder, { recursive: true });
  return seen;
}

const expected = all.map((named): Seen => {
  const { method, path, isSecured, takesKey, body } = callOf(contract.api, named);
  return {
    request: `${method} ${path}`,
    key: isSecured ? `Bearer ${key}` : undefined,
    type: body === undefined ? undefined : 'application/json',
    isKeyed: takesKey,
    body,
  };
});

describe('every sample of the documentation sends the example of its operation', () => {
  for (const [fence, runner] of Object.entries(runners)) {
    it.skipIf(!isInstalled(runner))(
      `in ${fence}`,
      async () => {
        const asked = await ask(fence as Sample['fence']);

        expect(asked.map(({ type, ...other }) => ({ ...other, type: type?.split(';')[0] }))).toEqual(
          // The Python client sends its key with every call.
          fence === 'python' ? expected.map((one) => ({ ...one, key: `Bearer ${key}` })) : expected,
        );
      },
      300_000,
    );
  }

  it('for all operations', () => {
    expect(expected.length).toBeGreaterThan(100);
    expect(expected.filter(({ request }) => /[{}]|undefined/.test(request))).toEqual([]);
    for (const { operation } of all.filter((named) => named.operation.requestBody))
      expect(exampleIn(contract.api, operation.requestBody?.content)).toBeDefined();
  });
});
