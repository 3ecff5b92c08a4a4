import type { Contract, Operation } from '../contract.ts';
import { type Shop, shopAt, unique } from '../needs/shop.ts';
import { filled, hasPlaceholders, type Made, type Start } from '../needs/start.ts';
import { startsOf } from '../needs/starts.ts';
import type { Request } from '../requests.ts';
import { Interrupted, type Tester } from './tester.ts';

/** Makes what an operation needs, as its merchant. */
export type Maker = {
  /** Undefined if it cannot be made; that has then been reported. */
  readonly make: (start: Start) => Promise<Made | undefined>;
};

const emptyRequest: Request = { path: {}, query: {}, header: {}, body: undefined };

export function requestOf(start: Start, made: Made): Request {
  return filled({ ...emptyRequest, ...start.request }, made);
}

export function makerFor(tester: Tester, contract: Contract, operation: Operation): Maker {
  const shop: Shop = shopAt(tester.door, contract.operations);
  return {
    make: async (start) => {
      try {
        return { unique: unique(), ...(await start.make?.(shop)) };
      } catch (error) {
        if (tester.door.signal?.aborted === true) throw new Interrupted();
        const problem = error instanceof Error ? error.message : String(error);
        const tried = { operation, request: emptyRequest, expect: 'declared', rule: start.name } as const;
        tester.report(tried, `what it needs cannot be made: ${problem}`);
        return undefined;
      }
    },
  };
}

/** The starts that succeed. */
export function successesOf(operation: Operation): readonly Start[] {
  return startsOf(operation).filter(({ refusal }) => refusal === undefined);
}

/** An object is used at most so often, and then replaced. */
const mostUses = 12;
/** A new one is made at most with every fourth request: most take longer to make than to use. */
const fewestUses = 4;

/** What random requests use: made anew when it is used up. */
export type Pool = {
  readonly current: () => Promise<Made>;
  /** Says how the service answered the request that used it. */
  readonly used: (status: number) => void;
};

export function poolOf(maker: Maker, start: Start): Pool {
  let made: Made | undefined;
  let uses = 0;
  let spent = false;
  const needs = start.make !== undefined && hasPlaceholders(start.request);
  return {
    current: async () => {
      const isOver = uses >= mostUses || (spent && uses >= fewestUses);
      if (made === undefined || (needs && isOver)) {
        made = (await maker.make(start)) ?? made ?? {};
        uses = 0;
        spent = false;
      }
      return { ...made, unique: unique() };
    },
    used: (status) => {
      uses += 1;
      if (status === 404 || status === 409 || status < 300) spent = true;
    },
  };
}
