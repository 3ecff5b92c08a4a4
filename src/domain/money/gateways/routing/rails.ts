import { createBankFiles } from '../bank-files/rail.ts';
import { bankFilesSettingsSchema } from '../bank-files/settings.ts';
import { type Kinds, railKind } from './rail-kind.ts';

/** Every kind of rail, by the name that `rail` of an entry has. */
export const railKinds: Kinds = {
  iso20022: railKind({
    about: 'payouts to banks by files of ISO 20022',
    settings: bankFilesSettingsSchema,
    secrets: ['password', 'key', 'passphrase'],
    serves: ['bank_transfer'],
    callsBack: false,
    checkNeedsDatabase: true,
    create: createBankFiles,
  }),
};
