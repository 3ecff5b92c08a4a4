import { readBalances } from '../../../../../domain/money/ledger/balances.ts';
import { createBatch, refuseMoreThan } from '../../../../../domain/payouts/batches/create-batch.ts';
import { itemsInCsv } from '../../../../../domain/payouts/batches/wanted-items.ts';
import { lockLastTime } from '../../../../../domain/people/audit/queries.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { batchesWords } from '../../../../words/dashboard/money/batches.ts';
import { fileField } from '../../../parts/file-field.ts';
import { formTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { block, section } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import { acting, wasDone } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import { sellingApp } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { fileText, isItem, linesIn, type Problem, problemsIn } from './batch-file.ts';
import { amountsOf, markOf, payMany, paymentOf, showCheck, shownPayment } from './check-batch.ts';
import { namedIn } from './named.ts';
import { confirmation } from './second-factor.ts';

const { upload: words, wrong } = batchesWords;
const mostProblems = 50;

/** @param problems what is wrong with the file that was sent last */
export function showUpload(visit: MerchantVisit, problems?: Html): Answer {
  return screen(visit, {
    title: words.title,
    up: { label: batchesWords.title, to: `${visit.base}/payouts/batches` },
    main: html`${problems}
${formTo(visit, {
  to: `${visit.base}/payouts/batches/preview`,
  files: true,
  button: words.check,
  cancel: `${visit.base}/payouts/batches`,
  fields: fileField(visit, { name: 'file', label: words.file, hint: words.fileHint, accept: '.csv' }),
})}
${section(words.how, html`<p>${words.howText}</p>${block(words.exampleText, words.example)}`)}`,
  });
}

/** Shows what the file says before anything is paid. A person corrects their file: nothing is paid while a line is wrong. */
export async function previewBatch(visit: MerchantVisit): Promise<Answer> {
  const csv = fileText(visit);
  const lines = linesIn(csv);
  const problems = problemsIn(visit, lines, await namedIn(visit, lines.filter(isItem)));
  if (problems.length > 0) {
    const refused = { ...visit, wrong: { file: wrong.lines(problems.length) } };
    return showUpload(refused, problemsTable(problems));
  }
  refuseMoreThan((await readBalances(visit.ctx.db, visit.merchantId)).available, lines);
  return await showCheck(visit, csv, lines.filter(isItem));
}

/** Requests the payouts that the form before has shown. */
export async function requestBatch(visit: MerchantVisit): Promise<Answer> {
  const csv = visit.form.text('csv');
  const items = linesIn(csv);
  const appId = await sellingApp(visit, 'payouts');
  const id = await acting(visit, payMany, async (act) => {
    const paidAt = await lockLastTime(act.tx, act.merchant.id, paymentOf(visit, csv));
    refuseChanged(visit, { present: shownPayment(paidAt) });
    const batch = await createBatch({ ...act, confirm: confirmation(visit) }, { appId, items });
    const object = showId('pob', batch.id);
    return {
      result: object,
      object,
      details: { amounts: amountsOf(items.filter(isItem)), ...markOf(visit, csv) },
    };
  });
  return seeOther(`${visit.base}/payouts/batches/${id}?done=requested`);
}

/**
 * The last form again, with what was refused; nobody has to choose the file once more because a code was wrong. What was paid already is
 * not offered again: its button would pay it twice.
 */
export async function showCheckAgain(visit: MerchantVisit): Promise<Answer> {
  const csv = visit.form.text('csv');
  if (csv === '' || (await wasDone(visit))) return showUpload(visit);
  return await showCheck(visit, csv, itemsInCsv(csv).filter(isItem));
}

function problemsTable(problems: readonly Problem[]): Html {
  const shown = problems.slice(0, mostProblems);
  return html`${table<Problem>({
    caption: wrong.title,
    columns: [
      { title: wrong.line, cell: ({ line }) => String(line) },
      { title: wrong.why, cell: ({ why }) => why },
    ],
    rows: shown,
    empty: '',
  })}
${problems.length > shown.length && html`<p>${wrong.more(problems.length - shown.length)}</p>`}`;
}
