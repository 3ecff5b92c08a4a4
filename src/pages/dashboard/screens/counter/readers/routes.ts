import { member, type Route } from '../../../requests/route.ts';
import { register, removeReader, showReaders, showRegister } from './readers.ts';

/** Card readers. Spec: "Readers (terminals)". */
export const readersRoutes: readonly Route[] = [
  member('see').get('/readers', showReaders),
  member('sell').get('/readers/new', showRegister),
  member('sell').post('/readers/new', register, { again: showRegister }),
  member('sell').post('/readers/:reader/remove', removeReader, { again: showReaders }),
];
