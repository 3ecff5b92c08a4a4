import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Operation, operationsOf, type Schema } from '../../../scripts/generate/bundle.ts';
import { examplesOf, openapi } from '../../src/platform/contract/examples.ts';
import { aCardCheckout } from '../../support/builders/build.ts';
import { createdLink, startPayment } from '../../support/builders/counter.ts';
import { codeOf } from '../../support/checks/refusal.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';

const card = '4242'.repeat(4);
const harmless = [
  'Order 1234567890123452',
  'Order 1234-5678-9012-3452',
  // The check digit is right, but no card that begins like this has so many digits.
  `Order 51${'0'.repeat(11)}8`,
];

type Place = readonly (string | number)[];

/** The places of a request body where `wanted` schemas stand. */
function placesOf(schema: Schema, wanted: (schema: Schema, name: string) => boolean, name = ''): Place[] {
  const ref = schema.$ref?.split('/').at(-1);
  const own: Schema = { ...(ref === undefined ? {} : openapi.components.schemas[ref]), ...schema };
  if (wanted(own, name)) return [[]];
  const inside = Object.entries(own.properties ?? {}).flatMap(([field, child]) =>
    typeof child === 'object' ? placesOf(child, wanted, field).map((place) => [field, ...place]) : [],
  );
  const items = own.items;
  const listed = items === undefined ? [] : placesOf(items, wanted).map((place) => [0, ...place]);
  const others = [...(own.anyOf ?? []), ...(own.oneOf ?? []), ...(own.allOf ?? [])];
  return [...inside, ...listed, ...others.flatMap((other) => placesOf(other, wanted, name))];
}

const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema;

/** Every place of every request body where the schema is wanted, without repetitions. */
function allPlaces(wanted: (schema: Schema, name: string) => boolean) {
  return operationsOf(openapi).flatMap(({ operation }) => {
    const schema = bodyOf(operation);
    const places = schema === undefined ? [] : placesOf(schema, wanted);
    const paths = [...new Set(places.map((place) => place.join('.')))];
    return paths.map((path) => [operation, path] as const);
  });
}

/** The codes of all example bodies with this text in this place. */
function codesWith(operation: Operation, path: string, text: string): string[] {
  return examplesOf(operation.requestBody, openapi).map((example) => {
    const keys = path.split('.');
    let at = example as Record<string, unknown>;
    for (const [nth, key] of keys.slice(0, -1).entries())
      at = (at[key] ??= keys[nth + 1] === '0' ? [] : {}) as Record<string, unknown>;
    at[keys.at(-1) ?? ''] = text;
    return codeOf(operation.operationId as never, example);
  });
}

const texts = allPlaces((schema) => schema['x-no-card-number'] === true);
const references = allPlaces((_schema, name) => ['merchantTransactionId', 'external_id'].includes(name));

it('every free text of the contract is tried here', () => {
  expect(texts.length).toBeGreaterThanOrEqual(25);
});

describe.each(texts.map(([operation, path]) => ({ operation, path, id: operation.operationId })))(
  '$path of $id',
  ({ operation, path }) => {
    it('refuses a card number', () => {
      expect(codesWith(operation, path, `card ${card}`)).toContain('CARD_NUMBER_IN_TEXT');
    });

    it.each(harmless)('takes "%s"', (text) => {
      const codes = codesWith(operation, path, text);

      expect(codes).toContain('ok');
      expect(codes).not.toContain('CARD_NUMBER_IN_TEXT');
    });
  },
);

describe.each(references.map(([operation, path]) => ({ operation, path, id: operation.operationId })))(
  '$path of $id, a reference of the merchant',
  ({ operation, path }) => {
    it('is never refused as a card number', () => {
      expect(codesWith(operation, path, card)).toContain('ok');
    });
  },
);

describe('numbers in texts', () => {
  let app: App;
  let api: Api;
  beforeAll(async () => {
    app = await startApp({ role: 'api' });
    api = apiOf(app.baseUrl, (await app.aMerchant()).secretKey);
  });
  afterAll(() => app.stop());

  it('are taken by a checkout, as the reference even if they look like a card', async () => {
    const body = aCardCheckout({
      merchantTransactionId: card,
      description: harmless[0],
      customerName: harmless[1],
    });

    expect((await api('createCheckout', { body })).status).toBe(201);
  });

  it('are taken by the page of a link as the payer’s name; a card number is not', async () => {
    const link = await createdLink(api);

    expect((await startPayment(link, { name: 'Order 1234567890123452' })).name).toBe('choose');
    expect((await startPayment(link, { name: card })).name).toBe('link');
  });
});
