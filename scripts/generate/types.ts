import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import {
  type Document,
  type Documents,
  type Files,
  found,
  madeBy,
  type Parameter,
  type Schema,
} from './bundle.ts';

/** `openapi.d.ts` and `webhooks.d.ts`. The first declares the brands, because `generated/` imports nothing from `src/`. */
export async function generateTypes({ openapi, webhooks }: Documents): Promise<Files> {
  const brands = brandsOf(openapi);
  const declared = brands
    .map((name) => `export type ${name} = string & { readonly [brand]: '${name}' };\n`)
    .join('');
  const imported = brandsOf(webhooks).filter((name) => brands.includes(name));
  const [ours, events] = await Promise.all([
    typesOf(openapi, `declare const brand: unique symbol;\n${declared}`),
    typesOf(
      webhooks,
      imported.length === 0 ? '' : `import type { ${imported.join(', ')} } from './openapi.d.ts';\n`,
    ),
  ]);
  return { 'openapi.d.ts': ours, 'webhooks.d.ts': events };
}

async function typesOf(document: Document, inject: string): Promise<string> {
  const tree = await openapiTS(JSON.stringify(withDefaultsGiven(document)), {
    immutable: true,
    emptyObjectsUnknown: true,
    inject,
    silent: true,
    transform: (schema) => brandOrOpenEnum(schema),
  });
  return madeBy + astToString(tree);
}

/** Marks parameters with a default as required: after validation they are present. */
function withDefaultsGiven(document: Document): Document {
  const { schemas, parameters } = document.components;
  const given = (parameter: Parameter): Parameter => {
    if (parameter.$ref !== undefined) return parameter;
    return found(parameter.schema, schemas)['default'] === undefined
      ? parameter
      : { ...parameter, required: true };
  };
  const components = { ...document.components };
  if (parameters)
    components.parameters = Object.fromEntries(
      Object.entries(parameters).map(([name, one]) => [name, given(one)]),
    );
  const paths = structuredClone(document.paths ?? {});
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    if (operation.parameters) operation.parameters = operation.parameters.map(given);
  }
  return document.paths === undefined ? { ...document, components } : { ...document, components, paths };
}

/** A branded string becomes its brand, an open list of values becomes the union of the values it lists. */
function brandOrOpenEnum(schema: object): ts.TypeNode | undefined {
  if ('x-brand' in schema && typeof schema['x-brand'] === 'string') {
    return ts.factory.createTypeReferenceNode(schema['x-brand']);
  }
  if (!('x-extensible-enum' in schema) || !Array.isArray(schema['x-extensible-enum'])) return undefined;
  const values = schema['x-extensible-enum'].map((value: unknown) => literal(String(value)));
  const nullable = 'type' in schema && Array.isArray(schema.type) && schema.type.includes('null');
  return ts.factory.createUnionTypeNode(
    nullable ? [...values, ts.factory.createLiteralTypeNode(ts.factory.createNull())] : values,
  );
}

function literal(value: string): ts.TypeNode {
  return ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value));
}

function brandsOf(document: Document): string[] {
  const schemas: Schema[] = Object.values(document.components.schemas);
  return [...new Set(schemas.flatMap((schema) => schema['x-brand'] ?? []))].toSorted();
}
