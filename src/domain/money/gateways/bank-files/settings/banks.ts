import type { BankCode } from '../messages/parties.ts';
import { bankText } from '../messages/text.ts';

/** A bank that takes transfers. */
export type KnownBank = BankCode & {
  readonly name: string;
  /** Other names that merchants write. */
  readonly also?: readonly string[];
};

export type BankFinder = (name: string) => KnownBank | undefined;

/** Finds banks by the names that merchants write: capitals, accents, spaces and signs do not matter. */
export function bankFinder(banks: readonly KnownBank[]): BankFinder {
  const byName = new Map(
    banks.flatMap((bank) => [bank.name, ...(bank.also ?? [])].map((name) => [keyOf(name), bank] as const)),
  );
  return (name) => byName.get(keyOf(name));
}

function keyOf(name: string): string {
  return bankText(name, 140)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
}
