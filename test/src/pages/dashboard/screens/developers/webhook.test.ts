import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookWords as words } from '../../../../../../src/pages/words/dashboard/developers/webhooks.ts';
import { showId } from '../../../../../../src/platform/ids.ts';
import { type Client, othersIn, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let owner: Client;
let address: string;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  owner = await office.as('owner');
  address = `/dashboard/test/apps/${showId('app', office.merchant.appId)}/webhook`;
});
afterAll(() => office.stop());

const send = async (ending: string, fields = {}) =>
  await owner.submit(await owner.open(address), ending, fields);
const ticked = ({ text }: Shown) => [...text.matchAll(/value="([^"]+)" checked/g)].map(([, id]) => id);
const secretIn = ({ text }: Shown) => /whsec_[0-9A-Za-z]{20,}/.exec(text)?.[0];

async function endpoint() {
  const [row] = await office.app.database.asOwner(
    `SELECT url, event_types, paused_at IS NOT NULL AS paused, secret_sealed, previous_secret_until > now() AS overlaps
     FROM platform.webhook_endpoints WHERE app_id = $1`,
    [office.merchant.appId],
  );
  return row;
}

async function newestChange() {
  const [row] = await office.app.database.asOwner(
    `SELECT action, details, user_id IS NOT NULL AS person, ip FROM platform.operator_changes WHERE merchant_id = $1 ORDER BY change_id DESC LIMIT 1`,
    [office.merchant.merchantId],
  );
  return row;
}

const rename = (from: string, to: string) =>
  office.app.database.asOwner(`ALTER TABLE sandbox.${from} RENAME TO ${to}`);

/** `1 Dec 2026, 09:30:00` */
const moment = String.raw`\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d:\d\d`;

const doneBy = (action: string) => ({ action, person: true, ip: '127.0.0.1' });

describe('the webhook of an app', () => {
  it('takes an address and events, and remembers the change without the query of the address', async () => {
    const shown = await send('/webhook', {
      // As a chat copies it, with a mark that nobody sees.
      url: 'https://shop.example/hooks?key=hush\u202C',
      events: ['payment.capture.completed', 'made.up'],
    });

    expect(shown.path).toContain('done=webhook');
    expect(await endpoint()).toMatchObject({
      url: 'https://shop.example/hooks?key=hush',
      event_types: ['payment.capture.completed'],
    });
    const change = await newestChange();
    expect(change).toMatchObject(doneBy('webhook.set'));
    expect(JSON.stringify(change)).not.toContain('hush');
  });

  it('shows the query of its address to developers only', async () => {
    const [viewer, developer] = [await office.as('viewer'), await office.as('developer')];
    const overview = address.replace('/webhook', '');

    expect((await developer.open(overview)).text).toContain('key=hush');
    await send('/test');
    const [event] = await office.app.database.asOwner(
      'SELECT event_id FROM sandbox.events WHERE merchant_id = $1 ORDER BY event_id DESC LIMIT 1',
      [office.merchant.merchantId],
    );
    const ofEvent = `/dashboard/test/events/${showId('evt', String(event?.['event_id']))}`;
    expect((await developer.open(ofEvent)).text).toContain('key=hush');
    for (const path of [address, overview, '/dashboard/test/apps', ofEvent]) {
      const { text } = await viewer.open(path);

      expect(text).toContain('https://shop.example/hooks?…');
      expect(text).not.toContain('hush');
    }
  });

  it('says the same of a receiver whose name, address or port cannot be reached', async () => {
    const { asOwner } = office.app.database;
    const { merchantId } = office.merchant;
    await asOwner('UPDATE sandbox.webhook_lanes SET failing_since = now() WHERE merchant_id = $1', [
      merchantId,
    ]);
    await asOwner('UPDATE sandbox.webhook_deliveries SET attempts = 1 WHERE merchant_id = $1', [merchantId]);
    const said = new Map<string, string | undefined>();
    for (const failure of ['dns', 'address', 'connect', 'timeout', 'tls']) {
      await asOwner(
        `INSERT INTO sandbox.webhook_attempts (merchant_id, delivery_id, attempt_id, attempt, started_at, duration_ms, failure)
         SELECT merchant_id, delivery_id, gen_random_uuid(), 1, clock_timestamp(), 5, $2
         FROM sandbox.webhook_deliveries WHERE merchant_id = $1 LIMIT 1`,
        [merchantId, failure],
      );
      const { text } = await owner.open(address);
      said.set(failure, /<span class="small">([^<]+)<\/span><\/td>/.exec(text)?.[1]);
    }

    expect(said.get('dns')).toContain('could not connect');
    expect(new Set(['dns', 'address', 'connect', 'timeout'].map((failure) => said.get(failure))).size).toBe(
      1,
    );
    expect(said.get('tls')).toContain('certificate');
  });

  it.each([
    ['https://10.0.0.8/hook', words.notAllowed],
    ['https://169.254.169.254/', words.notAllowed],
    ['https://[::1]/', words.notAllowed],
    ['https://shop.example:8080/', words.notAllowed],
    ['https://user:secret@shop.example/', words.withPassword],
    ['https://:secret@shop.example/', words.withPassword],
    ['http://shop.example/', words.wrongUrl],
    ['ftp://shop.example/', words.wrongUrl],
    ['hooks', words.wrongUrl],
  ])('refuses %s, says why, and keeps what was typed', async (url, why) => {
    const before = await endpoint();
    const shown = await send('/webhook', { url });

    expect(shown.status).toBe(422);
    expect(shown.text).toContain(`<a href="#url">${why}<`);
    expect(shown.text).toContain(`value="${url}"`);
    expect(await endpoint()).toEqual(before);
  });

  it('keeps the events that were ticked, and none if none was, when its address is refused', async () => {
    const some = await send('/webhook', { url: 'hooks', events: ['payment.refund.completed'] });
    const none = await send('/webhook', { url: 'hooks', events: [] });

    expect([some.status, none.status]).toEqual([422, 422]);
    expect(ticked(some)).toEqual(['payment.refund.completed', 'usual']);
    expect(ticked(none)).toEqual(['usual']);
  });

  it('says that nothing is different', async () => {
    expect((await send('/webhook')).path).toContain('done=same');
  });

  it('sends a test event of what the app subscribes to', async () => {
    const shown = await send('/test');
    const [row] = await office.app.database.asOwner(
      `SELECT type, synthetic FROM sandbox.events WHERE merchant_id = $1 ORDER BY event_id DESC LIMIT 1`,
      [office.merchant.merchantId],
    );
    const [entry] = await office.app.database.asOwner(
      `SELECT action, details FROM sandbox.audit_log WHERE merchant_id = $1`,
      [office.merchant.merchantId],
    );

    expect(shown.path).toContain('done=test');
    expect(row).toEqual({ type: 'payment.capture.completed', synthetic: true });
    expect(entry).toEqual({ action: 'webhook.tested', details: { type: 'payment.capture.completed' } });
  });

  it('sends no test event to an app that receives none', async () => {
    await send('/webhook', { events: [] });
    const shown = await send('/test');
    await send('/webhook', { events: ['payment.capture.completed'] });

    expect(shown.status).toBe(409);
    expect(shown.text).toContain('this app receives none');
  });

  it('shows the settings while the state of the receivers cannot be read', async () => {
    await rename('webhook_lanes', 'lanes_away');
    const shown = await owner.open(address);
    await rename('lanes_away', 'webhook_lanes');

    expect(shown.status).toBe(200);
    expect(shown.text).toContain('cannot be shown now');
    expect(shown.text).toContain('https://shop.example/hooks');
    expect((await owner.open(address)).text).not.toContain('cannot be shown now');
  });

  it('pauses and resumes deliveries', async () => {
    const paused = await send('/pause');
    const [afterPause, pauseChange] = [await endpoint(), await newestChange()];
    const resumed = await send('/resume');

    expect([paused.path, resumed.path]).toEqual([`${address}?done=paused`, `${address}?done=resumed`]);
    expect([afterPause?.['paused'], (await endpoint())?.['paused']]).toEqual([true, false]);
    expect(plain(paused)).toMatch(new RegExp(`Paused since ${moment}: nothing is sent`));
    expect(pauseChange).toMatchObject(doneBy('webhook.paused'));
    expect(await newestChange()).toMatchObject(doneBy('webhook.resumed'));
  });
});

