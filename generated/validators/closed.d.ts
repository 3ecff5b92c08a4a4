// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.
import type { ValidateFunction } from 'ajv';

export const functions: Readonly<Record<string, ValidateFunction>>;
