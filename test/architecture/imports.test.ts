import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const program = join(root, 'node_modules/.bin/depcruise');

type Violation = { readonly rule: { readonly name: string }; readonly from: string };
type Summary = { readonly violations: readonly Violation[]; readonly totalCruised: number };

/** What the configuration says of the checkout at `cwd`. */
function cruise(cwd: string, folders: readonly string[]): Promise<Summary> {
  const flags = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  return new Promise((done, fail) => {
    // It ends with the number of violations: what counts is what it printed.
    execFile(
      process.execPath,
      [program, ...flags, ...folders],
      { cwd, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) => {
        if (stdout === '') fail(error ?? new Error('it printed nothing'));
        else done((JSON.parse(stdout) as { summary: Summary }).summary);
      },
    );
  });
}

const { default: config }: { default: { forbidden: readonly { readonly name: string }[] } } = await import(
  pathToFileURL(join(root, '.dependency-cruiser.mjs')).href
);

const place = mkdtempSync(join(tmpdir(), 'merchant-payments-imports-'));
afterAll(() => rmSync(place, { recursive: true }));

/** File → what it imports. Rule → the file that breaks it. */
const planted: Readonly<Record<string, string>> = {
  'src/domain/money/a.ts': "import '../../api/x/y/view.ts';",
  'src/app/c.ts':
    "import '../pages/dashboard/parts/c.ts'; import type {} from '../pages/dashboard/parts/d.ts'; void import('../pages/dashboard/parts/e.ts');",
  'src/pages/dashboard/parts/c.ts': '',
  'src/pages/dashboard/parts/d.ts': '',
  'src/pages/dashboard/parts/e.ts': '',
  'src/engine/a.ts': "import type {} from '../domain/money/b.ts';",
  'src/platform/a.ts': "import '../engine/b.ts';",
  'src/api/x/y/handlers.ts': "import '../../../pages/a.ts'; import '../z/handlers.ts';",
  'src/api/x/y/view.ts': '',
  'src/api/x/z/handlers.ts': '',
  'src/pages/a.ts': "import '../app/b.ts'; import '../api/x/y/view.ts';",
  'src/pages/hosted/routes/a.ts': '',
  'src/pages/hosted/checkout/a.ts': "import '../routes/a.ts'; import '../invoice/a.ts';",
  'src/pages/hosted/invoice/a.ts': '',
  'src/pages/hosted/parts/a.ts': "import '../invoice/a.ts';",
  'src/pages/hosted/requests/a.ts': "import '../parts/a.ts';",
  'src/app/a.ts': "import '../cli/a.ts';",
  'src/app/b.ts': '',
  'src/cli/a.ts': '',
  'src/domain/people/a.ts': "import '../money/b.ts';",
  'src/pages/dashboard/routes/a.ts': '',
  'src/pages/dashboard/screens/money/one/a.ts': "import '../../../routes/a.ts'; import '../two/a.ts';",
  'src/pages/dashboard/screens/money/two/a.ts': '',
  'src/domain/notices/a.ts': "import '../merchants/a.ts';",
  'src/domain/merchants/a.ts': "import '../money/b.ts';",
  'src/domain/money/b.ts': "import '../payers/a.ts';",
  'src/domain/payers/a.ts': "import '../payments/a.ts'; import '@opentelemetry/api';",
  'src/domain/payments/a.ts': "import '../payouts/a.ts'; import './c.ts'; import 'kysely';",
  'src/domain/payments/c.ts': "import './a.ts';",
  'src/domain/payouts/a.ts': "import '../billing/a.ts';",
  'src/domain/billing/a.ts':
    "import '../../domain/reconciliation/a.ts'; import { Client } from 'pg'; import { z } from 'left-pad-planted';",
  'src/domain/reconciliation/a.ts': '',
  'src/domain/billing/orphan.ts': 'export {};',
  'src/engine/b.ts': "import '../versions/a.ts'; import '../../test/a.ts';",
  'src/versions/a.ts': "import '../platform/a.ts'; import '../domain/money/b.ts';",
  'src/sdk/a.ts': "import '../platform/a.ts';",
  'src/platform/b.ts': "import '../sdk/a.ts'; import { test } from 'vitest';",
  'generated/a.ts': "import '../src/cli/a.ts';",
  'test/a.ts': '',
};

