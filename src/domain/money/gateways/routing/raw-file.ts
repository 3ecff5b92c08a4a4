import type { MoneyInput } from '../../../../../generated/openapi.d.ts';
import type { Mode } from '../../../../engine/principal.ts';
import type { Path } from '../../../../platform/yaml/document.ts';
import { type Currency, currencies } from '../../amounts/currency.ts';
import type { PaymentMethod } from '../../fees/payment-fees.ts';
import { isWallet, type Wallet, walletNames, walletTerms } from '../../wallets/wallets.ts';
import type { Service } from './rail-kind.ts';

// The file as it is written, once its schema has judged it.

export type RawEntry = {
  readonly rail: string;
  readonly limits?: Readonly<
    Partial<Record<Currency, { readonly least?: MoneyInput; readonly most?: MoneyInput }>>
  >;
  readonly fees?: Readonly<
    Partial<Record<PaymentMethod, { readonly percent: string; readonly least: MoneyInput }>>
  >;
  readonly breaker: { readonly failures: number; readonly seconds: number };
};

type ByCurrency = Readonly<Partial<Record<Currency, readonly string[]>>>;

type RawRoutes = Readonly<Partial<Record<PaymentMethod | 'readers', ByCurrency>>> & {
  readonly payouts?: {
    readonly bank_transfer?: ByCurrency;
    readonly mobile_money?: ByCurrency & Readonly<Partial<Record<Wallet, ByCurrency>>>;
    readonly agent_cash?: 'internal';
  };
};

export type RawFile = {
  readonly gateways: Readonly<Record<string, RawEntry>>;
  readonly routes: Readonly<Partial<Record<Mode, RawRoutes | null>>>;
};

/** One list of gateways, with the place where it is written. */
export type FlatRoute = {
  readonly mode: Mode;
  readonly service: Service;
  readonly isPayout: boolean;
  /** Of a payment by wallet, or of a payout to one. */
  readonly wallet: Wallet | null;
  readonly currency: Currency;
  readonly gateways: readonly string[];
  readonly path: Path;
};

const modes: readonly Mode[] = ['live', 'sandbox'];

/** All routes of the file, one by one. A route of all wallets becomes one of each that takes the currency. */
export function flatRoutes({ routes }: RawFile): readonly FlatRoute[] {
  return modes.flatMap((mode) => {
    const { payouts = {}, ...payments } = routes[mode] ?? {};
    const at = ['routes', mode];
    const money = payouts.mobile_money ?? {};
    return [
      ...Object.entries(payments).flatMap(([name, lists]) =>
        ofLists(lists, { mode, ...paymentBy(name), isPayout: false, path: [...at, name] }),
      ),
      ...ofLists(payouts.bank_transfer, {
        mode,
        service: 'bank_transfer',
        isPayout: true,
        wallet: null,
        path: [...at, 'payouts', 'bank_transfer'],
      }),
      ...walletNames.flatMap((wallet) =>
        ofLists(money[wallet], {
          mode,
          service: 'mobile_money',
          isPayout: true,
          wallet,
          path: [...at, 'payouts', 'mobile_money', wallet],
        }),
      ),
      ...walletTerms
        .filter(({ status }) => status === 'live')
        .flatMap(({ wallet, currencies: taken }) =>
          ofLists(only(money, taken), {
            mode,
            service: 'mobile_money',
            isPayout: true,
            wallet,
            path: [...at, 'payouts', 'mobile_money'],
          }),
        ),
    ];
  });
}

function ofLists(
  lists: ByCurrency | undefined,
  about: Omit<FlatRoute, 'currency' | 'gateways'>,
): FlatRoute[] {
  return currencies.flatMap((currency) => {
    const gateways = lists?.[currency];
    return gateways ? [{ ...about, currency, gateways, path: [...about.path, currency] }] : [];
  });
}

function only(lists: ByCurrency, taken: readonly Currency[]): ByCurrency {
  return Object.fromEntries(
    taken.flatMap((currency) => (lists[currency] ? [[currency, lists[currency]]] : [])),
  );
}

function paymentBy(name: string): Pick<FlatRoute, 'service' | 'wallet'> {
  if (isWallet(name)) return { service: name, wallet: name };
  if (name === 'readers') return { service: 'reader', wallet: null };
  return { service: name === 'card' ? 'card' : 'domestic_switch', wallet: null };
}
