import { operations } from '../../../../../../generated/operations.ts';
import { findMerchant } from '../../../../../domain/merchants/accounts/queries.ts';
import { findDocuments } from '../../../../../domain/merchants/onboarding/document-queries.ts';
import { mostBytes, openName } from '../../../../../domain/merchants/onboarding/documents.ts';
import { documentKinds, formFields } from '../../../../../domain/merchants/onboarding/form.ts';
import { type Kyc, kycOf } from '../../../../../domain/merchants/onboarding/kyc.ts';
import {
  findNewestSubmission,
  type KycSubmission,
} from '../../../../../domain/merchants/onboarding/queries.ts';
import { openForm } from '../../../../../domain/merchants/onboarding/submit-kyc.ts';
import { notFound } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { verificationWords as words } from '../../../../words/dashboard/merchant/verification.ts';
import { radios } from '../../../parts/choices.ts';
import { fileField } from '../../../parts/file-field.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { link, moment, section, state } from '../../../parts/show.ts';
import { facts, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { fieldOf } from './submit.ts';

const highestTier = 2;

/** What was verified of the business, what each tier allows, and the form for the next one. */
export async function showVerification(visit: MerchantVisit): Promise<Answer> {
  const merchant = await findMerchant(visit.office.platform, visit.merchantId);
  if (!merchant) throw notFound('mer');
  const [kyc, newest] = await Promise.all([
    kycOf(visit.ctx.db, visit.merchantId, merchant.kyc_tier),
    findNewestSubmission(visit.ctx.db, visit.merchantId),
  ]);
  return screen(visit, {
    title: words.title,
    done: words.done[visit.query.get('done') ?? ''],
    main: html`${section(words.standing, await standing(visit, kyc, newest))}
${nextStep(visit, kyc, newest)}
${section(words.unlocks.title, tiersTable(kyc.tier))}
<p>${link(`${visit.base}/go-live`, words.goLive)}</p>`,
  });
}

const looks = {
  none: 'plain',
  submitted: 'warn',
  document_requested: 'warn',
  approved: 'good',
  rejected: 'bad',
} as const satisfies Record<Kyc['status'], string>;

async function standing(visit: MerchantVisit, kyc: Kyc, newest: KycSubmission | undefined): Promise<Html> {
  const { note, status } = kyc;
  return html`${facts([
    [words.tier, words.tierOf(kyc.tier)],
    [words.state, state(words.states[status], looks[status])],
    ...(newest ? submissionFacts(visit, newest) : []),
  ])}
${note !== undefined && notice('warn', note, status === 'rejected' ? words.rejectedBecause : words.note)}
${newest && visit.may('settings') && (await sentDocuments(visit, newest))}`;
}

function submissionFacts(visit: MerchantVisit, newest: KycSubmission): Parameters<typeof facts>[0] {
  return [
    [words.submitted, moment(visit, newest.created_at)],
    [words.submittedFor, words.tierOf(newest.tier)],
    newest.submitted_by !== null && [words.by, newest.submitted_by],
    newest.decided_at !== null && [words.decided, moment(visit, newest.decided_at)],
  ];
}

async function sentDocuments(visit: MerchantVisit, { id }: KycSubmission): Promise<Html | false> {
  const documents = await findDocuments(visit.ctx.db, visit.merchantId, id);
  if (documents.length === 0) return false;
  return html`<h3>${words.documents}</h3><ul>${documents.map((row) => html`<li>${words.form.kinds[row.kind].label}: <span dir="auto">${openName(visit.ctx.secrets, row)}</span></li>`)}</ul>`;
}

/** What the merchant can do now. */
function nextStep(visit: MerchantVisit, kyc: Kyc, newest: KycSubmission | undefined): Html {
  if (visit.mode !== 'live') return notice('plain', words.test);
  if (kyc.status === 'submitted') return notice('plain', words.waiting);
  if (kyc.tier >= highestTier) return notice('good', words.complete);
  return visit.may('settings') ? submitForm(visit, kyc, newest) : notice('plain', words.onlyOwners);
}

function submitForm(visit: MerchantVisit, kyc: Kyc, newest: KycSubmission | undefined): Html {
  const isAsked = kyc.status === 'document_requested';
  const before = newest && kyc.status !== 'approved' ? openForm(visit.ctx, newest) : undefined;
  const tiers = ([1, 2] as const)
    .filter((tier) => tier > kyc.tier)
    .map((tier) => ({ value: String(tier), ...words.form.tiers[tier] }));
  const chosen = isAsked && newest ? newest.tier : kyc.tier + 1;
  return section(
    isAsked ? words.form.again : words.form.title,
    html`<p>${words.form.text}</p>${formTo(visit, {
      to: `${visit.base}/verification`,
      button: words.form.button,
      files: true,
      fields: html`${radios(visit, { name: 'tier', label: words.form.tier, options: tiers, value: String(chosen) })}
${formFields.map((name) => textField(visit, { name, ...words.form.fields[name], value: before?.[name] ?? '', dir: 'auto' }))}
<h3>${words.form.documentsTitle}</h3><p class="hint">${words.form.documentsText}</p>
${documentKinds.map((kind) => fileField(visit, { name: fieldOf(kind), ...words.form.kinds[kind], accept: '.pdf,.png,.jpg,.jpeg', most: mostBytes }))}`,
    })}`,
  );
}

type TierRow = { readonly tier: number; readonly allows: readonly string[] };

/** By the contract: the operations that a tier opens. */
const opened = (tier: number): readonly string[] =>
  Object.values(operations).flatMap((operation) =>
    'kyc' in operation && operation.kyc === tier
      ? [`${operation.method.toUpperCase()} ${operation.path}`]
      : [],
  );

const tierRows: readonly TierRow[] = [
  { tier: 0, allows: [words.unlocks.always] },
  { tier: 1, allows: [words.unlocks.liveApps, ...opened(1)] },
  { tier: 2, allows: [words.unlocks.full, ...opened(2)] },
];

function tiersTable(own: number): Html {
  return table<TierRow>({
    caption: words.unlocks.title,
    columns: [
      {
        title: words.unlocks.tier,
        cell: ({ tier }) => html`${words.tierOf(tier)} ${tier === own && state(words.unlocks.yours, 'good')}`,
      },
      {
        title: words.unlocks.allows,
        cell: ({ allows }) => html`<ul>${allows.map((one) => html`<li>${one}</li>`)}</ul>`,
      },
    ],
    rows: tierRows,
    empty: words.unlocks.nothing,
  });
}
