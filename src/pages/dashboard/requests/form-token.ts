import type { Session } from '../../../domain/people/sessions/sessions.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { equal, isSigned, type Secrets } from '../../../platform/secrets.ts';
import { membershipOf } from './visit.ts';

const purpose = 'dashboard-form';
const merchantPurpose = 'dashboard-form-merchant';
/** A form that is open for longer is shown again, with what was typed. */
const validSeconds = 12 * 60 * 60;

/**
 * What proves that a form was made by us: of a session the session's own token and a signature of the merchant they work for, of
 * anybody else a signed time. Together with the check of the origin it keeps other sites from sending our forms.
 */
export function formTokenOf(secrets: Secrets, session: Session | undefined): string {
  if (session) {
    const [own] = session.csrfs;
    return `${own}.${secrets.sign(merchantPurpose, merchantText(session, own))}`;
  }
  const at = unixSeconds();
  return `${at}.${secrets.sign(purpose, String(at))}`;
}

/** @param ofMerchant the form changes a merchant, so it must have been shown for the one they work for now */
export function isFormToken(
  secrets: Secrets,
  session: Session | undefined,
  sent: string,
  ofMerchant: boolean,
): boolean {
  const [first = '', signature = ''] = sent.split('.');
  if (!session) return isRecent(first) && isSigned(secrets, { purpose, text: first, signature });
  if (!session.csrfs.some((token) => equal(first, token))) return false;
  const text = merchantText(session, first);
  return !ofMerchant || isSigned(secrets, { purpose: merchantPurpose, text, signature });
}

/**
 * Whether we made a form for a visitor without a session, however long ago. It may be too old, or they have signed in since then in
 * another tab.
 */
export function isVisitorsToken(secrets: Secrets, sent: string): boolean {
  const [text = '', signature = ''] = sent.split('.');
  return isSigned(secrets, { purpose, text, signature });
}

/** A session chooses another merchant in one tab while another tab still shows the forms of the first. */
const merchantText = (session: Session, own: string): string =>
  `${own} ${membershipOf(session)?.merchantId ?? ''}`;

function isRecent(at: string): boolean {
  const age = unixSeconds() - Number(at);
  return /^\d{1,12}$/.test(at) && age >= -60 && age <= validSeconds;
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