describe('the secret of a webhook', () => {
  it('is replaced, signs beside the old one, and is shown once', async () => {
    const before = await endpoint();
    const shown = await send('/secret', { how: 'usual' });
    const secret = secretIn(shown);
    const change = await newestChange();

    expect(secret).toBeDefined();
    // The service signs with it, so it has more than a hash.
    expect(plain(shown)).toMatch(/It is shown once\. We keep it encrypted/);
    expect(await endpoint()).toMatchObject({ overlaps: true });
    expect((await endpoint())?.['secret_sealed']).not.toBe(before?.['secret_sealed']);
    expect(change).toMatchObject(doneBy('webhook.secret-rolled'));
    for (const path of [address, address.replace('/webhook', ''), '/dashboard/test/audit'])
      expect(secretIn(await owner.open(path))).toBeUndefined();
    expect(office.app.lines.join('\n')).not.toContain(secret);
  });

  it('is not replaced while two sign, until the old one is ended', async () => {
    const refused = await send('/secret', { how: 'usual' });
    const ended = await send('/end-previous');
    const change = await newestChange();
    const again = await send('/secret', { how: 'now' });

    expect([refused.status, secretIn(refused)]).toEqual([409, undefined]);
    expect(plain(refused)).toMatch(new RegExp(`Two secrets sign until ${moment}: the newest`));
    expect(ended.path).toContain('done=ended');
    expect(change).toMatchObject(doneBy('webhook.secret-ended'));
    expect(secretIn(again)).toBeDefined();
    expect((await endpoint())?.['overlaps']).not.toBe(true);
  });

  it('leaves the address and the events in their form when its replacement is refused', async () => {
    await send('/webhook', { url: 'https://shop.example/hooks', events: ['payment.capture.completed'] });
    await send('/secret', { how: 'usual' });
    const before = await owner.open(address);
    const refused = await owner.submit(before, '/secret', { how: 'usual' });
    const saved = await owner.submit(refused, '/webhook');

    expect(refused.status).toBe(409);
    expect(othersIn(refused, '/secret')).toEqual(othersIn(before, '/secret'));
    expect(saved.path).toContain('done=same');
    expect(await endpoint()).toMatchObject({
      url: 'https://shop.example/hooks',
      event_types: ['payment.capture.completed'],
    });
  });
});
