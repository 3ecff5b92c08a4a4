import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The keywords of a schema that the generator reads; it copies every other one unchanged. */
export type Schema = {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema | boolean>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  then?: Schema;
  else?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  required?: string[];
  dependentRequired?: Record<string, string[]>;
  pattern?: string;
  enum?: unknown[];
  'x-brand'?: string;
  'x-error-code'?: Record<string, string>;
  'x-extensible-enum'?: string[];
  /** `operator`: in live the operator of the service adds values. */
  'x-named-by'?: string;
  'x-enumDescriptions'?: Record<string, string>;
  'x-retryable'?: string[];
  'x-status'?: Record<string, number>;
};

export type Parameter = {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
};
type Body = { schema?: Schema; examples?: Record<string, Example> };
/** Only a download has another media type than JSON. */
type Content = { 'application/json'?: Body; [mediaType: string]: Body | undefined };
type Example = { $ref?: string; value?: unknown };
export type Response = { $ref?: string; content?: Content };

/** The window is in seconds. */
export type RateLimit = { limit: number; window: number };

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
  'x-permission'?: string;
  'x-key-kinds'?: string[];
  'x-mode'?: string;
  'x-feature'?: string;
  'x-kyc'?: number;
  'x-platform-billing'?: string;
  'x-second-factor'?: string;
  'x-largest-body'?: { bytes: number; values: number };
  'x-rate-limit'?: RateLimit & { bucket: string };
  'x-errors'?: string[];
  'x-event'?: {
    group: string;
    implemented: boolean;
    triggerSource: string;
    subject?: string;
    table?: string;
    /** The notification URL of the checkout is sent the event, whatever the app subscribes to. */
    toNotificationUrl?: boolean;
  };
};

export type Document = {
  info: { version: string };
  tags?: { name: string }[];
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, Response>;
    parameters?: Record<string, Parameter>;
    examples?: Record<string, Example>;
  };
  'x-registry-version'?: string;
  'x-rate-limits'?: Record<string, RateLimit>;
  'x-greatest-amounts'?: Record<string, string>;
  'x-delivery'?: Record<string, number>;
  'x-pattern-words'?: Record<string, string>;
  /** Codes that belong to no operation, such as those of an unknown path. */
  'x-unrouted-failures'?: Record<string, { status: number; retryable?: boolean; description: string }>;
};

export type Documents = { readonly openapi: Document; readonly webhooks: Document };

/** The files that a step generates: name in `generated/` → text. */
export type Files = Record<string, string>;

export const madeBy = '// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.\n';

/** Bundles both documents and returns their files and their content. */
export async function bundle(
  sources: Record<'openapi' | 'webhooks', string>,
): Promise<{ files: Files; documents: Documents }> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  try {
    const texts = await Promise.all(
      Object.entries(sources).map(([name, source]) => bundled(source, join(folder, `${name}.json`))),
    );
    const [openapi = '', webhooks = ''] = texts;
    return {
      files: { 'openapi.json': openapi, 'webhooks.json': webhooks },
      documents: { openapi: JSON.parse(openapi), webhooks: JSON.parse(webhooks) },
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs Redocly outside the repository, so that it finds neither the linter's plugin nor the decorators of the documentation. */
async function bundled(source: string, target: string): Promise<string> {
  const redocly = resolve(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');
  try {
    await promisify(execFile)(process.execPath, [redocly, 'bundle', resolve(source), '--output', target], {
      cwd: tmpdir(),
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    });
  } catch (error) {
    // Redocly reports a mistake once for every reference to it: the first report is enough.
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(said.split('\n').slice(0, 16).join('\n'), { cause: error });
  }
  return `${(await readFile(target, 'utf8')).trimEnd()}\n`;
}

/** The component a `$ref` names, or the node itself. */
export function found<Node extends { $ref?: string }>(node: Node, among: Record<string, Node> = {}): Node {
  if (node.$ref === undefined) return node;
  const target = among[node.$ref.split('/').at(-1) ?? ''];
  if (target === undefined) throw new Error(`${node.$ref} leads to no component.`);
  return found(target, among);
}

/** Every operation of the document with its place, in the document's order. */
export function operationsOf(document: Document): { path: string; method: string; operation: Operation }[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** A value as TypeScript: one line for each entry, and one for each value inside an entry. */
export function literal(value: Record<string, unknown>): string {
  const lines = Object.entries(value).map(
    ([name, child]) => `  ${JSON.stringify(name)}: ${nested(child)},\n`,
  );
  return `{\n${lines.join('')}}`;
}

function nested(value: unknown): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  const children = Array.isArray(value) ? value.map((child) => JSON.stringify(child)) : [];
  if (!Array.isArray(value) && typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value))
      if (child !== undefined) children.push(`${JSON.stringify(name)}: ${JSON.stringify(child)}`);
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return children.length === 0
    ? `${open}${close}`
    : `${open}\n${children.map((child) => `    ${child},\n`).join('')}  ${close}`;
}
