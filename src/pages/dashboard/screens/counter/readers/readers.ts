import { values } from '../../../../../../generated/values.ts';
import { findActiveTerminals, type Terminal } from '../../../../../domain/payments/terminals/queries.ts';
import {
  deactivateReader,
  registerReader,
} from '../../../../../domain/payments/terminals/register-reader.ts';
import { readId, showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { frameWords } from '../../../../words/dashboard/frame.ts';
import { counterWords } from '../../../../words/dashboard/selling/counter.ts';
import { buttonTo, formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { exact, linkButton, moment } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import { refuseUnverified } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { readers: words } = counterWords;

export async function showReaders(visit: MerchantVisit): Promise<Answer> {
  const address = `${visit.base}/readers`;
  return screen(visit, {
    title: words.title,
    done: words.done[visit.query.get('done') ?? ''],
    actions: visit.may('sell') && linkButton(`${address}/new`, words.add),
    main: html`<p class="soft">${words.intro}</p>
${table<Terminal>({
  caption: words.title,
  columns: [
    { title: words.place, cell: ({ location_name }) => location_name },
    { title: words.model, cell: ({ device_model }) => device_model },
    { title: words.serial, cell: ({ serial_number }) => html`<code>${serial_number}</code>` },
    { title: 'ID', cell: ({ id }) => exact(showId('trm', id)) },
    { title: words.seen, cell: ({ last_seen_at }) => moment(visit, last_seen_at) },
    {
      title: frameWords.table.actions,
      cell: ({ id }) =>
        visit.may('sell') &&
        buttonTo(visit, { to: `${address}/${showId('trm', id)}/remove`, label: words.remove }),
    },
  ],
  rows: await findActiveTerminals(visit.ctx.db, visit.merchantId),
  empty: words.empty,
})}`,
  });
}

export function showRegister(visit: MerchantVisit): Answer {
  const options = values.DeviceModel.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
  return screen(visit, {
    title: words.add,
    up: { label: words.title, to: `${visit.base}/readers` },
    main: formTo(visit, {
      to: `${visit.base}/readers/new`,
      button: words.add,
      cancel: `${visit.base}/readers`,
      once: onceOf(),
      fields: html`${textField(visit, { name: 'serial_number', label: words.serial, hint: words.serialHint, maxlength: 64, dir: 'ltr' })}
${selectField(visit, { name: 'device_model', label: words.model, options })}
${textField(visit, { name: 'location_name', label: words.place, hint: words.placeHint, maxlength: 120 })}`,
    }),
  });
}

/** Judged by the contract of `registerTerminal`. */
export async function register(visit: MerchantVisit): Promise<Answer> {
  const { value } = visit.form;
  const given = {
    serial_number: value('serial_number'),
    device_model: value('device_model'),
    location_name: value('location_name'),
  };
  const wanted = judged('registerTerminal', given, {}, words.missing);
  await refuseUnverified(visit, 'registerTerminal');
  await acting(visit, 'reader.registered', async (act) => {
    const { id } = await registerReader(act, wanted);
    return { result: undefined, object: showId('trm', id), details: wanted };
  });
  return seeOther(`${visit.base}/readers?done=registered`);
}

export async function removeReader(visit: MerchantVisit): Promise<Answer> {
  const id = readId('trm', visit.params['reader'] ?? '');
  await acting(visit, 'reader.removed', async (act) => {
    await deactivateReader(act, id);
    return { result: undefined, object: showId('trm', id) };
  });
  return seeOther(`${visit.base}/readers?done=removed`);
}
