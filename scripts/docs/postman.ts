import type { Document } from '../redocly/document.ts';
import type { Named } from './content/contract.ts';
import { displayName } from './content/operations.ts';
import { callOf } from './samples/call.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Every operation with its first example, in folders by tag. The collection's variables are the address and the key. */
export function postmanCollection(document: Document, all: readonly Named[]): object {
  const item = (document.tags ?? []).map((tag) => ({
    name: displayName(tag),
    item: all
      .filter(({ operation }) => operation.tags?.includes(tag.name))
      .map((named) => itemOf(document, named)),
  }));
  return {
    info: { name: 'Merchant Payments', schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: 'http://localhost:3000' },
      { key: 'api_key', value: '' },
    ],
    item,
  };
}

function itemOf(document: Document, named: Named): object {
  const call = callOf(document, named);
  const path = named.path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  return {
    name: named.operation.summary ?? named.id,
    request: {
      method: call.method,
      ...(call.isSecured ? {} : { auth: { type: 'noauth' } }),
      header: call.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: {
        raw: `{{base_url}}/${path}`,
        host: ['{{base_url}}'],
        path: path.split('/'),
        variable: Object.entries(call.places).map(([key, value]) => ({ key, value })),
      },
      ...(call.body !== undefined && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(call.body, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  };
}
