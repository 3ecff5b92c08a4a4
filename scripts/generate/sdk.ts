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
