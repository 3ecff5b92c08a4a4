import { sampleAddress } from '../../src/pages/docs/documents.ts';
import {
  type Document,
  eventsOf,
  follow,
  isSecured,
  jsonOf,
  type Operation,
  operationsOf,
  type PlacedOperation,
} from './document.ts';

/** Shows open lists of values as enums, with the note that more values may come. */
export function openEnums(document: Document): void {
  const opened = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const values = Reflect.get(part, 'x-extensible-enum');
    if (Array.isArray(values)) {
      const said: unknown = Reflect.get(part, 'description');
      Reflect.set(part, 'enum', values);
      Reflect.set(part, 'description', `${typeof said === 'string' ? `${said} ` : ''}More values may come.`);
    }
    for (const child of Object.values(part)) opened(child);
  };
  opened(document.components?.schemas);
  opened(document.paths);
}

/** Adds badges: what an operation requires, and whether an event is sent. */
export function badges(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    operation['x-badges'] = needsOf(operation).map((name) => ({ name }));
  }
  for (const { operation } of eventsOf(document)) {
    operation['x-badges'] =
      operation['x-event']?.implemented === true
        ? [{ name: 'Live', color: '#0a7d33' }]
        : [{ name: 'Planned', color: '#6b7280' }];
  }
}

function needsOf(operation: Operation): string[] {
  const { 'x-feature': feature, 'x-kyc': tier } = operation;
  return [
    ...(operation['x-origin'] === 'decision' ? ['Decision'] : []),
    ...(operation['x-mode'] === 'sandbox' ? ['Sandbox'] : []),
    ...(feature === undefined ? [] : [`Feature ${feature}`]),
    ...(tier === undefined ? [] : [`KYC tier ${tier}`]),
    ...(operation['x-platform-billing'] === undefined ? [] : ['Paid platform invoices (live)']),
    ...(operation['x-second-factor'] === undefined ? [] : ['Second factor']),
  ];
}

/** Adds each operation's first example as a call in three languages. */
export function codeSamples(document: Document): void {
  for (const placed of operationsOf(document)) {
    const call = callOf(document, placed);
    placed.operation['x-codeSamples'] = [
      { lang: 'shell', label: 'curl', source: curlSample(call) },
      { lang: 'javascript', label: 'Node', source: nodeSample(call) },
      { lang: 'python', label: 'Python', source: pythonSample(call) },
    ];
  }
}

type Call = {
  readonly method: string;
  readonly path: string;
  readonly isSecured: boolean;
  readonly body: string | undefined;
};

function callOf(document: Document, { path, method, operation }: PlacedOperation): Call {
  const parameters = (operation.parameters ?? []).map((own) => follow(document, 'parameters', own, []).node);
  const filled = parameters.reduce((text, { name, examples }) => {
    const first = Object.values(examples ?? {})[0]?.value;
    return typeof first === 'string' ? text.replace(`{${name}}`, first) : text;
  }, path);
  const example = Object.values(jsonOf(operation.requestBody?.content)?.examples ?? {})[0];
  const value = example === undefined ? undefined : follow(document, 'examples', example, []).node.value;
  return {
    method: method.toUpperCase(),
    path: filled,
    isSecured: isSecured(document, operation),
    body: value === undefined ? undefined : JSON.stringify(value, null, 2),
  };
}

function curlSample({ method, path, isSecured: secured, body }: Call): string {
  return [
    `curl -X ${method} "${sampleAddress}${path}"`,
    ...(secured ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

function nodeSample({ method, path, isSecured: secured, body }: Call): string {
  const headers = [
    ...(secured ? ['    Authorization: `Bearer ${process.env.API_KEY}`,'] : []),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
  ];
  return [
    `const response = await fetch('${sampleAddress}${path}', {`,
    `  method: '${method}',`,
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
}

function pythonSample({ method, path, isSecured: secured, body }: Call): string {
  return [
    'import json, os, urllib.request',
    '',
    `request = urllib.request.Request("${sampleAddress}${path}", method="${method}")`,
    ...(secured ? ['request.add_header("Authorization", "Bearer " + os.environ["API_KEY"])'] : []),
    ...(body === undefined
      ? []
      : [
          'request.add_header("Content-Type", "application/json")',
          `request.data = json.dumps(json.loads(r"""${body}""")).encode()`,
        ]),
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, json.load(response))',
  ].join('\n');
}
