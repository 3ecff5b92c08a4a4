import type { ListedApp } from '../../../../../domain/merchants/accounts/app-queries.ts';
import { TooMany } from '../../../../../domain/merchants/changes/change-merchant.ts';
import { allPermissions, firstPermissions } from '../../../../../domain/merchants/keys/api-keys.ts';
import {
  type MadeKey,
  createKey as makeKey,
  revokeKey,
  rollKey,
  setPermissions,
} from '../../../../../domain/merchants/keys/change-keys.ts';
import { keyKinds, shownKey } from '../../../../../domain/merchants/keys/key-format.ts';
import { findKeyOfApp, type ListedKey } from '../../../../../domain/merchants/keys/queries.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { appsWords } from '../../../../words/dashboard/developers/apps.ts';
import { checkboxes, radios } from '../../../parts/choices.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { exact, linkButton, section } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import { appOf, onceOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../../../requests/answers.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { standing } from './keys-list.ts';
import { addressOf, appIn } from './one-app.ts';

const { keys: words } = appsWords;
/** Hours that the old key goes on working. */
const keepChoices = [0, 1, 24] as const;

export const permissionBoxes = (visit: MerchantVisit, chosen: readonly string[]) =>
  checkboxes(visit, {
    name: 'permissions',
    label: words.choose,
    hint: words.chooseHint,
    options: allPermissions().map((value) => ({
      value,
      label: value,
      group: value.replace(/:.*$/, '').replaceAll('_', ' '),
    })),
    values: chosen,
  });

const permissionsIn = (visit: MerchantVisit): readonly string[] => {
  const wanted = visit.form.all('permissions');
  return allPermissions().filter((permission) => wanted.includes(permission));
};

export async function showNewKey(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const options = keyKinds.map((value) => ({
    value,
    label: words.kinds[value],
    hint: words.kindHint[value],
  }));
  return screen(visit, {
    title: words.create,
    up: { label: app.name, to: addressOf(visit, app) },
    main: formTo(visit, {
      to: `${addressOf(visit, app)}/keys/new`,
      button: words.create,
      cancel: addressOf(visit, app),
      once: onceOf(),
      fields: html`${radios(visit, { name: 'kind', label: words.kind, options, value: 'restricted' })}
${permissionBoxes(visit, firstPermissions())}`,
    }),
  });
}

export async function createKey(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const kind = keyKinds.find((each) => each === visit.form.value('kind'));
  const permissions = kind === 'restricted' ? permissionsIn(visit) : [];
  if (!kind) throw new WrongFields({ kind: words.wrongKind });
  if (kind === 'restricted' && permissions.length === 0)
    throw new WrongFields({ permissions: words.wrongPermissions });
  const wanted = { mode: visit.mode, kind, permissions };
  const made = makeKey(visit.office.platform, appOf(visit, app.id), wanted);
  return shownOnce(visit, app, await made.catch(refuseTooMany(words.tooMany)));
}

/** Says the limit in words. */
const refuseTooMany =
  (text: (most: number) => string) =>
  (error: unknown): never => {
    throw error instanceof TooMany ? new Refusal(text(error.most)) : error;
  };

/** The key is on this one answer and on no other. */
function shownOnce(visit: MerchantVisit, app: ListedApp, { key }: MadeKey): Answer {
  return screen(visit, {
    title: words.made,
    main: html`${notice('warn', words.once)}${section(app.name, html`<p class="secret">${exact(key)}</p>`)}
<p>${linkButton(addressOf(visit, app), appsWords.made.next)}</p>`,
  });
}

async function keyIn(visit: MerchantVisit, app: ListedApp): Promise<ListedKey> {
  const keyId = readId('key', visit.params['key'] ?? '');
  const key = await findKeyOfApp(visit.office.platform, visit.merchantId, { appId: app.id, keyId });
  if (!key) throw notFound('key');
  return key;
}

export async function showKey(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const key = await keyIn(visit, app);
  const address = `${addressOf(visit, app)}/keys/${showId('key', key.id)}`;
  const keep = keepChoices.map((hours) => ({ value: String(hours), label: words.keepFor[hours] }));
  return screen(visit, {
    title: shownKey(key.prefix, key.last4),
    up: { label: app.name, to: addressOf(visit, app) },
    done: appsWords.done[visit.query.get('done') ?? ''],
    main: html`${section(
      words.key,
      facts([
        [words.kind, words.kinds[key.kind]],
        [appsWords.state, standing(visit, key)],
        ['ID', exact(showId('key', key.id))],
      ]),
    )}
${key.valid && key.kind === 'restricted' && section(words.setPermissions, formTo(visit, { to: `${address}/permissions`, button: words.save, look: 'quiet', seen: shownOf(key), fields: permissionBoxes(visit, key.permissions) }))}
${key.valid && key.expires_at === null && section(words.rollTitle, html`<p>${words.rollText}</p>${formTo(visit, { to: `${address}/roll`, button: words.roll, look: 'quiet', fields: radios(visit, { name: 'keep', label: words.keep, options: keep, value: '24' }) })}`)}
${key.valid && section(words.revokeTitle, html`<p>${words.revokeText}</p>${formTo(visit, { to: `${address}/revoke`, button: words.revoke, look: 'danger', fields: textField(visit, { name: 'last4', label: words.lastFour(key.last4), maxlength: 4, value: '' }) })}`)}`,
  });
}

/** What the form shows of a key. */
const shownOf = ({ permissions }: { readonly permissions: readonly string[] }) => ({
  permissions: permissions.toSorted().join(', '),
});

export async function setKeyPermissions(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const { id } = await keyIn(visit, app);
  const permissions = permissionsIn(visit);
  if (permissions.length === 0) throw new WrongFields({ permissions: words.wrongPermissions });
  const wanted = { keyId: id, permissions };
  const result = await setPermissions(visit.office.platform, appOf(visit, app.id), wanted, (key) =>
    refuseChanged(visit, { present: shownOf(key), wanted: shownOf(wanted) }),
  );
  if (result === 'invalid' || result === 'unrestricted') throw new Refusal(words.invalid);
  return seeOther(
    `${addressOf(visit, app)}/keys/${showId('key', id)}?done=${result === 'same' ? 'same' : 'permissions'}`,
  );
}

export async function roll(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const { id } = await keyIn(visit, app);
  const keepHours = keepChoices.find((hours) => String(hours) === visit.form.value('keep')) ?? 24;
  const rolling = rollKey(visit.office.platform, appOf(visit, app.id), { keyId: id, keepHours });
  const rolled = await rolling.catch(refuseTooMany(words.tooManyToKeep));
  if (rolled.kind === 'invalid') throw new Refusal(words.invalid);
  if (rolled.kind === 'rolled before') throw new Refusal(words.rolledBefore);
  return shownOnce(visit, app, rolled);
}

export async function revoke(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const { id, last4 } = await keyIn(visit, app);
  if (visit.form.value('last4') !== last4) throw new WrongFields({ last4: words.wrongLastFour });
  await revokeKey(visit.office.platform, appOf(visit, app.id), id);
  return seeOther(`${addressOf(visit, app)}?done=revoked`);
}
