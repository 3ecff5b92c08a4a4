// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.
import type { ErrorObject } from 'ajv';

type Validate = { (data: unknown): boolean; errors?: ErrorObject[] | null };

export const functions: Readonly<Record<string, Validate>>;
