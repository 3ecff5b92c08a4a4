import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

// Traces by OpenTelemetry's API. It does nothing unless whoever runs the service loads an SDK with `--import`; then the spans are its
// business. Without one, a trace that a caller began is still passed on. Decision 0110.

const tracer = trace.getTracer('merchant-payments');

/** Remembers what a request or a job belongs to. An SDK brings its own, which counts, since it is loaded first. */
class Carrier implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    work: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => Reflect.apply(work, thisArg, args));
  }

  /** Nobody asks this one: `carried` below does it, whoever's manager counts. */
  bind<T>(_active: Context, target: T): T {
    return target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    this.#storage.disable();
    return this;
  }
}

context.setGlobalContextManager(new Carrier());

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

export type About = {
  readonly kind?: keyof typeof kinds;
  readonly attributes?: Attributes;
  /** What it follows from, in another process or at another time. Absent: what is under way here. */
  readonly parent?: string | null;
};

/** Runs `work` as a span. Attributes have ids, codes and names: never what a customer typed, and never the text of an error. */
export async function inSpan<T>(name: string, about: About, work: () => Promise<T>): Promise<T> {
  const parent = parentOf(about);
  const span = begin(name, about, parent);
  // Nobody traces: the work costs nothing more.
  if (!isSpanContextValid(span.spanContext())) return await work();
  return await context.with(trace.setSpan(parent, span), async () => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
}

export type RequestSpan = {
  /** Undefined if nobody traces. */
  readonly traceId: string | undefined;
  readonly run: (next: () => void) => void;
  readonly end: (name: string, status: number) => void;
};

/** The span of a request, which ends when its answer was sent. */
export function requestSpan(method: string, traceparent: unknown): RequestSpan {
  const about = { kind: 'server', parent: typeof traceparent === 'string' ? traceparent : null } as const;
  const parent = parentOf(about);
  const span = begin(method, about, parent);
  const { traceId } = span.spanContext();
  if (!isSpanContextValid(span.spanContext()))
    return { traceId: undefined, run: (next) => next(), end: () => undefined };
  return {
    traceId,
    run: (next) => context.with(trace.setSpan(parent, span), next),
    end: (name, status) => {
      span.updateName(name);
      span.setAttributes({ 'http.request.method': method, 'http.response.status_code': status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** What is under way here, to be stored or sent; null if nobody traces. */
export function traceparentNow(): string | null {
  const here = trace.getSpanContext(context.active());
  if (here === undefined || !isSpanContextValid(here)) return null;
  return `00-${here.traceId}-${here.spanId}-${here.traceFlags.toString(16).padStart(2, '0')}`;
}

/** For a line of the log. */
export function traceFieldsNow(): { readonly trace_id?: string } {
  const here = trace.getSpanContext(context.active());
  return here === undefined ? {} : { trace_id: here.traceId };
}

/** The function as part of what is under way here, whoever calls it. If nothing is under way here, it runs in no trace. */
export function carried<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  const here = context.active();
  return (...args) => (context.active() === here ? work(...args) : context.with(here, () => work(...args)));
}

function begin(name: string, { kind, attributes = {} }: About, parent: Context): Span {
  return tracer.startSpan(name, { attributes, ...(kind && { kind: kinds[kind] }) }, parent);
}

function parentOf({ parent }: About): Context {
  if (parent === undefined) return context.active();
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? '') ?? [];
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}
