import type { Document } from 'openapi-backend';
import type { Contract } from '../../../generated/versions.ts';

/** The operations that callers of one version have: operationId → the contract that has it for them. */
export type Homes = ReadonlyMap<string, Contract>;

type Declared = {
  readonly operationId: string;
  readonly parameters: NonNullable<Contract['parameters'][string]>;
  readonly security?: readonly [];
  readonly responses: object;
};

/**
 * The document by which openapi-backend finds an operation, and knows its parameters and whether it needs a key. It has nothing else:
 * requests and answers are judged by the validators that were generated from the whole one, which is megabytes.
 */
export function documentOf(homes: Homes): Document {
  const paths: Record<string, Record<string, Declared>> = {};
  for (const [operationId, contract] of homes) {
    const { path = '', method = '', public: isPublic } = contract.operations[operationId] ?? {};
    (paths[path] ??= {})[method] = {
      operationId,
      parameters: contract.parameters[operationId] ?? [],
      ...(isPublic && { security: [] }),
      responses: {},
    };
  }
  const document = {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
  return document as unknown as Document;
}
