import { showId } from '../../platform/ids.ts';
import type { EventData } from '../events/record.ts';
import { settings } from './change-endpoint.ts';
import type { UntoldChange } from './telling/queries.ts';

/** Names only: whoever is told reads the values with a key, and no secret or address travels. Spec: "Registered but planned". */
export function settingsData(change: UntoldChange): EventData<'merchant.settings.updated'> {
  const changed = settings.filter((setting) => change.changed.includes(setting));
  return { id: showId('app', change.app_id), changed };
}
