import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBase62 } from '../../src/platform/ids.ts';
import { type WriteAhead, watchWriteAhead } from '../support/checks/dump.ts';
import { type App, startApp } from '../support/service/app.ts';

let app: App;
let writeAhead: WriteAhead;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  writeAhead = await watchWriteAhead(app);
});
afterAll(async () => {
  await writeAhead.close();
  await app.stop();
});

const write = (text: string) =>
  app.database.asOwner(`SELECT pg_logical_emit_message(false, 'test', $1)`, [text]);

/** The attacks that look for card numbers in the write-ahead log are worth nothing if part of it is missing. */
describe('the watched write-ahead log', () => {
  it('keeps what a checkpoint would remove', async () => {
    const text = `kept ${randomBase62(24)}`;
    await write(text);
    // The file of the text is complete, so that a checkpoint would give it another name.
    await app.database.asOwner('SELECT pg_switch_wal()');
    await app.database.asOwner('CHECKPOINT');

    const written = await writeAhead.written();

    expect(written.includes(text)).toBe(true);
  });

  it('has a text whole that crosses pages', async () => {
    const text = randomBase62(3 * 8192);
    await write(text);

    const written = await writeAhead.written();

    expect(written.includes(text)).toBe(true);
  });
});
