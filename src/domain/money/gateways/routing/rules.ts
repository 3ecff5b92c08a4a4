import type { Mode } from '../../../../engine/principal.ts';
import type { Path } from '../../../../platform/yaml/document.ts';
import type { Wrong } from '../../../../platform/yaml/judge.ts';
import { amountIn, unitOf } from '../../amounts/amount.ts';
import { currencies } from '../../amounts/currency.ts';
import { isLiveWallet, isWallet, type Wallet, walletNames, walletTakes } from '../../wallets/wallets.ts';
import type { Kinds, Service } from './rail-kind.ts';
import type { FlatRoute, RawEntry } from './raw-file.ts';

/** An entry as routes see it. `currencies`: those of its accounts; undefined if it needs none, or if they are not known. */
export type Routable = { readonly rail: string; readonly currencies: readonly string[] | undefined };

/** What is wrong with the routes, although their form is right. */
export function wrongRoutes(
  routes: readonly FlatRoute[],
  entries: ReadonlyMap<string, Routable>,
  kinds: Kinds,
): readonly Wrong[] {
  return [
    ...routes.flatMap((route) => wrongWallet(route)),
    ...routes.flatMap(({ path, gateways, service, currency }) =>
      gateways.flatMap((name, at) => {
        const here = [...path, at];
        const entry = entries.get(name);
        if (!entry) return [{ path: here, words: `names ${name}, which is not below gateways.` }];
        return [
          ...wrongService(here, { name, rail: entry.rail, service }, kinds),
          ...wrongCurrency(here, { name, currency }, entry),
        ];
      }),
    ),
    ...namedInBoth(routes),
  ];
}

function wrongWallet({ wallet, currency, path }: FlatRoute): readonly Wrong[] {
  if (wallet === null) return [];
  if (!isLiveWallet(wallet))
    return [{ path, words: `is a route of ${wallet}, which is announced but not live yet.` }];
  return walletTakes(wallet, currency)
    ? []
    : [{ path, words: `asks ${wallet} for a currency that it does not take.` }];
}

const inWords: Readonly<Record<Exclude<Service, Wallet>, string>> = {
  card: 'payments by card',
  domestic_switch: 'payments by domestic switch card',
  reader: 'payments at card readers',
  bank_transfer: 'payouts to banks',
  mobile_money: 'payouts to wallets',
};

type Named = { readonly name: string; readonly rail: string; readonly service: Service };

/** An unknown rail is a problem of its entry. */
function wrongService(path: Path, { name, rail, service }: Named, kinds: Kinds): readonly Wrong[] {
  return canServe(rail, service, kinds)
    ? []
    : [{ path, words: `names ${name}, but its rail ${rail} makes no ${wordsOf(service)}.` }];
}

function canServe(rail: string, service: Service, kinds: Kinds): boolean {
  const kind = Object.hasOwn(kinds, rail) ? kinds[rail] : undefined;
  return !kind || kind.serves.includes(service);
}

function wordsOf(service: Service): string {
  return isWallet(service) ? `payments by ${service}` : inWords[service];
}

/** Without an account no payment would begin, and every payout would be rejected. */
function wrongCurrency(
  path: Path,
  { name, currency }: { readonly name: string; readonly currency: string },
  { currencies: known }: Routable,
): readonly Wrong[] {
  if (known === undefined || known.includes(currency)) return [];
  return [{ path, words: `names ${name}, which has no account for ${currency}.` }];
}

/** A provider has one set of keys for tests and another one for real money. */
function namedInBoth(routes: readonly FlatRoute[]): readonly Wrong[] {
  const modesOf = new Map<string, Set<Mode>>();
  return routes.flatMap(({ mode, gateways, path }) =>
    gateways.flatMap((name, at) => {
      const modes = modesOf.get(name) ?? new Set();
      modesOf.set(name, modes.add(mode));
      const words = `names ${name}, which has routes in the other mode too. Make an entry for each mode.`;
      return modes.size > 1 ? [{ path: [...path, at], words }] : [];
    }),
  );
}

type Emptying = { readonly name: string; readonly folder: string | undefined };

/** Each of two entries would take the files that are for the other. */
export function wrongFolders(entries: readonly Emptying[]): readonly Wrong[] {
  const ownerOf = new Map<string, string>();
  return entries.flatMap(({ name, folder }) => {
    if (folder === undefined) return [];
    const owner = ownerOf.get(folder) ?? name;
    ownerOf.set(folder, owner);
    const words = `is the folder of ${owner} too: each would take the files for the other.`;
    return owner === name ? [] : [{ path: ['gateways', name, 'incoming'], words }];
  });
}

/** What is wrong with the limits and fees of an entry, although their form is right. */
export function wrongTerms(name: string, entry: RawEntry, kinds: Kinds): readonly Wrong[] {
  return [...wrongLimits(name, entry), ...wrongFees(name, entry, kinds)];
}

function wrongLimits(name: string, { limits = {} }: RawEntry): readonly Wrong[] {
  return currencies.flatMap((currency) => {
    const { least, most } = limits[currency] ?? {};
    const path = ['gateways', name, 'limits', currency];
    const broken = [least, most].some(
      (text) => text !== undefined && amountIn(text) % unitOf(currency) !== 0n,
    );
    if (broken)
      return [{ path, words: `has an amount with a part of a unit: ${currency} has no such coins.` }];
    const crossed = least !== undefined && most !== undefined && amountIn(least) > amountIn(most);
    return crossed ? [{ path, words: 'has a least amount above the most.' }] : [];
  });
}

/** A fee at the wrong entry would never count, and its payments would have the usual one. */
function wrongFees(name: string, { rail, fees = {} }: RawEntry, kinds: Kinds): readonly Wrong[] {
  const methods = ['card', 'domestic_switch', ...walletNames] as const;
  return methods
    .filter((method) => fees[method] !== undefined && !canServe(rail, method, kinds))
    .map((method) => ({
      path: ['gateways', name, 'fees', method],
      words: `never counts: the rail ${rail} makes no ${wordsOf(method)}.`,
    }));
}
