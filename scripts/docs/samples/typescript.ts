import { sampleAddress } from '../../../src/pages/docs/documents.ts';
import { type Call, jsonWith } from './call.ts';

/** With the package `@merchant-payments/client`. */
export function typescriptSample({ operationId, places, body }: Call): string {
  const given = [
    ...(Object.keys(places).length === 0 ? [] : [`  path: ${inOneLine(places)},`]),
    ...(body === undefined ? [] : [`  body: ${withoutQuotedNames(jsonWith(body, '  '))},`]),
  ];
  return [
    "import { Payments } from '@merchant-payments/client';",
    '',
    `const payments = new Payments(process.env.API_KEY, { baseUrl: '${sampleAddress}' });`,
    given.length === 0
      ? `const answer = await payments.${operationId}();`
      : [`const answer = await payments.${operationId}({`, ...given, '});'].join('\n'),
    'console.log(answer);',
  ].join('\n');
}

const inOneLine = (places: Call['places']): string =>
  `{ ${Object.entries(places)
    .map(([name, value]) => `${name}: '${value}'`)
    .join(', ')} }`;

const withoutQuotedNames = (json: string): string => json.replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
