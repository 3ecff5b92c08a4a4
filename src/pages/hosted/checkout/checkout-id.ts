import { readId } from '../../../platform/ids.ts';

/** Undefined: no checkout has such an id. */
export function checkoutIdIn(shown: unknown): string | undefined {
  try {
    return readId('chk', typeof shown === 'string' ? shown : '');
  } catch {
    return undefined;
  }
}
