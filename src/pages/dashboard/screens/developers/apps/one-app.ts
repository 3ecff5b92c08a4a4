import {
  findListedApp,
  type ListedApp,
  type OneApp,
} from '../../../../../domain/merchants/accounts/app-queries.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { shownReceiver } from '../../../parts/show.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

/** The app that the address names. @throws NOT_FOUND it is of another merchant or mode */
export async function appIn(visit: MerchantVisit): Promise<OneApp> {
  const id = readId('app', visit.params['app'] ?? '');
  const app = await findListedApp(visit.office.platform, visit.merchantId, id);
  if (!app || app.mode !== visit.mode) throw notFound('app');
  return app;
}

export function shownWebhookUrl(visit: MerchantVisit, { webhook_url: url }: ListedApp): string | null {
  return url === null ? null : shownReceiver(visit, url);
}

export const addressOf = (visit: MerchantVisit, { id }: Pick<ListedApp, 'id'>): string =>
  `${visit.base}/apps/${showId('app', id)}`;
