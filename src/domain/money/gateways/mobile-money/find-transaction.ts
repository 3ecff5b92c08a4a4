import { now } from '../../../../platform/clock.ts';
import { isUuid } from '../../../../platform/ids.ts';
import type { Amount } from '../../amounts/amount.ts';
import type { Answer, Asking, Posted } from './wire/client.ts';
import {
  type Fault,
  type OperatorTransaction,
  type RequestState,
  readLink,
  readRequestState,
  readTransaction,
} from './wire/messages.ts';

/** What the operator knows of a request that carried one of our ids. */
export type Found =
  | { readonly kind: 'transaction'; readonly transaction: OperatorTransaction }
  /** It has the request and has not decided. */
  | { readonly kind: 'pending'; readonly request: string }
  /** It has the request and has not carried it out, and will not. */
  | { readonly kind: 'failed'; readonly fault: Fault | undefined; readonly expired: boolean }
  /** It knows nothing of our id. */
  | { readonly kind: 'missing' }
  /** No answer, or one that cannot be read. */
  | { readonly kind: 'unknown'; readonly code: string };

/** What was asked for: a reversal's answer may leave out amount and currency. */
type Asked = { readonly amount: Amount; readonly currency: string };

/**
 * Finds what became of a request by our id, for when its answer was lost. What the answer links to is asked for, so that amount and
 * currency are those that the operator booked.
 */
export async function findByReference(asking: Asking, reference: string, asked: Asked): Promise<Found> {
  const answer = await asking.get(`/responses/${encodeURIComponent(reference)}`);
  if (answer.kind !== 'done') return notDone(answer);
  const link = readLink(answer.body);
  if (!link) return { kind: 'unknown', code: 'unreadable-link' };
  const view = link.to === 'transactions' ? viewTransaction : viewRequest;
  return linked(await view(asking, link.id, asked));
}

/**
 * Finds what became of a request by the operator's id: that of the request until it is decided, and that of the transaction
 * afterwards. Both may be UUIDs.
 */
export async function findByOperatorId(asking: Asking, id: string, asked: Asked): Promise<Found> {
  const request = isUuid(id.toLowerCase()) ? await viewRequest(asking, id, asked) : missing;
  return request.kind === 'missing' ? await viewTransaction(asking, id, asked) : request;
}

/** What came of a request that creates something. */
export type Created =
  | Exclude<Found, { kind: 'missing' }>
  /** The operator refuses it. Nothing was begun. */
  | { readonly kind: 'refused'; readonly fault: Fault }
  /** It was not sent. Nothing was begun. */
  | { readonly kind: 'unsent'; readonly code: string };

/**
 * Asks for a transaction. The operator takes each of our ids once: if it has had this one, it is asked what became of it. Anything
 * doubtful after the request was sent is `unknown`.
 */
export async function create(asking: Asking, posted: Posted, asked: Asked): Promise<Created> {
  const answer = await asking.post(posted);
  if (answer.kind === 'silent') return { kind: answer.sent ? 'unknown' : 'unsent', code: answer.code };
  if (answer.kind === 'refused') {
    if (answer.fault.code !== 'duplicaterequest') return { kind: 'refused', fault: answer.fault };
    const earlier = await findByReference(asking, posted.correlationId, asked);
    return earlier.kind === 'missing' ? { kind: 'unknown', code: 'duplicate-without-response' } : earlier;
  }
  if (answer.status === 201) return transactionIn(answer.body, asked);
  const state = readRequestState(answer.body);
  return state ? await follow(asking, state, asked) : { kind: 'unknown', code: 'unreadable-request-state' };
}

async function viewRequest(asking: Asking, id: string, asked: Asked): Promise<Found> {
  const answer = await asking.get(`/requeststates/${encodeURIComponent(id)}`);
  if (answer.kind !== 'done') return notDone(answer);
  const state = readRequestState(answer.body);
  return state ? await follow(asking, state, asked) : { kind: 'unknown', code: 'unreadable-request-state' };
}

async function follow(asking: Asking, state: RequestState, asked: Asked): Promise<Linked> {
  const { status, request, error: fault, expiresAt, transaction } = state;
  if (status === 'pending') return { kind: 'pending', request };
  if (status === 'failed') {
    const expired = expiresAt !== undefined && expiresAt <= now() && isGeneric(fault);
    return { kind: 'failed', fault, expired };
  }
  if (transaction === undefined) return { kind: 'unknown', code: 'no-transaction' };
  return linked(await viewTransaction(asking, transaction, asked));
}

type Linked = Exclude<Found, { kind: 'missing' }>;

/** What the operator itself names must be there. Its absence proves nothing about our request. */
function linked(found: Found): Linked {
  return found.kind === 'missing' ? { kind: 'unknown', code: 'dangling-link' } : found;
}

async function viewTransaction(asking: Asking, id: string, asked: Asked): Promise<Found> {
  const answer = await asking.get(`/transactions/${encodeURIComponent(id)}`);
  if (answer.kind !== 'done') return notDone(answer);
  return transactionIn(answer.body, asked);
}

function transactionIn(body: unknown, asked: Asked): Linked {
  const transaction = readTransaction(body, asked);
  return transaction
    ? { kind: 'transaction', transaction }
    : { kind: 'unknown', code: 'unreadable-transaction' };
}

const missing: Found = { kind: 'missing' };

function notDone(answer: Exclude<Answer, { kind: 'done' }>): Found {
  if (answer.kind === 'silent') return { kind: 'unknown', code: answer.code };
  const { status, fault } = answer;
  return status === 404 ? missing : { kind: 'unknown', code: fault.code };
}

function isGeneric(fault: Fault | undefined): boolean {
  return fault === undefined || fault.code === 'genericerror';
}
