import { permissionsInUse } from '../../../../../domain/merchants/traffic/permissions-in-use.ts';
import { html } from '../../../../html.ts';
import { appsWords } from '../../../../words/dashboard/developers/apps.ts';
import { formTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { empty } from '../../../parts/notices.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { permissionBoxes } from './keys.ts';
import { addressOf, appIn } from './one-app.ts';

const { keys: words } = appsWords;
const daysOfUse = 30;

/** A restricted key with what the app's calls of the last days needed. */
export async function showSmaller(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const used = await permissionsInUse(visit.ctx.db, visit.merchantId, { appId: app.id, days: daysOfUse });
  const isKnown = used.permissions.length > 0;
  return screen(visit, {
    title: words.smallerTitle,
    up: { label: app.name, to: addressOf(visit, app) },
    main: isKnown
      ? html`<p>${words.smallerText(daysOfUse)}</p><p class="soft">${words.smallerCalls(used.calls, used.operations)}</p>
${formTo(visit, {
  to: `${addressOf(visit, app)}/keys/new`,
  button: words.create,
  cancel: addressOf(visit, app),
  fields: html`<input type="hidden" name="kind" value="restricted">${permissionBoxes(visit, used.permissions)}`,
})}`
      : empty(words.smallerNone),
  });
}
