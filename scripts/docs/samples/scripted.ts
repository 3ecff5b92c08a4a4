import { sampleAddress } from '../../../src/pages/docs/documents.ts';
import { type Call, jsonWith } from './call.ts';

export function curlSample({ method, path, isSecured, takesKey, body }: Call): string {
  return [
    `curl -X ${method} "${sampleAddress}${path}"`,
    ...(isSecured ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(takesKey ? ['-H "Idempotency-Key: call-$(date +%s)"'] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${jsonWith(body, '  ').replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

export function nodeSample({ method, path, isSecured, takesKey, body }: Call): string {
  const headers = [
    ...(isSecured ? ['    Authorization: `Bearer ${process.env.API_KEY}`,'] : []),
    ...(takesKey ? ["    'Idempotency-Key': crypto.randomUUID(),"] : []),
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

/** With the extension curl, which PHP has nearly everywhere. */
export function phpSample({ method, path, isSecured, takesKey, body }: Call): string {
  const headers = [
    ...(isSecured ? ["'Authorization: Bearer ' . getenv('API_KEY')"] : []),
    ...(takesKey ? ["'Idempotency-Key: ' . bin2hex(random_bytes(16))"] : []),
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
