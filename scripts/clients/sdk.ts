/**
 * Makes the npm package `@merchant-payments/client`: ESM, CommonJS and types, without a dependency. Prints where the package is.
 * What is there from the same sources is not made again.
 *
 *   npm run sdk -- [--out .data/sdk]
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'rolldown';
import { packOnce } from './pack-once.ts';

const root = resolve(import.meta.dirname, '../..');
const { out } = parseArgs({ options: { out: { type: 'string', default: join(root, '.data/sdk') } } }).values;
const folder = join(resolve(out), 'package');
const { version, license }: { version: string; license: string } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** The entries of the package, and their sources. */
const entries = { index: 'src/sdk/client/index.ts', webhooks: 'src/sdk/webhooks.ts' } as const;
/** Each kind of module is a folder that says which it is, so that its types are read as that kind too. */
const kinds = { esm: 'module', cjs: 'commonjs' } as const;

const exported = (name: keyof typeof entries, kind: keyof typeof kinds) => ({
  types: `./${kind}/types/${entries[name].replace(/\.ts$/, '.d.ts')}`,
  default: `./${kind}/${name}.js`,
});
const bothOf = (name: keyof typeof entries) => ({
  import: exported(name, 'esm'),
  require: exported(name, 'cjs'),
});

const manifest = {
  name: '@merchant-payments/client',
  version,
  description: 'The client of the Merchant Payments API: retries, paging, typed errors and signed webhooks',
  license,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=18' },
  main: './cjs/index.js',
  module: './esm/index.js',
  types: exported('index', 'cjs').types,
  // The compiler reads no `exports` when it resolves as Node 10 did, as TypeScript 5 still does for CommonJS.
  typesVersions: { '*': { webhooks: [exported('webhooks', 'cjs').types] } },
  exports: { '.': bothOf('index'), './webhooks': bothOf('webhooks'), './package.json': './package.json' },
  files: ['esm', 'cjs', 'LICENSE', 'README.md'],
};

/** What the package is made from, with what makes it. */
const sources = [
  'LICENSE',
  'generated',
  'package-lock.json',
  'package.json',
  'scripts/clients/sdk.ts',
  'src/sdk/client',
  'src/sdk/webhooks.ts',
];
const packed = await packOnce({
  out: resolve(out),
  sources: sources.map((path) => join(root, path)),
  make: pack,
});
process.stdout.write(`${packed}\n`);

async function pack(): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  for (const [kind, type] of Object.entries(kinds)) {
    mkdirSync(join(folder, kind), { recursive: true });
    writeFileSync(join(folder, kind, 'package.json'), `{ "type": "${type}" }\n`);
  }
  for (const format of ['esm', 'cjs'] as const) {
    await build({
      input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)])),
      platform: 'neutral',
      external: /^node:/,
      logLevel: 'warn',
      transform: { target: 'es2022' },
      output: {
        dir: join(folder, format),
        format,
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
      },
    });
  }
  const types = join(folder, 'esm', 'types');
  writeTypes(types);
  // The folder around them says which kind of module they describe.
  cpSync(types, join(folder, 'cjs', 'types'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(root, 'src/sdk/client/README.md'), join(folder, 'README.md'));
  const own = ['pack', '--silent', '--pack-destination', resolve(out)];
  return join(resolve(out), execFileSync('npm', own, { cwd: folder }).toString().trim());
}

/** The compiler keeps the names of sources in its imports; the package has what they became. */
function writeTypes(types: string): void {
  const options = {
    outDir: types,
    rootDir: root,
    module: 'nodenext',
    target: 'es2022',
    lib: 'es2023,dom,dom.iterable',
    types: 'node',
  };
  const flags = [
    'declaration',
    'emitDeclarationOnly',
    'skipLibCheck',
    'allowImportingTsExtensions',
    'strict',
    'ignoreConfig',
  ];
  const own = [
    ...flags.map((flag) => `--${flag}`),
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  ];
  const files = Object.values(entries).map((file) => join(root, file));
  execFileSync(join(root, 'node_modules/.bin/tsc'), [...own, ...files], { cwd: root });
  // The compiler writes no types that are written already.
  for (const name of ['webhooks.d.ts', 'openapi.d.ts'])
    copyFileSync(join(root, 'generated', name), join(types, 'generated', name));
  for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(types, name);
    const text = readFileSync(path, 'utf8').replaceAll(/(['"]\.{1,2}\/[^'"]*?)(\.d)?\.ts(?=['"])/g, '$1.js');
    writeFileSync(path, text);
  }
}
