import type { AppOf, MerchantOf } from '../../../domain/merchants/changes/change-merchant.ts';
import { FormUsed, wasChangedByForm } from '../../../domain/merchants/changes/queries.ts';
import { recordAction } from '../../../domain/people/audit/audit.ts';
import { findByForm } from '../../../domain/people/audit/queries.ts';
import { may } from '../../../domain/people/roles/roles.ts';
import { readClock } from '../../../engine/clock/read-clock.ts';
import type { Act } from '../../../engine/context.ts';
import type { Mode } from '../../../engine/principal.ts';
import { inExclusiveTransaction, inTransaction } from '../../../platform/db/database.ts';
import { isUuid, randomUuid } from '../../../platform/ids.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import { Refusal } from './answers.ts';
import type { Route } from './route.ts';
import { asMember, asPerson, type MerchantVisit, type Visit } from './visit.ts';

const { sentTwice } = frameWords;

/** What is remembered of an action: the object's shown id, and what was before and after. No key, no secret. */
type Remembered = { readonly object?: string; readonly details?: Readonly<Record<string, unknown>> };

type Work<T> = (act: Act) => Promise<Remembered & { readonly result: T }>;

/**
 * Does something to the merchant's mode, and writes who did it in the same transaction. A form that carries `onceOf()` has its
 * effect once, however often it is sent.
 *
 * @param action what is done, as the audit log names it: `payment.refunded`
 * @throws Refusal the form was sent before
 */
export function acting<T>(visit: MerchantVisit, action: string, work: Work<T>): Promise<T> {
  return acted(visit, inTransaction, action, work);
}

/** As `acting`; its transaction is the merchant's only open one. Sandbox only. */
export function actingAlone<T>(visit: MerchantVisit, action: string, work: Work<T>): Promise<T> {
  return acted(visit, inExclusiveTransaction, action, work);
}

async function acted<T>(
  visit: MerchantVisit,
  open: typeof inTransaction,
  action: string,
  work: Work<T>,
): Promise<T> {
  const { ctx, merchantId: id, doer } = visit;
  const once = visit.form.value('once');
  try {
    return await open(ctx.db, id, async (tx, clockOffsetMs) => {
      const act = { ctx, tx, merchant: { id, clockOffsetMs } };
      const { result, ...remembered } = await work(act);
      await recordAction(act, doer, { action, ...remembered, ...(isUuid(once) && { form: once }) });
      return result;
    });
  } catch (error) {
    throw error instanceof FormUsed ? new Refusal(sentTwice.text, sentTwice.title) : error;
  }
}

/**
 * Whether the form had its effect before. That may be why it fails now: the money is paid out, or the code is spent. Told that it
 * was not done, the person would pay again. Nothing is told of what somebody else sent.
 */
export async function wasDone({
  ctx,
  office,
  merchantId,
  form: sent,
  doer,
}: MerchantVisit): Promise<boolean> {
  const form = sent.value('once');
  if (!isUuid(form)) return false;
  const { userId } = doer;
  const done = await findByForm(ctx.db, merchantId, form);
  return done
    ? done.user_id === userId
    : await wasChangedByForm(office.platform, merchantId, { form, userId });
}

/** As `wasDone`, of a form that is not read: its token is an old one once its person has proved who they are in another tab. */
export async function wasDoneBefore(route: Route, visit: Visit, mode: Mode | undefined): Promise<boolean> {
  const { session, token } = visit;
  if (route.kind !== 'merchant' || !mode || token === undefined || session?.stage !== 'full') return false;
  const member = asMember(asPerson(visit, session, token), mode);
  return member !== undefined && may(member.role, route.who) && (await wasDone(member));
}

type Asked<Outcome, Status> = {
  /** Waits for another system; no transaction is open. */
  readonly ask: (merchant: Act['merchant']) => Promise<Outcome>;
  /** Writes what it said, in a second transaction. */
  readonly end: (act: Act, outcome: Outcome) => Promise<Status>;
  /** How things stand if this fails: what was begun is done, and its job goes on. */
  readonly otherwise: Status;
};

/** What follows `acting` where another system must be asked. It never fails, since what was begun is done. Decision 0007. */
export async function afterAsking<Outcome, Status>(
  { ctx, merchantId: id }: MerchantVisit,
  { ask, end, otherwise }: Asked<Outcome, Status>,
): Promise<Status> {
  try {
    const { offsetMs: clockOffsetMs } = await readClock(ctx, id);
    const outcome = await ask({ id, clockOffsetMs });
    return await inTransaction(ctx.db, id, (tx, offset) =>
      end({ ctx, tx, merchant: { id, clockOffsetMs: offset } }, outcome),
    );
  } catch (error) {
    ctx.log.warn({ err: error }, 'what was begun in the dashboard is left to its job');
    return otherwise;
  }
}

/** A value for `once` of a form: each time the form is shown it is another. */
export const onceOf = (): string => randomUuid();

/** Who changes the merchant, for actions of `merchants/`, which remember it themselves. A form that carries `onceOf()` changes it once. */
export function merchantOf({ merchantId, doer, form }: MerchantVisit): MerchantOf {
  const { email: by, userId, ip } = doer;
  const once = form.value('once');
  return { merchantId, by, from: { userId, ip, ...(isUuid(once) && { form: once }) } };
}

/** Who changes an app of the merchant. */
export function appOf(visit: MerchantVisit, appId: string): AppOf {
  return { ...merchantOf(visit), appId };
}
