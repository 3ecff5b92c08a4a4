import { keepDemoKey } from '../../app/first-run/demo-file.ts';
import { allPermissions, firstPermissions } from '../../domain/merchants/keys/api-keys.ts';
import { createKey, revokeKey, rollKey, setPermissions } from '../../domain/merchants/keys/change-keys.ts';
import { hashOfKey, keyKinds, mostHours, readKey, shownKey } from '../../domain/merchants/keys/key-format.ts';
import {
  findKeyAcrossMerchants,
  findKeysAcrossMerchants,
  type ListedKey,
  listKeys,
} from '../../domain/merchants/keys/queries.ts';
import { type KeyKind, merchantId } from '../../engine/principal.ts';
import { showId, uuidIn } from '../../platform/ids.ts';
import { endpointOf, type OfApp, ofEndpoint } from '../support/endpoint.ts';
import { type Operator, onDatabases } from '../support/operator.ts';
import { namesIn, numberIn } from '../support/options.ts';
import { cell, Failure, printJson, printOne, printTable, say } from '../support/print.ts';

type Json = { readonly json?: true };

/** `mps key list`: the keys of an app, without the keys themselves. Spec: "Authentication". */
export async function listKeysVerb(options: OfApp & Json): Promise<void> {
  const keys = await onDatabases(async (operator) => {
    const { merchantId: id, appId } = ofEndpoint(await endpointOf(operator, options));
    return (await listKeys(operator.databases.platform, id, appId)).map(shown);
  });
  if (options.json) printJson({ keys });
  else printTable(keys.map(row));
}

function shown(key: ListedKey) {
  return {
    key_id: showId('key', key.id),
    kind: key.kind,
    key: shownKey(key.prefix, key.last4),
    valid: key.valid,
    valid_until: (key.revoked_at ?? key.expires_at)?.toISOString() ?? null,
    created_at: key.created_at.toISOString(),
    permissions: key.permissions,
  };
}

function row(key: ReturnType<typeof shown>): Record<string, string> {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [name, cell(value)]));
}

export type CreateKeyOptions = OfApp & Json & { readonly kind: string; readonly permissions?: string };

/** `mps key create`: prints another key of an app, which cannot be shown again. Spec: "Authentication". */
export async function createKeyVerb(options: CreateKeyOptions): Promise<void> {
  const kind = kindIn(options.kind);
  const permissions = permissionsIn(options.permissions);
  if (kind !== 'restricted' && permissions)
    throw new Failure('usage', 'Only a restricted key has permissions: say --kind restricted.');
  const wanted = { kind, permissions: kind === 'restricted' ? (permissions ?? firstPermissions()) : [] };
  const made = await onDatabases(async (operator) => {
    const app = await endpointOf(operator, options);
    const of = { ...ofEndpoint(app), by: operator.by };
    const { keyId, key } = await createKey(operator.databases.platform, of, { ...wanted, mode: app.mode });
    return { key_id: showId('key', keyId), kind, permissions: wanted.permissions, api_key: key };
  });
  printOne(made, options);
  say('Keep the key: it is not shown again.');
}

function kindIn(text: string): KeyKind {
  const kind = keyKinds.find((one) => one === text);
  if (kind === undefined) throw new Failure('usage', `--kind takes one of: ${keyKinds.join(', ')}.`);
  return kind;
}

function permissionsIn(text: string | undefined): readonly string[] | undefined {
  if (text === 'default') return firstPermissions();
  return namesIn(text, '--permissions', allPermissions());
}

type Named = {
  readonly key: ListedKey;
  readonly of: ReturnType<typeof ofEndpoint> & { readonly by: string };
};

/** The key that was named by its id, or by the key itself, which is never printed. */
async function keyOf({ databases: { platform }, by }: Operator, named: string): Promise<Named> {
  const id = named.startsWith('key_') ? uuidIn(named) : await idOf(platform, named);
  if (id === undefined)
    throw new Failure('usage', 'A key is named by its id, key_…, or in full. List them: npx mps key list');
  const key = await findKeyAcrossMerchants(platform, id);
  if (!key)
    throw new Failure('notFound', 'There is no such key. List the keys: npx mps key list --app app_…');
  return { key, of: { merchantId: merchantId(key.merchant_id), appId: key.app_id, by } };
}

