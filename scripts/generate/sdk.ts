import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import ts from 'typescript';
import type { Files } from './bundle.ts';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  strict: true,
  declaration: true,
  isolatedDeclarations: true,
  verbatimModuleSyntax: true,
};
const madeBy = '// Made by `npm run generate` from src/sdk/webhooks.ts. Do not edit.\n';

/** `sdk/`: the module for webhooks as JavaScript. Node strips no types below `node_modules`, and older ones nowhere. */
export function generateSdk(source: string): Files {
  const script = ts.transpileModule(source, { compilerOptions: options }).outputText;
  const { outputText: types, diagnostics = [] } = ts.transpileDeclaration(source, {
    compilerOptions: options,
    reportDiagnostics: true,
  });
  if (diagnostics.length > 0)
    throw new Error(
      `src/sdk/webhooks.ts: ${ts.flattenDiagnosticMessageText(diagnostics[0]?.messageText, ' ')}`,
    );
  return {
    'sdk/webhooks.js': madeBy + script,
    'sdk/webhooks.d.ts': madeBy + types.replaceAll("'../../generated/", "'../"),
  };
}

/** The generator writes for `exactOptionalPropertyTypes: false`. The types are used all the same. */
const head = '// Made by `npm run generate` from openapi.yaml. Do not edit.\n// @ts-nocheck\n';

/** `client/`: the calls and types of the TypeScript client, and the small HTTP client that they use. Decision 0097. */
export async function generateClient(input: string): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  try {
    await createClient({
      input,
      logs: { level: 'silent', file: false },
      output: { path: folder, postProcess: [], module: { extension: '.ts' } },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    });
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const texts = await Promise.all(
      names.map(
        async (name) => [`client/${name}`, head + (await readFile(join(folder, name), 'utf8'))] as const,
      ),
    );
    return Object.fromEntries(texts);
  } finally {
    await rm(folder, { recursive: true });
  }
}
