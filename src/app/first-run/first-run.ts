import { mkdirSync } from 'node:fs';
import { hashOfKey } from '../../domain/merchants/keys/key-format.ts';
import { findKeysAcrossMerchants, type KeyRow } from '../../domain/merchants/keys/queries.ts';
import { setOwner } from '../../domain/people/team/owners.ts';
import { merchantId } from '../../engine/principal.ts';
import { now } from '../../platform/clock.ts';
import type { Databases } from '../../platform/db/database.ts';
import { randomBase58, uuidIn } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { type Demo, fileIn, readDemo, writeDemo } from './demo-file.ts';
import { newMerchant } from './new-merchant.ts';

type Place = {
  readonly databases: Databases;
  readonly secrets: Secrets;
  readonly dataDir: string;
  readonly baseUrl: string;
};

/**
 * The merchant of demo.json. Creates merchant and file if the file is missing or the database does not know its key.
 *
 * @returns `ended`: the key of the file was revoked or has expired
 */
export async function ensureDemoMerchant(
  place: Place,
): Promise<{ demo: Demo; made: boolean; ended: boolean; owner?: Owner }> {
  const file = fileIn(place.dataDir);
  const present = readDemo(place.dataDir);
  const hashes = present ? [hashOfKey(present.secret_key)] : [];
  const [known] = await findKeysAcrossMerchants(place.databases.platform, hashes);
  if (present && known) {
    const demo = { ...present, base_url: place.baseUrl };
    if (present.base_url !== place.baseUrl) writeDemo(file, demo);
    return { demo, made: false, ended: !isValid(known) };
  }
  const demo = { base_url: place.baseUrl, ...(await newMerchant(place)) };
  mkdirSync(place.dataDir, { recursive: true });
  writeDemo(file, demo);
  return { demo, made: true, ended: false, owner: await makeOwner(place, demo) };
}

/** Who signs in to the dashboard of the demo merchant. The password is shown once and kept nowhere. */
type Owner = { readonly email: string; readonly password: string };

const demoOwner = 'owner@example.test';

async function makeOwner({ databases }: Place, { merchant_id }: Demo): Promise<Owner> {
  const password = randomBase58(16);
  const id = merchantId(uuidIn(merchant_id) ?? '');
  await setOwner(databases.platform, { merchantId: id, email: demoOwner, name: 'Demo Owner', password });
  return { email: demoOwner, password };
}

function isValid({ revoked_at, expires_at }: KeyRow): boolean {
  return revoked_at === null && (expires_at === null || expires_at > now());
}

type Started = {
  readonly version: string;
  readonly apiVersion: string;
  /** The parts that are ready, in a few words each: `PostgreSQL 18.4 (embedded)`. */
  readonly ready: readonly string[];
  readonly tookMs: number;
  readonly baseUrl: string;
  /** The merchant whose keys are shown; absent: no keys are shown. */
  readonly demo?: Demo;
  /** Whose password is shown, once. */
  readonly owner?: Owner;
  /** The folder of demo.json. */
  readonly dataDir: string;
};

/** What a person sees who starts the service in a terminal. */
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
    `Dashboard  ${baseUrl}/dashboard${about.owner ? `   ${about.owner.email} / ${about.owner.password}` : ''}`,
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
    '',
    'Watch events:  npx mps listen',
  ];
}
