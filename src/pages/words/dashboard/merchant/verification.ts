import type { DocumentKind, KycForm } from '../../../../domain/merchants/onboarding/form.ts';
import type { Kyc } from '../../../../domain/merchants/onboarding/kyc.ts';

type Field = { readonly label: string; readonly hint?: string };

/** The verification of a business (KYC): what it hands in, and what each tier allows. */
export const verificationWords = {
  title: 'Verification',
  goLive: 'What else live mode needs',
  standing: 'Where you stand',
  tier: 'Tier',
  tierOf: (tier: number) => `Tier ${tier}`,
  state: 'State',
  /** For operators. */
  erased: { at: 'Erased', text: 'Its answers and documents were erased.' },
  states: {
    none: 'Nothing submitted yet',
    submitted: 'Being looked at',
    document_requested: 'Waits for you',
    approved: 'Approved',
    rejected: 'Not approved',
  } satisfies Record<Kyc['status'], string>,
  /** What operators read instead, who decide. */
  statesToOperators: { submitted: 'Waits for a decision', document_requested: 'Waits for the merchant' },
  submitted: 'Submitted',
  submittedFor: 'Submitted for',
  by: 'By',
  decided: 'Decided',
  note: 'What we need from you',
  rejectedBecause: 'Why it was not approved',
  waiting:
    'We look at what you submitted. You need to do nothing; the result is shown here, and your apps are told.',
  complete: 'Your business is fully verified. There is nothing left to do.',
  documents: 'Documents that you sent',
  unlocks: {
    title: 'What each tier allows',
    tier: 'Tier',
    allows: 'Allows',
    needs: 'Needs',
    yours: 'yours',
    always: 'Test mode, with everything in it',
    liveApps: 'Live apps: real payments and payouts',
    full: 'Everything: your onboarding is complete',
    nothing: 'Nothing',
  },
  test: 'In test mode nothing is looked at. An app sets the tier that counts here with the operation setTestKyc, and the events come as in live.',
  form: {
    title: 'Submit your business',
    again: 'Submit what is missing',
    text: 'We keep your answers and documents encrypted. Only people who verify businesses open them.',
    tier: 'Verify for',
    tiers: {
      1: { label: 'Tier 1: basic', hint: 'Opens live mode.' },
      2: {
        label: 'Tier 2: full',
        hint: 'Needs the numbers of your registration and tax, and two more documents.',
      },
    },
    forFull: 'Tier 2 only.',
    fields: {
      legal_name: { label: 'Legal name of the business' },
      address: { label: 'Address', hint: 'Street, number, town, in one line.' },
      contact_name: { label: 'Name of the person we may ask' },
      contact_phone: { label: 'Their phone number', hint: 'With the country, for example +263771234567.' },
      registration_number: { label: 'Registration number', hint: 'Tier 2 only.' },
      tax_number: { label: 'Tax number', hint: 'Tier 2 only.' },
    } satisfies Record<keyof KycForm, Field>,
    documentsTitle: 'Documents',
    documentsText:
      'PDF, PNG or JPEG, up to 5 MiB each and 20 MiB together. If something is wrong, choose the files again.',
    kinds: {
      identity: { label: 'Passport or identity card of an owner' },
      proof_of_address: { label: 'Proof of the address', hint: 'Tier 2 only. For example a bill.' },
      registration: { label: 'Registration of the business', hint: 'Tier 2 only.' },
      tax: { label: 'Tax certificate', hint: 'If we ask for it.' },
      bank: { label: 'Bank statement', hint: 'If we ask for it.' },
      other: { label: 'Something else', hint: 'If we ask for it.' },
    } satisfies Record<DocumentKind, Field>,
    button: 'Submit for verification',
    wrongTier: 'Choose a tier.',
    missing: (label: string) => `This is missing: ${label}.`,
    missingFile: (label: string) => `Choose a file: ${label}.`,
    wrongText: 'Write at most 200 letters, without control characters.',
  },
  refused: {
    live: 'Submissions are made in live mode.',
    reached: (tier: number) => `You have tier ${tier} already.`,
    waiting: 'We look at a submission already. Wait for the result.',
    many: (most: number) => `A submission has at most ${most} documents.`,
  },
  onlyOwners: 'An owner submits the business.',
  done: {
    submitted: 'Submitted. We look at it, and the result is shown here.',
  } as Readonly<Record<string, string>>,
} as const;
