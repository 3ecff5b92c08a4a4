import { assert } from '../../../../platform/assert.ts';
import { judge, type Schema } from '../../../../platform/yaml/judge.ts';
import type { Presented } from '../gateways.ts';
import type { Rail, RailParts } from '../rail.ts';

/** What a rail can be routed for. */
export type Service = Presented | 'bank_transfer' | 'mobile_money';

/** A kind of connection, as `rail` of an entry in gateways.yaml names it. */
export type RailKind = {
  /** In a few words, for `mps gateway list` and the documentation. */
  readonly about: string;
  /** Of the settings below an entry, but for those that every entry has. */
  readonly settings: Schema;
  /** The settings that are secrets, such as `auth.password`: in the file they are only referred to. */
  readonly secrets: readonly string[];
  /** @throws Error with words for whoever wrote the file, about what a schema cannot say */
  readonly refuse?: (settings: unknown) => void;
  readonly serves: readonly Service[];
  /** The currencies for which the service has an account at the provider. Absent: the provider needs none. */
  readonly currenciesOf?: (settings: unknown) => readonly string[];
  /** Where the folder `incoming` is, which this rail empties: no other entry may have the same. Absent: it empties none. */
  readonly emptiedFolder?: (settings: unknown) => string;
  /** The provider calls below CALLBACK_URL, so production needs a public address. */
  readonly callsBack: boolean;
  /** Its check reads or writes the database. */
  readonly checkNeedsDatabase: boolean;
  readonly create: (settings: unknown, parts: RailParts) => Rail;
};

export type Kinds = Readonly<Record<string, RailKind>>;

type Typed<Settings> = Omit<RailKind, 'create' | 'refuse' | 'currenciesOf' | 'emptiedFolder'> & {
  readonly emptiedFolder?: (settings: Settings) => string;
  readonly currenciesOf?: (settings: Settings) => readonly string[];
  readonly refuse?: (settings: Settings) => void;
  readonly create: (settings: Settings, parts: RailParts) => Rail;
};

/** Takes functions with the type of their settings, which the schema stands for. */
export function railKind<Settings>(typed: Typed<Settings>): RailKind {
  const { refuse, create, currenciesOf, emptiedFolder, ...kind } = typed;
  const read = (settings: unknown): Settings => {
    const { value } = judge<Settings>(kind.settings, settings);
    assert(value !== undefined, 'the settings were judged when the file was read');
    return value;
  };
  return {
    ...kind,
    ...(currenciesOf && { currenciesOf: (settings) => currenciesOf(read(settings)) }),
    ...(emptiedFolder && { emptiedFolder: (settings) => emptiedFolder(read(settings)) }),
    ...(refuse && { refuse: (settings) => refuse(read(settings)) }),
    create: (settings, parts) => create(read(settings), parts),
  };
}
