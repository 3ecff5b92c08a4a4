import { member, type Route } from '../../../requests/route.ts';
import { showRequests } from './requests.ts';

/** What the merchant's apps called of the API. */
export const requestsRoutes: readonly Route[] = [member('see').get('/requests', showRequests)];
