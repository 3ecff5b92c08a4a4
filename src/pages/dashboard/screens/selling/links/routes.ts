import { member, type Route } from '../../../requests/route.ts';
import { createLink, saveLink, showCreate, showEdit } from './edit.ts';
import { pause, resume, showLink, stop } from './link.ts';
import { showLinks } from './links.ts';

/** Payment links. Spec: "Payment link". */
export const linksRoutes: readonly Route[] = [
  member('see').get('/links', showLinks),
  member('sell').get('/links/new', showCreate),
  member('sell').post('/links/new', createLink, { again: showCreate }),
  member('see').get('/links/:link', showLink),
  member('sell').get('/links/:link/edit', showEdit),
  member('sell').post('/links/:link/edit', saveLink, { again: showEdit }),
  member('sell').post('/links/:link/pause', pause, { again: showLink }),
  member('sell').post('/links/:link/resume', resume, { again: showLink }),
  member('sell').post('/links/:link/deactivate', stop, { again: showLink }),
];
