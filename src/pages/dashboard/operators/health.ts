import {
  type DeliveryStanding,
  deliveryStandingAcrossMerchants,
} from '../../../domain/notices/deliveries/standing-queries.ts';
import type { Mode } from '../../../engine/principal.ts';
import {
  type Backlog,
  type DailyRun,
  type FailedJobs,
  failedJobsAcrossMerchants,
  lastDailyRuns,
  lateJobsAcrossMerchants,
} from '../../../platform/jobs/standing.ts';
import { type Html, html } from '../../html.ts';
import { operatorsWords } from '../../words/dashboard/operators.ts';
import { moment, section, state } from '../parts/show.ts';
import { facts, table } from '../parts/tables.ts';
import type { Answer } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { operatorScreen } from './operator-screen.ts';

const { health: words } = operatorsWords;

/** What waits in the database: jobs, deliveries and daily jobs. */
export async function showHealth(visit: PersonVisit): Promise<Answer> {
  const [live, sandbox, daily] = await Promise.all([
    modeSection(visit, 'live'),
    modeSection(visit, 'sandbox'),
    lastDailyRuns(visit.office.platform),
  ]);
  return operatorScreen(visit, {
    title: words.title,
    main: html`<p class="soft">${words.text}</p>${live}${sandbox}
${section(words.daily, html`<p class="hint">${words.audit}</p>${dailyTable(daily)}`)}`,
  });
}

async function modeSection(visit: PersonVisit, mode: Mode): Promise<Html> {
  const { db } = visit.office.contexts[mode];
  const [late, failed, deliveries] = await Promise.all([
    lateJobsAcrossMerchants(db),
    failedJobsAcrossMerchants(db),
    deliveryStandingAcrossMerchants(db),
  ]);
  return section(
    words.mode[mode],
    html`${modeFacts(visit, late, deliveries)}<h3>${words.failedJobs}</h3>${failedTable(visit, failed)}`,
  );
}

function modeFacts(
  visit: PersonVisit,
  late: Backlog,
  { late: count, oldest, failing }: DeliveryStanding,
): Html {
  return facts([
    [words.lateJobs, backlog(visit, late)],
    [words.lateDeliveries, backlog(visit, { count, oldest })],
    [words.failing, failing === 0 ? state('0', 'good') : state(String(failing), 'warn')],
  ]);
}

function backlog(visit: PersonVisit, { count, oldest }: Backlog): Html {
  if (oldest === null) return state('0', 'good');
  return html`${state(String(count), 'warn')} <span class="small">${words.since} ${moment(visit, oldest)}</span>`;
}

function failedTable(visit: PersonVisit, failed: readonly FailedJobs[]): Html {
  return table<FailedJobs>({
    caption: words.failedJobs,
    columns: [
      { title: words.kind, cell: ({ kind }) => kind },
      { title: words.count, isNumber: true, cell: ({ count }) => count },
      { title: words.newest, cell: ({ newest }) => moment(visit, newest) },
      { title: words.error, cell: ({ error }) => error ?? '' },
    ],
    rows: failed,
    empty: words.noFailed,
  });
}

const looks = { due: 'plain', running: 'plain', done: 'good', failed: 'bad' } as const;

function dailyTable(runs: readonly DailyRun[]): Html {
  return table<DailyRun>({
    caption: words.daily,
    columns: [
      { title: words.kind, cell: ({ kind }) => kind },
      { title: words.day, cell: ({ key }) => key },
      { title: words.state, cell: ({ state: one }) => state(words.states[one], looks[one]) },
      { title: words.tries, isNumber: true, cell: ({ attempts }) => attempts },
      { title: words.error, cell: ({ error }) => error ?? '' },
    ],
    rows: runs,
    empty: words.noDaily,
  });
}
