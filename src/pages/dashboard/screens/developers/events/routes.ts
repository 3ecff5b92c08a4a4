import { member, type Route } from '../../../requests/route.ts';
import { examine, showDoctor } from './doctor.ts';
import { showEvent } from './event.ts';
import { showEvents } from './events.ts';
import { goOn, recover, replay, showRecover } from './recover.ts';
import { follow } from './stream.ts';

/** The log of webhook events with replay, and the check of a signature. Spec: "Signature", "Delivery and retry", rule 3. */
export const eventsRoutes: readonly Route[] = [
  member('see').get('/events', showEvents),
  member('see').get('/events/stream', follow),
  member('develop').get('/events/recover', showRecover),
  member('develop').post('/events/recover', recover, { again: showRecover }),
  member('develop').post('/events/recover/:recovery/continue', goOn, { again: showRecover }),
  member('develop').get('/events/signatures', showDoctor),
  member('develop').post('/events/signatures', examine, { again: showDoctor }),
  member('see').get('/events/:event', showEvent),
  member('develop').post('/events/:event/replay', replay, { again: showEvent }),
];
