import { createReport } from '../../../../../domain/billing/reports/create-report.ts';
import type { Report } from '../../../../../domain/billing/reports/queries.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { reportsWords as words } from '../../../../words/dashboard/money/reports.ts';
import { radios } from '../../../parts/choices.ts';
import { dayIn, momentText } from '../../../parts/days.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { sellingApp } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

export const types = [
  'transactions',
  'payouts',
  'ledger_entries',
  'fees',
] as const satisfies Report['type'][];
const formats = ['csv', 'jsonl'] as const satisfies Report['format'][];

/** The form begins with the present month up to now. */
export async function showOrder(visit: MerchantVisit): Promise<Answer> {
  const { now } = await readClock(visit.ctx, visit.merchantId);
  const [today = ''] = momentText(now, visit.session.timeZone).split('T');
  return screen(visit, {
    title: words.new,
    up: { label: words.title, to: `${visit.base}/reports` },
    main: formTo(visit, {
      to: `${visit.base}/reports/new`,
      button: words.order,
      cancel: `${visit.base}/reports`,
      once: onceOf(),
      fields: html`${radios(visit, {
        name: 'type',
        label: words.type,
        value: types[0],
        options: types.map((value) => ({ value, label: words.types[value], hint: words.hints[value] })),
      })}
${textField(visit, { name: 'from', label: words.from, kind: 'date', value: `${today.slice(0, 8)}01` })}
${textField(visit, { name: 'to', label: words.to, hint: words.toHint, kind: 'date', value: today })}
${radios(visit, {
  name: 'format',
  label: words.format,
  value: formats[0],
  options: formats.map((value) => ({
    value,
    label: words.formats[value],
    hint: words.formatHints[value],
  })),
})}`,
    }),
  });
}

/** Orders a report of whole days of the person's time zone. @throws REPORT_LIMIT_REACHED */
export async function orderReport(visit: MerchantVisit): Promise<Answer> {
  const { now } = await readClock(visit.ctx, visit.merchantId);
  const wanted = wantedIn(visit, now);
  const appId = await sellingApp(visit);
  await acting(visit, 'report.ordered', async (act) => {
    const { id, type, format } = await createReport(act, { ...wanted, appId });
    return { result: undefined, object: showId('rpt', id), details: { type, format } };
  });
  return seeOther(`${visit.base}/reports?done=ordered`);
}

function wantedIn({ form, session }: MerchantVisit, now: Date) {
  const type = types.find((one) => one === form.value('type'));
  const format = formats.find((one) => one === form.value('format'));
  const from = dayIn(form.value('from'), session.timeZone);
  const before = dayIn(form.value('to'), session.timeZone, 1);
  const { missing, wrong } = words;
  if (!type) throw new WrongFields({ type: missing.type });
  if (!format) throw new WrongFields({ format: missing.format });
  if (!from) throw new WrongFields({ from: missing.from });
  if (!before) throw new WrongFields({ to: missing.to });
  if (before <= from) throw new WrongFields({ to: wrong.order });
  if (from > now) throw new WrongFields({ from: wrong.future });
  return { type, format, from, before };
}
