import { randomUuid } from '../../../src/platform/ids.ts';

/** Ids of a minute ago: what is inserted meanwhile is newer, even if the machine's clock is set back a little. */
export function idsOfOneMillisecond(count: number): readonly string[] {
  const ms = (Date.now() - 60_000).toString(16).padStart(12, '0');
  return Array.from({ length: count }, () => `${ms.slice(0, 8)}-${ms.slice(8)}-7${randomUuid().slice(15)}`);
}
