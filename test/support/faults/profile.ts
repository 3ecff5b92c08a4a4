import { env } from 'node:process';

/**
 * `npm run test:faults` repeats each fault as often, and waits as long, as the promises are worded. The suite that runs with every
 * change does it often enough to notice that a promise is broken.
 */
export const isWholeProfile = env['MODE'] === 'whole';
