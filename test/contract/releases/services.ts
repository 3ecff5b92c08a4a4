import { once } from 'node:events';
import { values } from '../../../generated/values.ts';
import { createHttpServer } from '../../../src/app/http/server.ts';
import { operations } from '../../../src/app/operations.ts';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { type Handlers, RenderedAnswer } from '../../../src/engine/calls/handler.ts';
import type { Context, Reactions } from '../../../src/engine/context.ts';
import { createListening } from '../../../src/pages/listen/listening.ts';
import type { Version } from '../../../src/platform/contract/change.ts';
import type { VersionChain } from '../../../src/platform/contract/types.ts';
import { newId } from '../../../src/platform/ids.ts';
import { createLog } from '../../../src/platform/log.ts';
import { versionChain } from '../../../src/versions/chain.ts';
import type { App } from '../../support/service/app.ts';
import { aKey } from '../../support/service/keys.ts';
import { getAvailable, type Removed, type Shape } from './changes.ts';

type Releases = readonly Version<Removed>[];
/** `errors` are the lines of its log. */
export type Running = {
  readonly url: string;
  readonly errors: readonly string[];
  readonly close: () => void;
};

/** The service as it is after the newest of these releases, on the database of `app`. */
export async function afterReleases(app: App, releases: Releases, today?: () => Date): Promise<Running> {
  const versions = versionChain(releases, today);
  const { sandbox, live } = app.service.contexts;
  return await serve(app, { sandbox: { ...sandbox, versions }, live: { ...live, versions } }, operations);
}

/**
 * The service as it was when `date` was the newest version: it knows no later one, and stores events and answers in the shapes of that
 * version. It is made of today's service by taking the later changes back. Event data gets a mark that no change can compute.
 */
export async function beforeReleases(app: App, releases: Releases, date: string): Promise<Running> {
  const whole = versionChain(releases);
  const back = { from: whole.current, to: date };
  const older = (chain: Partial<VersionChain>): VersionChain => {
    const supported = whole.supported.filter((one) => one <= date);
    return {
      ...whole,
      supported,
      has: (one) => supported.includes(one),
      inEffect: (pin) => supported.find((one) => one >= pin) ?? date,
      ...chain,
    };
  };
  const { sandbox, live } = app.service.contexts;
  const reactions = Object.fromEntries(
    Object.entries(sandbox.reactions).map(([type, reaction]) => [
      type,
      {
        ...reaction,
        data: async (...given: never[]) => {
          const data = await (reaction.data as (...all: never[]) => Promise<unknown>)(...given);
          const then = whole.event(type, data, back) as Shape;
          return 'psp' in then ? { ...then, psp: `${String(then['psp'])} of ${date}` } : then;
        },
      },
    ]),
  ) as unknown as Reactions;
  const contexts = {
    sandbox: { ...sandbox, reactions, versions: older({ current: date }) },
    live: { ...live, versions: older({}) },
  };
  return await serve(
    app,
    contexts,
    answering(operations, (id, answer) => {
      const body = whole.answer(id, answer.status, JSON.parse(answer.text), back);
      return new RenderedAnswer(answer.status, JSON.stringify(body), answer);
    }),
  );
}

type Change = (operationId: string, answer: RenderedAnswer) => RenderedAnswer;
type Step = (...given: unknown[]) => Promise<unknown>;

/** Handlers whose answers are changed before anything is stored. */
function answering(handlers: Handlers, change: Change): Handlers {
  const around = (id: string, step: Step): Step => {
    return async (...given) => {
      const made = await step(...given);
      return made instanceof RenderedAnswer ? change(id, made) : made;
    };
  };
  const changed = Object.entries(handlers).map(([id, handler]) => {
    if (typeof handler === 'function') return [id, around(id, handler as unknown as Step)];
    const { begin, finish } = handler.phases as unknown as { readonly begin: Step; readonly finish: Step };
    return [id, { phases: { ...handler.phases, begin: around(id, begin), finish: around(id, finish) } }];
  });
  return Object.fromEntries(changed) as Handlers;
}

async function serve(
  app: App,
  contexts: { readonly sandbox: Context; readonly live: Context },
  known: Handlers,
): Promise<Running> {
  const handlers = { ...known, getAvailable };
  const errors: string[] = [];
  const destination = { write: (line: string) => void errors.push(line) };
  const server = await createHttpServer({
    contexts,
    rails: { sandbox: [], live: [] },
    databases: app.database.databases,
    handlers,
    log: createLog({ level: 'error', destination, readable: false }),
    dataDir: '.',
    role: 'api',
    trustProxy: undefined,
    draining: () => false,
    listening: createListening(contexts),
  });
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return {
    url: `http://localhost:${address.port}`,
    errors,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The key of another app of the merchant, which is pinned to the version and subscribed to completed captures. */
export async function aPinnedKey(
  app: App,
  merchant: CreatedMerchant,
  version: string,
  url: string | null = null,
): Promise<string> {
  const appId = newId();
  const platform = app.database.databases.platform;
  const about = { id: appId, merchant_id: merchant.merchantId, name: version, mode: 'sandbox' } as const;
  await platform
    .insertInto('api_apps')
    .values({ ...about, api_version: version, features: [...values.Feature], rate_limit: 100_000 })
    .execute();
  await platform
    .insertInto('webhook_endpoints')
    .values({
      app_id: appId,
      merchant_id: merchant.merchantId,
      url,
      event_types: ['payment.capture.completed'],
      secret_sealed: app.secrets.seal('whsec_1', 'webhook-secret'),
    })
    .execute();
  return await aKey(app, { ...merchant, appId }, { kind: 'secret' });
}
