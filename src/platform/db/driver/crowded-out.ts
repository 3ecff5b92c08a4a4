import { NotAdmitted } from '../../turns.ts';
import { DatabaseUnavailable } from './violations.ts';

/** Others used all connections that the user may have, for too long. The database was not asked. */
export function isCrowdedOut(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.cause instanceof NotAdmitted;
}
