import type { ErrorCode } from '../../../../generated/error-catalogue.ts';
import { may } from '../../../domain/people/roles/roles.ts';
import { TeamRightLost } from '../../../domain/people/team/change-team.ts';
import { SessionEnded } from '../../../domain/people/users/own-account.ts';
import type { Mode } from '../../../engine/principal.ts';
import { now } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors.ts';
import { entryWords } from '../../words/dashboard/entry.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import { failureScreen } from '../parts/frame.ts';
import { wasDone, wasDoneBefore } from '../requests/acting.ts';
import { type Answer, isRefusal, Refusal, refusalText, seeOther, WrongFields } from '../requests/answers.ts';
import { isFormToken, isVisitorsToken } from '../requests/form-token.ts';
import type { Route, Run } from '../requests/route.ts';
import { ChangedMeanwhile } from '../requests/seen.ts';
import { asMember, asPerson, type MerchantVisit, type PersonVisit, type Visit } from '../requests/visit.ts';
import { isForOther, wayBack } from './way-back.ts';

const { errors, sentTwice } = frameWords;

/** A person who confirmed who they are keeps that for so long. */
const confirmedMs = 10 * 60 * 1000;

/** A form failed on its way, and what it did before that may be there. */
export class Unfinished extends Error {
  override name = 'Unfinished';
}

/**
 * Answers a request.
 *
 * @throws Unfinished what failed is no refusal of ours, which says that nothing was changed: the answer to COMMIT may be lost
 */
export async function serve(...about: Parameters<typeof passed>): Promise<Answer> {
  const [{ method }] = about;
  try {
    return await passed(...about);
  } catch (error) {
    if (method === 'GET' || error instanceof ApiError) throw error;
    throw new Unfinished('a form was not finished', { cause: error });
  }
}

/**
 * Lets a request through to the route's `run`, or answers why not. It checks in this order: that a form is ours, who is signed in,
 * the right of their role, and that they have just confirmed who they are.
 */
async function passed(
  route: Route,
  visit: Visit,
  mode: Mode | undefined,
  isFromHere: boolean,
): Promise<Answer> {
  if (route.method === 'POST' && !isOurs(route, visit, isFromHere))
    return await refusedForm(route, visit, isFromHere, mode);
  if (route.kind === 'anybody') return await answered(visit, route);
  const personal = personOf(route, visit);
  if ('kind' in personal) return personal;
  const lacksProof = route.stepUp === true && !isConfirmed(personal);
  if (route.kind === 'person')
    return lacksProof ? toConfirm(personal, route) : await answered(personal, route);
  const member = mode && asMember(personal, mode);
  return member ? await answeredTo(route, member, lacksProof) : failureScreen(visit, 403, errors.noMerchant);
}

async function answeredTo(
  route: Extract<Route, { kind: 'merchant' }>,
  member: MerchantVisit,
  lacksProof: boolean,
): Promise<Answer> {
  if (isForOther(route, member)) return seeOther(wayBack(member, route));
  const isDone = async () => route.method === 'POST' && (await wasDone(member));
  const refusal = await refusalOf(route, member, isDone);
  if (refusal) return refusal;
  if (!lacksProof) return await answered(member, route, isDone);
  // The way to the proof says that nothing was done.
  return (await isDone()) ? failureScreen(member, 409, sentTwice) : toConfirm(member, route);
}

/** Whoever is not signed in is sent to sign in, whatever their form carries. */
function isOurs(route: Route, visit: Visit, isFromHere: boolean): boolean {
  const { session, office, form } = visit;
  if (!session && route.kind !== 'anybody') return true;
  const ofMerchant = route.kind === 'merchant';
  return isFromHere && isFormToken(office.secrets, session, form.value('token'), ofMerchant);
}

/** A form that a visitor left open for too long, such as that to sign in over night, is shown again with what they typed. */
async function refusedForm(route: Route, visit: Visit, isFromHere: boolean, mode?: Mode): Promise<Answer> {
  const isTheirs = isFromHere && isVisitorsToken(visit.office.secrets, visit.form.value('token'));
  if (isTheirs && route.kind === 'anybody' && route.again)
    return await route.again({ ...visit, refusal: errors.tooOld });
  const isDone = isFromHere && (await wasDoneBefore(route, visit, mode));
  return isDone ? failureScreen(visit, 409, sentTwice) : failureScreen(visit, 403, errors.stale);
}

