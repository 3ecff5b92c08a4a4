import { member, type Route } from '../../../requests/route.ts';
import { saveBrand } from './save-brand.ts';
import { showSettings } from './settings.ts';

/** How the merchant is shown to payers. */
export const settingsRoutes: readonly Route[] = [
  member('see').get('/settings', showSettings),
  member('settings').post('/settings', saveBrand, { again: showSettings, files: true }),
];
