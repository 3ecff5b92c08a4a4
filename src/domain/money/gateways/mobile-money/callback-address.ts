import type { MerchantId } from '../../../../engine/principal.ts';
import { merchantId } from '../../../../engine/principal.ts';
import { dashed } from '../../../../platform/ids.ts';
import { isSigned, type Secrets } from '../../../../platform/secrets.ts';
import type { Operator } from './operator.ts';

const subjects = ['payment', 'refund', 'payout'] as const;
const kinds = { payment: 'p', refund: 'r', payout: 'o' } as const;

/** What an operator calls back about. */
export type CallbackSubject = {
  readonly kind: (typeof subjects)[number];
  readonly merchantId: MerchantId;
  readonly id: string;
};

/**
 * Where an operator calls back about one request. The token names merchant and object and is signed, so that nobody else can make
 * one and no table is needed. It cannot be withdrawn, and need not be: whoever has it can only have the operator asked.
 */
export function callbackUrl(
  { settings, callbackAddress, name, secrets }: Operator,
  subject: CallbackSubject,
): string | undefined {
  if (settings.callbacks === false) return undefined;
  return `${callbackAddress}/gateways/${encodeURIComponent(name)}/callbacks/${callbackToken(secrets, name, subject)}`;
}

function callbackToken(secrets: Secrets, gateway: string, subject: CallbackSubject): string {
  const said = `${kinds[subject.kind]}${bare(subject.merchantId)}${bare(subject.id)}`;
  return `${said}${secrets.sign(purpose, `${gateway}/${said}`)}`;
}

/** @returns undefined for a token that this service did not make for this gateway */
export function readCallbackToken(
  secrets: Secrets,
  gateway: string,
  token: string,
): CallbackSubject | undefined {
  const [, said = '', letter, merchant = '', id = '', signature = ''] = form.exec(token) ?? [];
  const kind = subjects.find((each) => kinds[each] === letter);
  if (kind === undefined) return undefined;
  const subject = { kind, merchantId: merchantId(dashed(merchant)), id: dashed(id) };
  return isSigned(secrets, { purpose, text: `${gateway}/${said}`, signature }) ? subject : undefined;
}

const purpose = 'gateway callback';
const form = /^(([pro])([0-9a-f]{32})([0-9a-f]{32}))([0-9a-f]{64})$/;

function bare(id: string): string {
  return id.replaceAll('-', '');
}
