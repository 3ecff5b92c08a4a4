import type { OperationId, operations } from '../../../generated/operations.ts';
import type { ValidRequest } from '../../platform/contract/backend.ts';
import type { Operation } from '../../platform/contract/contract.ts';
import type { Answer, CodeOf, DataOf, RequestOf, StatusOf } from '../../platform/contract/types.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Download } from '../../platform/http/download.ts';
import type { Context } from '../context.ts';
import type { Merchant, Principal } from '../principal.ts';

type Facts = typeof operations;

/** The only ways to make an answer. */
type AnswerMakers<Op extends OperationId> = {
  /** A success. The compiler checks it against the contract, and the validator checks it again before the commit. */
  readonly reply: <S extends StatusOf<Op>>(status: S, data: DataOf<Op, S>) => Answer<Op>;
  /** A refusal that commits what was written; `throw new ApiError(…)` rolls it back. */
  readonly refuse: (code: CodeOf<Op>, details?: Record<string, unknown>) => Answer<Op>;
} & Downloads<Op>;

/** A success that is a file, of an operation whose success is no JSON. */
type Downloads<Op extends OperationId> = Facts[Op] extends { readonly media: readonly (infer Media)[] }
  ? { readonly download: (mediaType: Media, file: Omit<Download, 'mediaType'>) => Answer<Op> }
  : unknown;

type Reads = { readonly db: Db; readonly merchant: Pick<Merchant, 'id'> };
type Writes = { readonly tx: Tx; readonly merchant: Merchant };

/** What a handler may use besides the request: nothing in a public operation, a transaction in one that writes. */
type Surroundings<Op extends OperationId> = Facts[Op]['public'] extends true
  ? unknown
  : {
      readonly ctx: Context;
      readonly principal: Principal;
      readonly version: string;
    } & (Facts[Op]['writes'] extends true ? Writes : Reads);

/** Checks the second factor. An action calls it last, when only the effect is left, so a refused call does not spend the code. */
export type Confirm = () => Promise<void>;

type Confirms<Op extends OperationId> = Facts[Op] extends { readonly secondFactor: string }
  ? { readonly confirm: Confirm }
  : unknown;

export type Call<Op extends OperationId> = RequestOf<Op> & AnswerMakers<Op> & Surroundings<Op> & Confirms<Op>;

/** Answers one operation of openapi.yaml. An operation that writes runs in one transaction, `tx`. */
export type Handler<Op extends OperationId> = (call: Call<Op>) => Promise<Answer<Op>>;

/** An operation that must wait for another system. Decision 0007. */
export type Phases<Op extends OperationId, Begun extends { readonly id: string }, Outcome> = {
  /** The first transaction waits until the merchant has no other one open, and keeps new ones out. Sandbox only. */
  readonly alone?: true;
  /** The first transaction only adds rows, so simultaneous calls of a merchant may share one. */
  readonly shared?: true;
  /** First transaction: stores the intention, and the job that finds out the outcome if we crash. An answer ends the call here. */
  readonly begin: (call: Call<Op>) => Promise<Begun | Answer<Op>>;
  /** A retry after a crash finds its intention again. */
  readonly resume: (call: Call<Op>, id: string) => Promise<Begun>;
  /** No transaction is open: the only place that may wait for another system. */
  readonly ask: (ctx: Context, begun: Begun) => Promise<Outcome>;
  /** Second transaction: locks the row, replies from what it finds. */
  readonly finish: (call: Call<Op>, begun: Begun, outcome: Outcome) => Promise<Answer<Op>>;
};

/** Phases as the engine sees them: it knows only the id of what `begin` returns. */
export type Phased<Op extends OperationId> = { readonly phases: AnyPhases<Op> };

export type AnyPhases<Op extends OperationId> = {
  readonly alone?: true;
  readonly shared?: true;
  begin(call: Call<Op>): Promise<{ readonly id: string } | Answer<Op>>;
  resume(call: Call<Op>, id: string): Promise<{ readonly id: string }>;
  ask(ctx: Context, begun: unknown): Promise<unknown>;
  finish(call: Call<Op>, begun: unknown, outcome: unknown): Promise<Answer<Op>>;
};

/** One for every operation of the contract: a missing one does not compile. */
export type Handlers = { readonly [Op in OperationId]: Handler<Op> | Phased<Op> };

/**
 * Handlers of operations that only older versions have, each by its id. Their calls are not typed, since the types are those of the
 * newest contract.
 */
export type RemovedHandlers = Readonly<Record<string, (call: never) => Promise<unknown>>>;

/** Wraps the phases of an operation as its handler. Decision 0007. */
export function phased<Op extends OperationId, Begun extends { readonly id: string }, Outcome>(
  phases: Phases<Op, Begun, Outcome>,
): Phased<Op> {
  // The types of Begun and Outcome are lost here. It is safe, since `finish` only ever receives what `begin` and `ask` returned.
  return { phases };
}

/**
 * A handler whose transaction is the merchant's only open one. Sandbox only. Its first phase always answers, so no other phase
 * follows.
 */
export function alone<Op extends OperationId>(handler: Handler<Op>): Phased<Op> {
  return phased<Op, { readonly id: string }, never>({
    alone: true,
    begin: handler,
    resume: neverBegun,
    ask: neverBegun,
    finish: neverBegun,
  });
}

function neverBegun(): never {
  throw new Error('an operation that answers in its first phase has no later one');
}

/** A call that passed authentication, limits and gates, and whose request fits the contract. */
export type AdmittedCall = {
  readonly operation: Operation;
  /** The version that the caller gets. Handlers know the newest shapes only; those that show events choose the event's. */
  readonly version: string;
  readonly requestId: string;
  /** Absent for a public operation. */
  readonly principal: Principal | undefined;
  readonly path: string;
  readonly request: ValidRequest;
  /** The bytes of the body: the fingerprint of an idempotent request. */
  readonly raw: Buffer | undefined;
};

type About = Pick<RenderedAnswer, 'kept' | 'replayed' | 'version'> &
  Partial<Pick<RenderedAnswer, 'headers' | 'file'>>;

/** An answer as text, or as a file. */
export class RenderedAnswer {
  readonly status: number;
  readonly text: string;
  /** The version that the text is in. An answer that was stored before a release is in an older one than the newest. */
  readonly version: string;
  /** The call kept what it wrote, so a retry with the same idempotency key must get the same answer. */
  readonly kept: boolean;
  readonly replayed: boolean;
  /** Set by a refusal that says when to retry; such an answer is never stored. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in place of the text. */
  readonly file: Download | undefined;

  constructor(status: number, text: string, about: About) {
    this.status = status;
    this.text = text;
    this.version = about.version;
    this.kept = about.kept;
    this.replayed = about.replayed;
    this.headers = about.headers ?? {};
    this.file = about.file;
  }
}

/** Types can be cast, so this checks at run time that a handler answered by `reply` or `refuse`. */
export function renderedAnswer(answer: unknown): RenderedAnswer {
  if (answer instanceof RenderedAnswer) return answer;
  throw new Error('a handler answered without reply or refuse');
}
