import type { Session } from '../../../domain/people/sessions/sessions.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { equal, isSigned, type Secrets } from '../../../platform/secrets.ts';

const purpose = 'dashboard-form';
/** A form that is open for longer is shown again, with what was typed. */
const validSeconds = 12 * 60 * 60;

/**
 * What proves that a form was made by us: of a session the session's own token, of anybody else a signed time. Together with the
 * check of the origin it keeps other sites from sending our forms.
 */
export function formTokenOf(secrets: Secrets, session: Session | undefined): string {
  if (session) return session.csrfs[0];
  const at = unixSeconds();
  return `${at}.${secrets.sign(purpose, String(at))}`;
}

export function isFormToken(secrets: Secrets, session: Session | undefined, sent: string): boolean {
  if (session) return session.csrfs.some((token) => equal(sent, token));
  const [at = '', signature = ''] = sent.split('.');
  const age = unixSeconds() - Number(at);
  return (
    /^\d{1,12}$/.test(at) &&
    age >= -60 &&
    age <= validSeconds &&
    isSigned(secrets, { purpose, text: at, signature })
  );
}

/** Headers that browsers set and scripts cannot. A client that sends neither is no browser, and has no cookie of ours. */
export type OriginHeaders = {
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
};

export function isFromHere({ secFetchSite, origin, host }: OriginHeaders): boolean {
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin' || secFetchSite === 'none';
  return origin !== undefined && host !== undefined && URL.parse(origin)?.host === host;
}
