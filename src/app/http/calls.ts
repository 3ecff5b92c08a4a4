import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { frontSteps } from '../../domain/merchants/access/front.ts';
import type { Limits } from '../../domain/merchants/access/limits.ts';
import { modeNamedBy } from '../../domain/merchants/keys/key-format.ts';
import { confirmSecondFactor } from '../../domain/merchants/second-factor/second-factor.ts';
import { answerer } from '../../engine/calls/answer.ts';
import type { Handlers } from '../../engine/calls/handler.ts';
import type { Context } from '../../engine/context.ts';
import type { Mode, Principal } from '../../engine/principal.ts';
import type { Answered } from '../../platform/contract/answered.ts';
import { loadBackends } from '../../platform/contract/backends.ts';
import { createDispatch } from '../../platform/contract/dispatch.ts';
import type { Databases } from '../../platform/db/database.ts';
import { callsBehind } from '../../platform/db/together/group.ts';
import { fail } from '../../platform/http/error-handler.ts';
import { Overload } from '../../platform/http/limits/overload.ts';
import type { RateLimit } from '../../platform/http/limits/rate-limit.ts';
import type { Log } from '../../platform/log.ts';

export type CallParts = {
  readonly contexts: Readonly<Record<Mode, Context>>;
  readonly databases: Databases;
  readonly handlers: Handlers;
  readonly log: Log;
  /** Absent: the usual limits. */
  readonly limits?: Limits | undefined;
  readonly rateLimit: RateLimit;
  /** Absent: nobody wants to know. */
  readonly noteAnswered?: ((call: Answered<Principal>) => void) | undefined;
  /** How many times as long as usual calls may wait before others are refused, for tests on a busy machine. Absent: once. */
  readonly patience?: number | undefined;
};

/** The API. */
export type Calls = {
  readonly authenticate: ReturnType<typeof frontSteps>['authenticate'];
  /** To be mounted at /v1. */
  readonly mounted: RequestHandler;
  /** The same without Express, whose share of a read is a twentieth of the time. */
  readonly alone: RequestListener;
  readonly overloadOf: (req: IncomingMessage) => Overload;
};

export async function createCalls(parts: CallParts): Promise<Calls> {
  const { contexts, databases, handlers, rateLimit, limits, log, noteAnswered = () => undefined } = parts;
  const { versions } = contexts.live;
  const overloads = overloadsOf(parts);
  const overloadOf = ({ headers }: IncomingMessage) => overloads[modeNamedBy(headers.authorization)];
  const steps = frontSteps({ platform: databases.platform, contexts, rateLimit, limits });
  const answer = answerer({ handlers, contexts, confirmSecondFactor, overloads, log });
  const backends = await loadBackends(versions, answer);
  const dispatch = createDispatch({ backends, steps, rateLimit, versions, log, noteAnswered });
  const call = (req: IncomingMessage, res: ServerResponse, path: string) =>
    overloadOf(req).during(() => dispatch(req, res, path));
  return {
    authenticate: steps.authenticate,
    // Not `req.url`: mounting at /v1 has cut the prefix off it.
    mounted: (req, res) => call(req, res, req.originalUrl),
    alone: (req, res) => void call(req, res, req.url ?? '').catch((error: unknown) => fail(error, res, log)),
    overloadOf,
  };
}

/** Each mode has connections of its own: calls of the sandbox that wait for each other are no overload of live. */
function overloadsOf({ contexts, log, patience = 1 }: CallParts): Readonly<Record<Mode, Overload>> {
  const of = ({ mode, db }: Context) => new Overload({ mode, log, behind: () => callsBehind(db), patience });
  return { sandbox: of(contexts.sandbox), live: of(contexts.live) };
}
