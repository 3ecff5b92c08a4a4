import { randomBytes } from 'node:crypto';
import type { Upload } from '../../../src/domain/merchants/onboarding/documents.ts';
import type { DocumentKind, KycForm } from '../../../src/domain/merchants/onboarding/form.ts';

/** A small file of each type, unlike any other. */
export const files = {
  pdf: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(64), Buffer.from('\n%%EOF\n')]),
  png: () =>
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      randomBytes(64),
      Buffer.from('IEND\u0000'),
    ]),
  jpeg: () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(64), Buffer.from([0xff, 0xd9])]),
};

export const aForm: KycForm = {
  legal_name: 'Corner Shop (Private) Limited',
  address: '12 Samora Machel Avenue, Harare',
  contact_name: 'Tariro Moyo',
  contact_phone: '+263771234567',
  registration_number: '1234/2019',
  tax_number: '2000123456',
};

export function aDocument(kind: DocumentKind, content = files.pdf()): Upload {
  return { kind, name: `${kind}.pdf`, content };
}

/** All that a tier needs. */
export function aSubmission(tier: 1 | 2) {
  const kinds =
    tier === 1 ? (['identity'] as const) : (['identity', 'registration', 'proof_of_address'] as const);
  return { tier, form: aForm, documents: kinds.map((kind) => aDocument(kind)) };
}
