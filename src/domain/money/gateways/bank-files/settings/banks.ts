import type { BankCode } from '../messages/parties.ts';
import { latinText } from '../messages/text.ts';

/** A bank that takes transfers. */
export type KnownBank = BankCode & {
  readonly name: string;
  /** Other names that merchants write. */
  readonly also?: readonly string[];
};

export type BankFinder = (name: string) => KnownBank | undefined;

/** Finds banks by the names that merchants write: capitals, accents, spaces and signs do not matter. */
export function bankFinder(banks: readonly KnownBank[]): BankFinder {
  const byName = new Map(banks.flatMap((bank) => keysOf(bank).map((key) => [key, bank] as const)));
  return (name) => byName.get(keyOf(name));
}

/**
 * Refuses a name that two entries have, unless both lead to the same bank: payouts would go to the bank that is written last.
 *
 * @throws Error in words for whoever wrote the file
 */
export function refuseSharedNames({ banks }: { readonly banks: readonly KnownBank[] }): void {
  const placeOf = new Map<string, number>();
  for (const [at, bank] of banks.entries())
    for (const key of keysOf(bank)) {
      const before = placeOf.get(key) ?? at;
      if (codeOf(banks[before]) !== codeOf(bank))
        throw new Error(`banks[${before + 1}] and banks[${at + 1}] have a name in common`);
      placeOf.set(key, at);
    }
}

const codeOf = (bank: KnownBank | undefined): string => JSON.stringify([bank?.bic, bank?.member]);

const keysOf = ({ name, also = [] }: KnownBank): readonly string[] => [name, ...also].map(keyOf);

/** Letters of other scripts stay: without them, all banks whose names have no others would be one. */
function keyOf(name: string): string {
  return latinText(name)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
