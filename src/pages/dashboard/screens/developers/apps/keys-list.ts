import type { ListedApp } from '../../../../../domain/merchants/accounts/app-queries.ts';
import { shownKey } from '../../../../../domain/merchants/keys/key-format.ts';
import { type ListedKey, listNewestKeys } from '../../../../../domain/merchants/keys/queries.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { appsWords } from '../../../../words/dashboard/developers/apps.ts';
import { link, linkButton, moment, section, state } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { addressOf } from './one-app.ts';

const { keys: words } = appsWords;

/** Keys that have ended are kept, and nothing says how often a key is rolled. */
const mostKeys = 200;

/** The keys of an app. Who may not develop sees none. */
export async function keysSection(visit: MerchantVisit, app: ListedApp): Promise<Html | false> {
  if (!visit.may('develop')) return false;
  const keys = await listNewestKeys(visit.office.platform, visit.merchantId, app.id, mostKeys);
  const address = addressOf(visit, app);
  return section(
    words.title,
    table<ListedKey>({
      caption: words.title,
      columns: [
        {
          title: words.key,
          cell: (key) => link(`${address}/keys/${showId('key', key.id)}`, shownKey(key.prefix, key.last4)),
        },
        { title: words.kind, cell: ({ kind }) => words.kinds[kind] },
        { title: words.permissions, cell: permissionsOf },
        { title: appsWords.created, cell: ({ created_at }) => moment(visit, created_at) },
        { title: appsWords.state, cell: (key) => standing(visit, key) },
      ],
      rows: keys,
      empty: words.none,
    }),
    html`${keys.length === mostKeys && html`<p class="small">${words.notAll(mostKeys)}</p>`}
${linkButton(`${address}/keys/new`, words.create, 'quiet')} ${link(`${address}/keys/smaller`, words.smaller)}`,
  );
}

function permissionsOf({ kind, permissions }: ListedKey): string {
  if (kind === 'secret') return words.all;
  return kind === 'public' || permissions.length === 0 ? words.none : String(permissions.length);
}

export function standing(visit: MerchantVisit, { valid, revoked_at, expires_at }: ListedKey): Html {
  if (revoked_at !== null) return state(words.revoked, 'bad');
  if (!valid) return state(words.expired, 'bad');
  return expires_at === null
    ? state(words.valid, 'good')
    : html`${state(words.valid, 'warn')} <span class="small">${moment(visit, expires_at)}</span>`;
}