const expected: Readonly<Record<string, string>> = {
  'app-imports-up': 'src/app/a.ts',
  'pages-imports-up': 'src/pages/a.ts',
  'api-imports-up': 'src/api/x/y/handlers.ts',
  'domain-imports-up': 'src/domain/money/a.ts',
  'engine-imports-up': 'src/engine/a.ts',
  'platform-imports-up': 'src/platform/a.ts',
  'billing-imports-up': 'src/domain/billing/a.ts',
  'payouts-imports-up': 'src/domain/payouts/a.ts',
  'payments-imports-up': 'src/domain/payments/a.ts',
  'payers-imports-up': 'src/domain/payers/a.ts',
  'money-imports-up': 'src/domain/money/b.ts',
  'people-imports-up': 'src/domain/people/a.ts',
  'merchants-imports-up': 'src/domain/merchants/a.ts',
  'notices-imports-up': 'src/domain/notices/a.ts',
  'api-to-api': 'src/api/x/y/handlers.ts',
  'face-of-an-operation': 'src/pages/a.ts',
  '(checkout|invoice|payment-link|payment-method)-imports-up': 'src/pages/hosted/checkout/a.ts',
  'parts-imports-up': 'src/pages/hosted/parts/a.ts',
  'requests-imports-up': 'src/pages/hosted/requests/a.ts',
  'page-to-page': 'src/pages/hosted/checkout/a.ts',
  'dashboard-when-needed': 'src/app/c.ts',
  '(entry|operators|screens)-imports-up': 'src/pages/dashboard/screens/money/one/a.ts',
  'area-to-area': 'src/pages/dashboard/screens/money/one/a.ts',
  'versions-know-shapes-only': 'src/versions/a.ts',
  'versions-run-nothing': 'src/versions/a.ts',
  'versions-from-app-only': 'src/engine/b.ts',
  'sdk-stands-alone': 'src/sdk/a.ts',
  'sdk-from-cli-only': 'src/platform/b.ts',
  'door--kysely-pg-': 'src/domain/payments/a.ts',
  'door--opentelemetry-api': 'src/domain/payers/a.ts',
  cycle: 'src/domain/payments/a.ts',
  orphan: 'src/domain/billing/orphan.ts',
  'generated-stands-alone': 'generated/a.ts',
  'product-imports-test': 'src/engine/b.ts',
  'development-only': 'src/platform/b.ts',
  undeclared: 'src/domain/billing/a.ts',
};

/** A library that is not installed yet has no file that a door could be tested with. */
const notInstalled = ['echarts'];

/** `npm run check:imports` looks at the checkout itself. */
it('finds a planted violation of every rule', async () => {
  const doors = config.forbidden.map(({ name }) => name).filter((name) => name.startsWith('door-'));
  const installed = doors.filter((name) => !notInstalled.includes(name.slice('door-'.length)));
  const libraries = installed.map((name) => name.slice('door-'.length));
  const files = {
    ...planted,
    'src/domain/money/libraries.ts': libraries.map((name) => `import '${libraryOf(name)}';`).join('\n'),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), `${text}\nexport const planted = 1;\n`);
  }
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.json', 'package.json'])
    cpSync(join(root, name), join(place, name));
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));

  const { violations, totalCruised } = await cruise(place, ['src', 'generated', 'test']);

  // Without a compiler below 7 in reach the tool cruises nothing, and calls that success.
  expect(totalCruised).toBeGreaterThanOrEqual(Object.keys(files).length);

  const found = new Set(violations.map(({ rule, from }) => `${rule.name} ${from}`));
  const missing = [
    ...Object.entries(expected).map(([rule, path]) => `${rule} ${path}`),
    ...installed.filter((name) => !(name in expected)).map((name) => `${name} src/domain/money/libraries.ts`),
  ].filter((violation) => !found.has(violation));
  expect(missing).toEqual([]);
  const tested = new Set([...Object.keys(expected), ...doors]);
  expect(config.forbidden.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
});

/** A door's name has a hyphen for each character of its pattern that is no letter. */
function libraryOf(door: string): string {
  const names: Readonly<Record<string, string>> = {
    '-express-helmet-': 'express',
    '-redis-client': '@redis/client',
    'ipaddr---js': 'ipaddr.js',
  };
  return names[door] ?? door;
}