async function idOf(platform: Operator['databases']['platform'], key: string): Promise<string | undefined> {
  if (!readKey(key)) return undefined;
  const [found] = await findKeysAcrossMerchants(platform, [hashOfKey(key)]);
  if (!found) throw new Failure('notFound', 'There is no such key.');
  return found.id;
}

const noLongerValid = 'This key is not valid any more: make a new one with mps key create.';

/** `mps key set`: chooses the permissions of a restricted key. Spec: "Authentication". */
export async function setKeyVerb(
  named: string,
  options: Json & { readonly permissions: string },
): Promise<void> {
  const permissions = permissionsIn(options.permissions) ?? [];
  const { after, outcome } = await onDatabases(async (operator) => {
    const { key, of } = await keyOf(operator, named);
    const { platform } = operator.databases;
    const done = await setPermissions(platform, of, { keyId: key.id, permissions });
    return { outcome: done, after: (await keyOf(operator, showId('key', key.id))).key };
  });
  if (outcome === 'unrestricted')
    throw new Failure('refused', `This key is ${after.kind}: only a restricted key has permissions.`);
  if (outcome === 'invalid') throw new Failure('refused', noLongerValid);
  printOne(shown(after), options);
  say(
    outcome === 'same'
      ? 'It has these permissions already.'
      : 'Every running process takes this up within a second.',
  );
}

/** `mps key revoke`: makes a key invalid. Decision 0057. */
export async function revokeKeyVerb(named: string, options: Json): Promise<void> {
  const { after, revoked } = await onDatabases(async (operator) => {
    const { key, of } = await keyOf(operator, named);
    const done = await revokeKey(operator.databases.platform, of, key.id);
    return { revoked: done, after: (await keyOf(operator, showId('key', key.id))).key };
  });
  printOne(shown(after), options);
  say(revoked ? 'Revoked: every running process refuses it within a second.' : 'It was not valid any more.');
}

export type RollKeyOptions = Json & { readonly keepHours: string; readonly now?: true };

/** `mps key roll`: prints a key that replaces another, which stays valid for a while. Decision 0057. */
export async function rollKeyVerb(named: string, options: RollKeyOptions): Promise<void> {
  const hours = numberIn(options.keepHours, '--keep-hours', { least: 0, most: mostHours });
  const keepHours = options.now ? 0 : hours;
  const until = await onDatabases(async (operator) => {
    const { key, of } = await keyOf(operator, named);
    const rolled = await rollKey(operator.databases.platform, of, { keyId: key.id, keepHours });
    if (rolled.kind === 'invalid') throw new Failure('refused', noLongerValid);
    if (rolled.kind === 'rolled before')
      throw new Failure(
        'refused',
        `This key was rolled before, and is valid until ${rolled.until.toISOString()}. If nobody has the key that followed, which was shown once, roll that one: npx mps key list --app ${showId('app', of.appId)}. If it is in use, this one can be ended now: npx mps key revoke ${showId('key', key.id)}`,
      );
    const previousUntil = rolled.previousUntil?.toISOString() ?? null;
    const made = {
      key_id: showId('key', rolled.keyId),
      kind: key.kind,
      permissions: key.permissions,
      api_key: rolled.key,
      previous: showId('key', key.id),
      previous_until: previousUntil,
    };
    // Before demo.json is written, which may fail: nobody could read the key again.
    printOne(made, options);
    const app = showId('app', of.appId);
    keepDemoKey(operator.config.dataDir, app, { previous: shownKey(key.prefix, key.last4), key: rolled.key });
    return previousUntil;
  });
  say(
    until === null
      ? 'Keep the key: it is not shown again. Every running process refuses the previous one within a second.'
      : `Keep the key: it is not shown again. The previous one is valid until ${until}.`,
  );
}
