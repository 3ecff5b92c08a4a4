import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedMerchant } from '../domain/merchants/accounts/seed-merchant.ts';
import { hashOfKey } from '../domain/merchants/keys/key-format.ts';
import { findKeyAcrossMerchants } from '../domain/merchants/keys/queries.ts';
import type { Databases } from '../platform/db/database.ts';
import { showId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';

const fields = [
  'base_url',
  'merchant_id',
  'app_id',
  'secret_key',
  'public_key',
  'restricted_key',
  'webhook_secret',
] as const;

/** What DATA_DIR/demo.json holds: the only place that keeps keys of the sandbox whole. */
export type Demo = Readonly<Record<(typeof fields)[number], string>>;

type Place = {
  readonly databases: Databases;
  readonly secrets: Secrets;
  readonly dataDir: string;
  readonly baseUrl: string;
};

/** The merchant of demo.json. Where there is no file, or the database does not know its key, both are made. */
export async function ensureDemoMerchant(place: Place): Promise<{ demo: Demo; made: boolean }> {
  const file = fileIn(place.dataDir);
  const present = readDemo(place.dataDir);
  const known =
    present && (await findKeyAcrossMerchants(place.databases.platform, hashOfKey(present.secret_key)));
  if (present && known) {
    const demo = { ...present, base_url: place.baseUrl };
    if (present.base_url !== place.baseUrl) writeDemo(file, demo);
    return { demo, made: false };
  }
  const created = await seedMerchant(place.databases.platform, place.secrets);
  const demo = {
    base_url: place.baseUrl,
    merchant_id: showId('mer', created.merchantId),
    app_id: showId('app', created.appId),
    secret_key: created.secretKey,
    public_key: created.publicKey,
    restricted_key: created.restrictedKey,
    webhook_secret: created.webhookSecret,
  };
  mkdirSync(place.dataDir, { recursive: true });
  writeDemo(file, demo);
  return { demo, made: true };
}

type Started = {
  readonly version: string;
  readonly apiVersion: string;
  /** What is ready, a few words each: `PostgreSQL 18.4 (embedded)`. */
  readonly ready: readonly string[];
  readonly tookMs: number;
  readonly baseUrl: string;
  /** Whose keys are shown. */
  readonly demo?: Demo;
  /** Where they are kept. */
  readonly dataDir: string;
};

/** What a person sees who started the service at a terminal. */
export function banner(about: Started): string {
  const { baseUrl, demo } = about;
  const ready = about.ready.map((step) => `✔ ${step}`).join('   ');
  const lines = [
    `Merchant Payments Service ${about.version}   API version ${about.apiVersion}   sandbox`,
    '',
    `${ready}        ${(about.tookMs / 1000).toFixed(1)} s`,
    '',
    `API        ${baseUrl}/v1`,
    `Docs       ${baseUrl}/docs`,
    `Health     ${baseUrl}/readyz`,
    ...(demo ? keysAndTry(demo, about) : []),
  ];
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`;
}

function keysAndTry(demo: Demo, { baseUrl, dataDir }: Started): readonly string[] {
  const body = JSON.stringify({
    amount: '10.00',
    currency: 'USD',
    merchantTransactionId: 'order-1',
    returnUrl: `${baseUrl}/docs/return`,
    notificationUrl: `${baseUrl}/docs/hook`,
  });
  return [
    '',
    `Test keys  ${demo.secret_key}`,
    `           ${demo.public_key}`,
    `           (kept in ${fileIn(dataDir)}; not shown again)`,
    '',
    'Try it:',
    `  curl -s ${baseUrl}/v1/checkout/create \\`,
    `    -H "Authorization: Bearer ${demo.secret_key}" -H "Content-Type: application/json" \\`,
    `    -d '${body}'`,
  ];
}

/** What demo.json holds; undefined when there is none, or not a whole one. */
export function readDemo(dataDir: string): Demo | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    return isDemo(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** A new webhook secret of the demo merchant's app; of any other app nothing is kept. */
export function keepDemoSecret(dataDir: string, appId: string, webhookSecret: string): void {
  const demo = readDemo(dataDir);
  if (demo?.app_id === appId) writeDemo(fileIn(dataDir), { ...demo, webhook_secret: webhookSecret });
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

function isDemo(content: unknown): content is Demo {
  return (
    typeof content === 'object' &&
    content !== null &&
    fields.every((field) => typeof Reflect.get(content, field) === 'string')
  );
}

/** Complete or not at all, and never readable by others. */
function writeDemo(file: string, demo: Demo): void {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(demo, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(half, file);
}