/** The signed-in person, or the way to sign in. */
function personOf(route: Exclude<Route, { kind: 'anybody' }>, visit: Visit): PersonVisit | Answer {
  const { session, token } = visit;
  if (!session || token === undefined) return toSignIn(visit, route);
  const person = asPerson(visit, session, token);
  if (route.who === 'half') return person;
  if (session.stage !== 'full') return seeOther(`/dashboard/second-factor?${nextOf(visit, route)}`);
  if (route.who === 'operator' && !session.isOperator) return failureScreen(person, 403, errors.operator);
  return person;
}

/** Whether the form of a member had its effect before. What refuses it now would have them pay again. Decision 0093. */
type IsDone = () => Promise<boolean>;

async function refusalOf(
  route: Extract<Route, { kind: 'merchant' }>,
  member: MerchantVisit,
  isDone: IsDone,
): Promise<Answer | undefined> {
  // The role alone decides: to `member.may` a suspended merchant may not even read what their role allows.
  const allowed = may(member.role, route.who);
  if (member.suspended && route.method === 'POST' && route.whileSuspended !== true) {
    // Whoever may no longer do it is not told whether it was done.
    if (allowed && (await isDone())) return failureScreen(member, 409, sentTwice);
    return failureScreen(member, 403, errors.suspended);
  }
  return allowed ? undefined : failureScreen(member, 403, errors.right(entryWords.roles[member.role].name));
}

function isConfirmed({ session }: PersonVisit): boolean {
  return session.confirmedAt !== null && now().getTime() - session.confirmedAt.getTime() < confirmedMs;
}

/** Where a person goes on after they have proved who they are, and whether they have sent a form, which was not done. */
function nextOf(visit: Visit, route: Route): string {
  const isForm = route.method === 'POST' && !(route.kind === 'person' && route.who === 'half');
  return new URLSearchParams({ next: wayBack(visit, route), ...(isForm && { sent: '1' }) }).toString();
}

function toSignIn(visit: Visit, route: Route): Answer {
  const ended = visit.token === undefined ? '' : '&ended=1';
  return seeOther(`/dashboard/sign-in?${nextOf(visit, route)}${ended}`);
}

const toConfirm = (visit: Visit, route: Route): Answer =>
  seeOther(`/dashboard/confirm?${nextOf(visit, route)}`);

type Runs<V> = Route & { readonly run: Run<V>; readonly again?: Run<V> };

/** Runs the route. A session that ends meanwhile, be it while a screen is shown again, leads to the way to sign in. */
async function answered<V extends Visit>(visit: V, route: Runs<V>, isDone?: IsDone): Promise<Answer> {
  try {
    return await tried(visit, route, isDone);
  } catch (error) {
    if (error instanceof SessionEnded) return toSignIn(visit, route);
    throw error;
  }
}

/** A refusal shows the screen of the form again, with the reason and with what was typed. */
async function tried<V extends Visit>(visit: V, route: Runs<V>, isDone?: IsDone): Promise<Answer> {
  try {
    return await route.run(visit);
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    if (error instanceof TeamRightLost) return failureScreen(visit, 403, lostIn(error));
    if (!(await isDone?.())) return await refused(visit, route, error);
    if (!isRefusal(error)) visit.office.log.error({ err: error }, 'a form that was done before failed');
    // The screen of the form may be what is not found.
    if (error instanceof ApiError && notOfTheForm.includes(error.code))
      return failureScreen(visit, 409, sentTwice);
    return await refused(visit, route, new Refusal(sentTwice.text, sentTwice.title));
  }
}

async function refused<V extends Visit>(visit: V, { again }: Runs<V>, error: unknown): Promise<Answer> {
  if (error instanceof WrongFields && again) return await again({ ...visit, wrong: error.fields });
  const refusal = refusalIn(error);
  if (!refusal) throw error;
  const { form = visit.form, wrong = visit.wrong } = error instanceof ChangedMeanwhile ? error : {};
  if (again) return await again({ ...visit, form, wrong, refusal });
  return failureScreen(visit, 409, refusal);
}

/** What the next request would be told. */
const lostIn = ({ role }: TeamRightLost): NonNullable<Visit['refusal']> =>
  role === undefined ? errors.stale : errors.right(entryWords.roles[role].name);

/** These are for the failure page, whatever was posted. */
const notOfTheForm: readonly ErrorCode[] = ['NOT_FOUND', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];

function refusalIn(error: unknown): Visit['refusal'] {
  const title = frameWords.refused;
  if (error instanceof Refusal) return { title: error.title, text: error.message };
  if (error instanceof WrongFields) return { title, text: error.message };
  if (!(error instanceof ApiError) || notOfTheForm.includes(error.code)) return undefined;
  return { title, text: refusalText(error) };
}
