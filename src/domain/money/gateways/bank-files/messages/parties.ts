/** How a payment order names a bank. */
export type BankCode = {
  /** ISO 9362. */
  readonly bic?: string;
  /** What a clearing system calls it. `with_branch`: the branch code of the payout follows the id. */
  readonly member?: { readonly system: string; readonly id: string; readonly with_branch?: boolean };
};

/** Who pays: the service, at its own bank. */
export type Debtor = BankCode & {
  readonly name: string;
  /** Who bears the banks' charges. Absent: both sides. */
  readonly charges?: 'SHAR' | 'SLEV' | 'DEBT';
  readonly service_level?: string;
};

const ibanForm = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;

/** Whether an account number is an IBAN: its form, and its check digits (ISO 13616). */
export function isIban(account: string): boolean {
  if (!ibanForm.test(account)) return false;
  const digits = `${account.slice(4)}${account.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String((letter.codePointAt(0) ?? 0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** Whether an order can name an account: the IBAN leads to its bank, and any other number means something at one bank only. */
export function isReached(bank: BankCode | undefined, account: string): boolean {
  return bank !== undefined || isIban(account.toUpperCase());
}
