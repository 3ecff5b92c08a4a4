import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownKey } from '../../domain/merchants/keys/key-format.ts';

const fields = [
  'base_url',
  'merchant_id',
  'app_id',
  'secret_key',
  'public_key',
  'restricted_key',
  'webhook_secret',
] as const;

/** What DATA_DIR/demo.json holds. No other place keeps API keys in full. */
export type Demo = Readonly<Record<(typeof fields)[number], string>>;

/** What demo.json holds; undefined if the file is missing or incomplete. */
export function readDemo(dataDir: string): Demo | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    return isDemo(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a new webhook secret in demo.json if the app is that of the demo merchant. */
export function keepDemoSecret(dataDir: string, appId: string, webhookSecret: string): void {
  const demo = readDemo(dataDir);
  if (demo?.app_id === appId) writeDemo(fileIn(dataDir), { ...demo, webhook_secret: webhookSecret });
}

/** Stores the key that replaces another in demo.json if the other is there. Keys are compared as logs show them. */
export function keepDemoKey(
  dataDir: string,
  appId: string,
  { previous, key }: { readonly previous: string; readonly key: string },
): void {
  const demo = readDemo(dataDir);
  const field = (['secret_key', 'public_key', 'restricted_key'] as const).find((name) => {
    const kept = demo?.[name] ?? '';
    return shownKey(kept.slice(0, kept.indexOf('_', 3) + 1), kept.slice(-4)) === previous;
  });
  if (demo?.app_id === appId && field) writeDemo(fileIn(dataDir), { ...demo, [field]: key });
}

export function fileIn(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

function isDemo(content: unknown): content is Demo {
  return (
    typeof content === 'object' &&
    content !== null &&
    fields.every((field) => typeof Reflect.get(content, field) === 'string')
  );
}

/** Writes the file whole or not at all, readable by its owner only. */
export function writeDemo(file: string, demo: Demo): void {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(demo, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(half, file);
}
