import type { Request } from '../requests.ts';
import type { Shop } from './shop.ts';

/** Values that a start has made, by name. `unique` is always there. */
export type Made = Readonly<Record<string, string>>;

/**
 * A request that the service must answer with success, and what has to be there for it. `{{name}}` in the request stands for
 * a value that `make` has made.
 */
export type Start = {
  readonly name: string;
  readonly make?: (shop: Shop) => Promise<Made>;
  readonly request?: Partial<Request>;
  /** The code of the failure, if the request must be refused. Absent: it succeeds. */
  readonly refusal?: string;
  /** The field of the body whose value alone causes the refusal, though the contract allows it. */
  readonly refusedFor?: string;
  /** As whom: a merchant who has no webhook, or one with a second factor; nothing else happens to them. Absent: the usual one. */
  readonly as?: 'withoutWebhook' | 'withSecondFactor';
};

export type Starts = Readonly<Record<string, readonly Start[]>>;

/** Puts the values into their places. */
export function filled<T>(template: T, made: Made): T {
  if (template === undefined) return template;
  const text = JSON.stringify(template).replaceAll(
    /\{\{(\w+)\}\}/g,
    (whole, name: string) => made[name] ?? whole,
  );
  const request: T = JSON.parse(text);
  return request;
}

/** The reverse of `filled`, so that the request can be sent again with other objects. */
export function templated<T>(request: T, made: Made): T {
  let text = JSON.stringify(request);
  for (const [name, value] of Object.entries(made)) text = text.replaceAll(value, `{{${name}}}`);
  const template: T = JSON.parse(text);
  return template;
}

export function hasPlaceholders(template: unknown): boolean {
  return JSON.stringify(template ?? null).includes('{{');
}

/** A start whose path holds the id that `make` returns. */
export function onPath(
  name: string,
  make: (shop: Shop) => Promise<string>,
  more: Omit<Start, 'name' | 'make'> = {},
): Start {
  return {
    ...more,
    name,
    make: async (shop) => ({ id: await make(shop) }),
    request: { path: { id: '{{id}}' }, ...more.request },
  };
}
