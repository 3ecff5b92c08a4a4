import { values } from '../../../../generated/values.ts';
import type { Currency } from '../amounts/currency.ts';

export const walletNames = values.WalletType;

type Terms = {
  readonly status: 'live' | 'announced';
  readonly currencies: readonly Currency[];
  /** How the wallet's numbers begin, without the leading zero: 077x is `77`. */
  readonly prefixes: readonly string[];
};

/** Spec: "Wallets". The contract has the same currencies and prefixes in its request rules; a test compares them. */
const wallets = {
  wallet_a: { status: 'live', currencies: ['USD', 'ZWG'], prefixes: ['77', '78'] },
  wallet_b: { status: 'announced', currencies: ['USD'], prefixes: ['88'] },
  wallet_c: { status: 'announced', currencies: ['USD', 'ZWG'], prefixes: ['71'] },
} as const satisfies Readonly<Record<(typeof walletNames)[number], Terms>>;

export type Wallet = keyof typeof wallets;

/** All wallets, in the contract's order. Spec: "Wallets". */
export const walletTerms: readonly (Terms & { readonly wallet: Wallet })[] = walletNames.map((wallet) => ({
  wallet,
  ...wallets[wallet],
}));

/** Whether a payment method is a wallet. */
export function isWallet(method: string): method is Wallet {
  return Object.hasOwn(wallets, method);
}

/** Whether the wallet can be paid with. An announced one is a valid value, but refused: `WALLET_NOT_AVAILABLE`. */
export function isLiveWallet(wallet: Wallet): boolean {
  const terms: Terms = wallets[wallet];
  return terms.status === 'live';
}

export function walletTakes(wallet: Wallet, currency: Currency): boolean {
  const terms: Terms = wallets[wallet];
  return terms.currencies.includes(currency);
}

/** @param phone in its stored form, `+263…` */
export function isPhoneOfWallet(phone: string, wallet: Wallet): boolean {
  return wallets[wallet].prefixes.some((prefix) => phone.startsWith(`+263${prefix}`));
}
