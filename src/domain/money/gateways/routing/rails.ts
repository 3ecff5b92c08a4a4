import { createAcquirer } from '../acquirer/acquirer.ts';
import { refuseUnfit } from '../acquirer/settings.ts';
import { acquirerSettingsSchema } from '../acquirer/settings-schema.ts';
import { createBankFiles } from '../bank-files/rail.ts';
import { refuseSharedNames } from '../bank-files/settings/banks.ts';
import { emptiedFolder, refuseOneFolder } from '../bank-files/settings/folders.ts';
import { bankFilesSettingsSchema } from '../bank-files/settings/settings.ts';
import { createMobileMoney } from '../mobile-money/mobile-money.ts';
import { mobileMoneySettingsSchema, refuseOpenAddresses } from '../mobile-money/wire/settings.ts';
import { type Kinds, railKind } from './rail-kind.ts';

/** Every kind of rail, by the name that `rail` of an entry has. */
export const railKinds: Kinds = {
  gsma: railKind({
    about: 'payments and payouts by wallet over the GSMA Mobile Money API 1.2',
    settings: mobileMoneySettingsSchema,
    secrets: ['auth.clientSecret', 'auth.password', 'apiKey', 'userCredentials', 'userBearer', 'tls.key'],
    refuse: refuseOpenAddresses,
    serves: ['wallet_a', 'wallet_b', 'wallet_c', 'mobile_money'],
    currenciesOf: ({ accounts }) => Object.keys(accounts),
    callsBack: true,
    checkNeedsDatabase: false,
    create: createMobileMoney,
  }),
  iso8583: railKind({
    about: 'cards, cards of the domestic switch and card readers over ISO 8583:1987',
    settings: acquirerSettingsSchema,
    secrets: ['layout.mac.key'],
    refuse: refuseUnfit,
    serves: ['card', 'domestic_switch', 'reader'],
    callsBack: false,
    checkNeedsDatabase: true,
    create: createAcquirer,
  }),
  iso20022: railKind({
    about: 'payouts to banks by files of ISO 20022',
    settings: bankFilesSettingsSchema,
    secrets: ['password', 'key', 'passphrase'],
    refuse: (settings) => {
      refuseSharedNames(settings);
      refuseOneFolder(settings);
    },
    emptiedFolder,
    serves: ['bank_transfer'],
    currenciesOf: ({ debtor }) => Object.keys(debtor.accounts),
    callsBack: false,
    checkNeedsDatabase: true,
    create: createBankFiles,
  }),
};
