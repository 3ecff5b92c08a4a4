import { sampleAddress } from '../../../src/pages/docs/documents.ts';
import type { Call } from './call.ts';

/** With our client: a method per operation, named by its id in snake case. What stands in the path comes first. */
export function pythonSample({ operationId, places, body }: Call): string {
  const given = [
    ...Object.values(places).map((value) => JSON.stringify(value)),
    ...(body === undefined ? [] : [`body=${pythonOf(body, '    ')}`]),
  ];
  const name = operationId.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();
  const inside = body === undefined ? given.join(', ') : `\n${given.map((one) => `    ${one},\n`).join('')}`;
  return [
    'import os',
    '',
    'from merchant_payments import Payments',
    '',
    `payments = Payments(os.environ["API_KEY"], base_url="${sampleAddress}")`,
    `answer = payments.${name}(${inside})`,
    'print(answer)',
  ].join('\n');
}

/** A value of JSON as Python writes it. */
function pythonOf(value: unknown, indent: string): string {
  const deeper = `${indent}    `;
  const inside = (lines: readonly string[]): string => `${lines.join('\n')}\n${indent}`;
  if (Array.isArray(value)) {
    const items = value.map((one) => `${deeper}${pythonOf(one, deeper)},`);
    return items.length === 0 ? '[]' : `[\n${inside(items)}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, one]) => `${deeper}${JSON.stringify(name)}: ${pythonOf(one, deeper)},`,
    );
    return fields.length === 0 ? '{}' : `{\n${inside(fields)}}`;
  }
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
