import { lettersIn } from '../../../platform/contract/letters.ts';

/** What a merchant answers. Every answer is personal data, so the form is stored encrypted. */
export const formFields = [
  'legal_name',
  'address',
  'contact_name',
  'contact_phone',
  'registration_number',
  'tax_number',
] as const;
type FormField = (typeof formFields)[number];
export type KycForm = Readonly<Partial<Record<FormField, string>>>;

export const documentKinds = [
  'identity',
  'proof_of_address',
  'registration',
  'tax',
  'bank',
  'other',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

type Needs = { readonly fields: readonly FormField[]; readonly documents: readonly DocumentKind[] };

const basic: Needs = {
  fields: ['legal_name', 'address', 'contact_name', 'contact_phone'],
  documents: ['identity'],
};
const full: Needs = {
  fields: [...basic.fields, 'registration_number', 'tax_number'],
  documents: [...basic.documents, 'registration', 'proof_of_address'],
};

/** What a submission for a tier must hold at least. Decision 0077. */
function needsOf(tier: number): Needs {
  return tier === 1 ? basic : full;
}

/** What a submission lacks, by the names of fields and `document identity`. */
export function missingFor(tier: number, form: KycForm, kinds: readonly string[]): readonly string[] {
  const { fields, documents } = needsOf(tier);
  return [
    ...fields.filter((field) => form[field] === undefined),
    ...documents.filter((kind) => !kinds.includes(kind)).map((kind) => `document ${kind}`),
  ];
}

const mostLetters = 200;

type Read =
  | { readonly form: KycForm; readonly problems?: undefined }
  | { readonly form?: undefined; readonly problems: readonly string[] };

/** The form in a parsed JSON value; or what is wrong with it, in words. */
export function readForm(given: unknown): Read {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { problems: ['it is not an object'] };
  const problems = Object.entries(given).flatMap(([name, value]) => problemWith(name, value));
  if (problems.length > 0) return { problems };
  return {
    form: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value).trim()])),
  };
}

function problemWith(name: string, value: unknown): string[] {
  if (!formFields.some((field) => field === name))
    return [`there is no field ${name}; there are ${formFields.join(', ')}`];
  if (typeof value !== 'string' || value.trim() === '' || lettersIn(value) > mostLetters)
    return [`${name} takes a text of 1 to ${mostLetters} characters`];
  // The database cannot store NUL, and nobody types the others.
  return hasControl(value) ? [`${name} holds a control character`] : [];
}

function hasControl(text: string): boolean {
  return Array.from(text).some((letter) => letter < ' ' || letter === '\u007f');
}
