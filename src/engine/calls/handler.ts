import type { OperationId, operations } from '../../../generated/operations.ts';
import type { ValidRequest } from '../../platform/contract/backend.ts';
import type { Answer, CodeOf, DataOf, RequestOf, StatusOf } from '../../platform/contract/types.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Context } from '../context.ts';
import type { Merchant, Principal } from '../principal.ts';

type Facts = typeof operations;

/** The only two makers of an answer. */
type Says<Op extends OperationId> = {
  /** The answer, checked against the contract by the compiler here and by its validator before the commit. */
  readonly reply: <S extends StatusOf<Op>>(status: S, data: DataOf<Op, S>) => Answer<Op>;
  /** A refusal that keeps what was written; `throw new ApiError(…)` undoes it. */
  readonly refuse: (code: CodeOf<Op>) => Answer<Op>;
};

type Reads = { readonly db: Db; readonly merchant: Pick<Merchant, 'id'> };
type Writes = { readonly tx: Tx; readonly merchant: Merchant };

/** What stands round the request: nothing for a public operation, a transaction for one that writes. */
type Place<Op extends OperationId> = Facts[Op]['public'] extends true
  ? unknown
  : { readonly ctx: Context; readonly principal: Principal } & (Facts[Op]['writes'] extends true
      ? Writes
      : Reads);

/** Asks for the second factor: the last check of an action, with nothing but the effect left to do. */
export type Confirm = () => Promise<void>;

type Confirms<Op extends OperationId> = Facts[Op] extends { readonly secondFactor: string }
  ? { readonly confirm: Confirm }
  : unknown;

export type Call<Op extends OperationId> = RequestOf<Op> & Says<Op> & Place<Op> & Confirms<Op>;

/** Answers one operation of openapi.yaml. An operation that writes runs in one transaction, `tx`. */
export type Handler<Op extends OperationId> = (call: Call<Op>) => Promise<Answer<Op>>;

/** An operation that must wait for another system. Decision 0007. */
export type Phases<Op extends OperationId, Begun extends { readonly id: string }, Outcome> = {
  /** The first transaction waits until no other one of the merchant is open, and keeps new ones out. Sandbox only. */
  readonly alone?: true;
  /** The first transaction only adds rows of its own: calls of a merchant that come at once may share one. */
  readonly shared?: true;
  /** First transaction: the intention, and the job that will find out if we die. An answer ends the call here. */
  readonly begin: (call: Call<Op>) => Promise<Begun | Answer<Op>>;
  /** A retry after a crash finds its intention again. */
  readonly resume: (call: Call<Op>, id: string) => Promise<Begun>;
  /** No transaction is open: the only place that may wait for another system. */
  readonly ask: (ctx: Context, begun: Begun) => Promise<Outcome>;
  /** Second transaction: locks the row, replies from what it finds. */
  readonly finish: (call: Call<Op>, begun: Begun, outcome: Outcome) => Promise<Answer<Op>>;
};

/** Phases whose begun intention is their own affair: only its id is seen from outside. */
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
 * A handler that needs the merchant for itself: no other transaction of his is open meanwhile. Sandbox only.
 * It is a first phase that answers, so nothing follows it.
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
  throw new Error('what answers at once has no later phase');
}

/** Wraps the phases of an operation as its handler. Decision 0007. */
export function phased<Op extends OperationId, Begun extends { readonly id: string }, Outcome>(
  phases: Phases<Op, Begun, Outcome>,
): Phased<Op> {
  // `begin` and `finish` are each other's only partners, so what one makes is what the other takes.
  return { phases };
}

/** A call that has passed the front: its request is what the contract allows. */
export type Asked = {
  readonly operationId: OperationId;
  readonly requestId: string;
  /** Absent for a public operation. */
  readonly principal: Principal | undefined;
  readonly path: string;
  readonly request: ValidRequest;
  /** The bytes of the body: the fingerprint of an idempotent request. */
  readonly raw: Buffer | undefined;
};

type About = Pick<Made, 'kept' | 'replayed'> & Partial<Pick<Made, 'headers'>>;

/** An answer in the newest shape. */
export class Made {
  readonly status: number;
  readonly text: string;
  /** It kept something, so a retry with the same key must hear it again. */
  readonly kept: boolean;
  readonly replayed: boolean;
  /** Of a refusal that says when to come back; such an answer is never stored. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, text: string, about: About) {
    this.status = status;
    this.text = text;
    this.kept = about.kept;
    this.replayed = about.replayed;
    this.headers = about.headers ?? {};
  }
}

/** Only `reply` and `refuse` make an answer, whatever the types were talked into. */
export function madeOf(answer: unknown): Made {
  if (answer instanceof Made) return answer;
  throw new Error('a handler answered without reply or refuse');
}
