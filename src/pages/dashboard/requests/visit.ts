import type { Rail } from '../../../domain/money/gateways/rail.ts';
import type { RailHealth } from '../../../domain/money/gateways/routing/rail-health.ts';
import type { Doer } from '../../../domain/people/roles/doer.ts';
import { may, type Right, type Role } from '../../../domain/people/roles/roles.ts';
import type { Session } from '../../../domain/people/sessions/sessions.ts';
import type { Own } from '../../../domain/people/users/own-account.ts';
import type { Context } from '../../../engine/context.ts';
import { type MerchantId, type Mode, merchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { PostedForm } from './form.ts';

/** What every screen works with. */
export type Office = {
  readonly contexts: Readonly<Record<Mode, Context>>;
  readonly platform: PlatformDb;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Without a slash at the end; the dashboard is at its path `/dashboard`. */
  readonly address: string;
  /** True if the dashboard's host name is its own: it is at no other. */
  readonly hasOwnHost: boolean;
  /** True where mails are only kept, because no mail server is set: their screen is open to everybody. */
  readonly showsMails: boolean;
  readonly railHealth: RailHealth;
  /** The connections to providers. */
  readonly rails: Readonly<Record<Mode, readonly Rail[]>>;
  /** True while the service ends. */
  readonly draining: () => boolean;
};

/** One request, read and judged. */
export type Visit = {
  readonly office: Office;
  readonly session: Session | undefined;
  /** The session's token, which the cookie carries. */
  readonly token: string | undefined;
  /** The path from /dashboard on, without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly form: PostedForm;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Of which merchant the page is that a part or the file is asked for; undefined: a whole page is asked for. */
  readonly partOf: string | undefined;
  /** Hidden in every form. */
  readonly formToken: string;
  /** What was wrong with the form that was just sent. */
  readonly wrong: Readonly<Record<string, string>>;
  readonly refusal: { readonly title: string; readonly text: string } | undefined;
};

export type PersonVisit = Visit & { readonly session: Session; readonly token: string; readonly doer: Doer };

export type MerchantVisit = PersonVisit & {
  readonly mode: Mode;
  readonly ctx: Context;
  /** `/dashboard/test` or `/dashboard/live`. */
  readonly base: string;
  readonly merchantId: MerchantId;
  readonly merchantName: string;
  readonly suspended: boolean;
  readonly role: Role;
  readonly may: (right: Right) => boolean;
};

export function asPerson(visit: Visit, session: Session, token: string): PersonVisit {
  return {
    ...visit,
    session,
    token,
    doer: { userId: session.userId, email: session.email, ip: visit.ip },
  };
}

/** The person's account, for what they change of it themselves. */
export const ownOf = ({ doer, session }: PersonVisit): Own => ({ ...doer, hash: session.hash });

/** The merchant that the person works for at the moment: the chosen one, else the first. */
export function membershipOf({
  memberships,
  merchantId: chosen,
}: Session): Session['memberships'][number] | undefined {
  return memberships.find((membership) => membership.merchantId === chosen) ?? memberships[0];
}

/** @returns undefined if the person works for no merchant */
export function asMember(visit: PersonVisit, mode: Mode): MerchantVisit | undefined {
  const membership = membershipOf(visit.session);
  if (!membership) return undefined;
  const suspended = membership.status === 'suspended';
  return {
    ...visit,
    mode,
    ctx: visit.office.contexts[mode],
    base: mode === 'sandbox' ? '/dashboard/test' : '/dashboard/live',
    merchantId: merchantId(membership.merchantId),
    merchantName: membership.merchantName,
    suspended,
    role: membership.role,
    may: (right) => may(membership.role, right) && !(suspended && right !== 'see' && right !== 'audit'),
  };
}
