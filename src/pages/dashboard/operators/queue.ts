import { namesAcrossMerchants } from '../../../domain/merchants/accounts/operator-queries.ts';
import { listSubmissionsAcrossMerchants } from '../../../domain/merchants/onboarding/queries.ts';
import { type MerchantId, type Mode, merchantId } from '../../../engine/principal.ts';
import { showId, uuidIn } from '../../../platform/ids.ts';
import { type Html, html } from '../../html.ts';
import { verificationWords } from '../../words/dashboard/merchant/verification.ts';
import { operatorsWords } from '../../words/dashboard/operators.ts';
import { type Filter, filters, listRegion } from '../parts/filters.ts';
import { link, moment } from '../parts/show.ts';
import { pageIn, pager, table } from '../parts/tables.ts';
import type { Answer } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { base, kycStates, operatorScreen } from './operator-screen.ts';

const { kyc: words, health: healthWords } = operatorsWords;
const pageSize = 50;
const statuses = ['submitted', 'document_requested', 'approved', 'rejected'] as const;

type Listed = Awaited<ReturnType<typeof listSubmissionsAcrossMerchants>>[number];

/** Submissions of a mode, the one that has waited longest first. Without a filter: those of live that wait for a decision. */
export async function showQueue(visit: PersonVisit): Promise<Answer> {
  const { mode, status, of, after } = wantedOf(visit);
  const wanted = { status, of, after, limit: pageSize + 1 };
  const found = await listSubmissionsAcrossMerchants(visit.office.contexts[mode].db, wanted);
  const rows = found.slice(0, pageSize);
  const older = found.length > pageSize ? rows.at(-1)?.id : undefined;
  return operatorScreen(visit, {
    title: words.title,
    main: html`<p class="soft">${words.text}</p>
${filters(visit, filtersOf(of), of !== undefined && hiddenMerchant(of))}
${listRegion(html`${await rowsOf(visit, rows, status === 'submitted' ? words.none : words.noneSuch)}${pager(visit, { older, isFirst: after === undefined })}`)}`,
  });
}

function wantedOf(visit: PersonVisit) {
  const { query } = visit;
  const mode: Mode = query.get('mode') === 'sandbox' ? 'sandbox' : 'live';
  const named = uuidIn(query.get('merchant') ?? '');
  const of = named === undefined ? undefined : merchantId(named);
  const chosen = statuses.find((one) => one === query.get('status'));
  const after = pageIn(visit);
  return { mode, of, status: chosen ?? (of === undefined ? 'submitted' : undefined), after } as const;
}

/** Of one merchant all submissions are shown without a choice, else those that wait for a decision. */
function filtersOf(of: MerchantId | undefined): readonly Filter[] {
  const options = statuses.map((value) => ({ value, label: kycStates[value] }));
  const status = { name: 'status', label: words.status };
  return [
    of === undefined
      ? { ...status, options: options.filter(({ value }) => value !== 'submitted'), usual: words.waiting }
      : { ...status, options },
    {
      name: 'mode',
      label: words.mode,
      options: [{ value: 'sandbox', label: healthWords.mode.sandbox }],
      usual: healthWords.mode.live,
    },
  ];
}

/** Keeps the list to the merchant when a filter is applied. */
const hiddenMerchant = (of: MerchantId): Html =>
  html`<input type="hidden" name="merchant" value="${showId('mer', of)}">`;

async function rowsOf(visit: PersonVisit, rows: readonly Listed[], empty: string): Promise<Html> {
  const names = await namesAcrossMerchants(
    visit.office.platform,
    rows.map((row) => row.merchant_id),
  );
  return table<Listed>({
    caption: words.title,
    columns: [
      {
        title: words.merchant,
        cell: ({ id, merchant_id }) =>
          link(`${base}/kyc/${showId('kyc', id)}`, names.get(merchant_id) ?? showId('mer', merchant_id)),
      },
      { title: words.tier, cell: ({ tier }) => verificationWords.tierOf(tier) },
      { title: words.status, cell: ({ status }) => kycStates[status] },
      { title: words.documents, isNumber: true, cell: ({ documents }) => String(documents) },
      { title: words.submitted, cell: ({ created_at }) => moment(visit, created_at) },
    ],
    rows,
    empty,
  });
}
