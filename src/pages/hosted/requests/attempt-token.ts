import { unixSeconds } from '../../../platform/clock.ts';
import { isSigned, type Secrets } from '../../../platform/secrets.ts';

const purpose = 'pages.attempt';
const lifetimeSeconds = 2 * 3600;
const shape = /^([0-9]{1,3})\.([0-9]{1,12})\.([0-9a-f]{64})$/;

/**
 * A signed token for every form, in place of a cookie, which in-app browsers lose. It names the one attempt that the form
 * may make: a form that is sent twice, or from an old tab, names an attempt that is already over.
 *
 * @param of the id of what the form is about; the token is valid for nothing else
 */
export function attemptToken(secrets: Secrets, of: string, attempt: number): string {
  const expires = unixSeconds() + lifetimeSeconds;
  return `${attempt}.${expires}.${signature(secrets, of, `${attempt}.${expires}`)}`;
}

/** True if we made this token for this attempt within the last two hours. */
export function isToken(secrets: Secrets, token: string, about: { of: string; attempt: number }): boolean {
  const [, attempt, expires, signed] = shape.exec(token) ?? [];
  if (attempt === undefined || expires === undefined || signed === undefined) return false;
  const text = `${about.of}.${attempt}.${expires}`;
  const isOurs = isSigned(secrets, { purpose, text, signature: signed });
  return isOurs && Number(attempt) === about.attempt && Number(expires) > unixSeconds();
}

function signature(secrets: Secrets, of: string, text: string): string {
  return secrets.sign(purpose, `${of}.${text}`);
}
