import { sampleAddress } from '../../../src/pages/docs/documents.ts';
import { type Call, jsonWith } from './call.ts';

export function curlSample({ method, path, isSecured, body }: Call): string {
  return [
    `curl -X ${method} "${sampleAddress}${path}"`,
    ...(isSecured ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${jsonWith(body, '  ').replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

export function nodeSample({ method, path, isSecured, body }: Call): string {
  const headers = [
    ...(isSecured ? ['    Authorization: `Bearer ${process.env.API_KEY}`,'] : []),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
  ];
  return [
    `const response = await fetch('${sampleAddress}${path}', {`,
    `  method: '${method}',`,
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${jsonWith(body, '  ')}),`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

export function pythonSample({ method, path, isSecured, body }: Call): string {
  return [
    'import json, os, urllib.request',
    '',
    `request = urllib.request.Request("${sampleAddress}${path}", method="${method}")`,
    ...(isSecured ? ['request.add_header("Authorization", "Bearer " + os.environ["API_KEY"])'] : []),
    ...(body === undefined
      ? []
      : [
          'request.add_header("Content-Type", "application/json")',
          `request.data = json.dumps(${pythonOf(body, '')}).encode()`,
        ]),
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

/** With the extension curl, which PHP has nearly everywhere. */
export function phpSample({ method, path, isSecured, body }: Call): string {
  const headers = [
    ...(isSecured ? ["'Authorization: Bearer ' . getenv('API_KEY')"] : []),
    ...(body === undefined ? [] : ["'Content-Type: application/json'"]),
  ];
  return [
    '<?php',
    ...(body === undefined ? [] : [`$body = <<<'JSON'\n${jsonWith(body, '')}\nJSON;`, '']),
    `$request = curl_init('${sampleAddress}${path}');`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(headers.length === 0
      ? []
      : ['    CURLOPT_HTTPHEADER => [', ...headers.map((header) => `        ${header},`), '    ],']),
    ...(body === undefined ? [] : ['    CURLOPT_POSTFIELDS => $body,']),
    ']);',
    'echo curl_exec($request), "\\n";',
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
