import type { LogoProblem } from '../../../../domain/merchants/accounts/logo.ts';
import type { Language } from '../../../../domain/merchants/accounts/terms.ts';

/** What payers see of a merchant. */
export const settingsWords = {
  title: 'Settings',
  business: {
    title: 'Your business',
    name: 'Registered name',
    email: 'Email address',
    country: 'Country',
    since: 'With us since',
    text: 'Write to support to change these.',
  },
  brand: {
    title: 'What payers see',
    text: 'On checkouts, payment links, invoices and the pages that save a card. In test mode and in live mode alike, at once.',
    displayName: {
      label: 'Name',
      hint: 'As your customers know you. Empty: the registered name.',
    },
    contactEmail: { label: 'Email address for questions', hint: 'Shown at the foot of each page.' },
    contactPhone: {
      label: 'Phone number for questions',
      hint: 'With the country, for example +263 77 123 4567.',
    },
    language: {
      label: 'Language of the pages',
      hint: 'Payers can choose another one on the page.',
    },
    automatic: 'The language of the payer’s browser',
    languageNames: {
      en: 'English',
      fr: 'French (draft, not reviewed yet)',
      pt: 'Portuguese (draft, not reviewed yet)',
    } satisfies Record<Language, string>,
    accent: {
      label: 'Colour of buttons',
      hint: 'Six digits, for example #0b5cad. Empty: the usual blue. Links have it too, where it can be read.',
    },
    logo: {
      label: 'Logo',
      hint: 'PNG, JPEG or WebP, at most 64 KB, from 16 to 1024 pixels on each side. It is shown 48 pixels high, beside your name.',
    },
    present: 'Your logo',
    remove: 'Show no logo',
    button: 'Save',
    onlyOwners: 'An owner changes these settings.',
    none: 'None',
    usual: 'The usual one',
  },
  wrong: {
    displayName: 'Write 2 to 60 letters, and no card number.',
    contactEmail: 'Enter an email address such as help@example.com, or leave it empty.',
    contactPhone: 'Enter a phone number such as +263 77 123 4567, or leave it empty.',
    language: 'Choose one of the languages.',
    accent: 'Write the colour with six digits after a #, for example #0b5cad.',
    contrast:
      'On this colour neither white nor dark text can be read well: each has a contrast below 4.5 to 1. Choose a darker or a lighter one.',
    logo: {
      'too large': 'This file is larger than 64 KB. Save the picture smaller.',
      'not a picture':
        'This is no PNG, JPEG or WebP picture, or it was cut off. SVG is not taken, because it can carry scripts.',
      moves: 'This picture moves. Choose one that stands still.',
      'wrong dimensions': 'Each side of the picture must have 16 to 1024 pixels.',
    } satisfies Record<LogoProblem, string>,
  },
  done: {
    saved: 'Saved. The pages show it from now on.',
    same: 'Nothing was different from before.',
  } as Readonly<Record<string, string>>,
} as const;
