import { type AuditEntry, listAudit } from '../../../../../domain/people/audit/audit.ts';
import { html } from '../../../../html.ts';
import { teamWords } from '../../../../words/dashboard/merchant/team.ts';
import { screen } from '../../../parts/frame.ts';
import { moment } from '../../../parts/show.ts';
import { pageIn, pager, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { audit: words } = teamWords;
const pageSize = 50;

/** Who did what, from where, what was before and after. */
export async function showAudit(visit: MerchantVisit): Promise<Answer> {
  const before = pageIn(visit);
  const from = { platform: visit.office.platform, db: visit.ctx.db };
  const found = await listAudit(from, visit.merchantId, { before, limit: pageSize + 1 });
  const entries = found.slice(0, pageSize);
  return screen(visit, {
    title: words.title,
    main: html`<p class="soft">${words.text}</p>
${table<AuditEntry>({
  caption: words.title,
  columns: [
    { title: words.when, cell: ({ at }) => moment(visit, at) },
    { title: words.who, cell: ({ by }) => by },
    { title: words.from, cell: ({ from: address }) => address ?? words.commandLine },
    { title: words.action, cell: ({ action }) => action },
    { title: words.object, cell: ({ object }) => object ?? '' },
    { title: words.details, cell: ({ details }) => html`<code>${JSON.stringify(details)}</code>` },
  ],
  rows: entries,
  empty: words.empty,
})}
${pager(visit, { older: found.length > pageSize ? entries.at(-1)?.id : undefined, isFirst: before === undefined })}`,
  });
}
