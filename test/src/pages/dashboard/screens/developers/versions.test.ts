import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showId } from '../../../../../../src/platform/ids.ts';
import { versionChain } from '../../../../../../src/versions/chain.ts';
import { getAvailable } from '../../../../../contract/releases/changes.ts';
import { madeUpReleases } from '../../../../../contract/releases/releases.ts';
import { soon } from '../../../../../support/checks/soon.ts';
import { anotherApp } from '../../../../../support/receivers/events.ts';
import type { Client } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

const [first, newest] = ['2026-01-01', '2099-01-01'] as const;

let office: Office;
let owner: Client;
let address: string;

beforeAll(async () => {
  const notice = { deprecated: '2026-06-01', retired: '2100-01-01' };
  const versions = versionChain(await madeUpReleases({ [first]: notice }), () => new Date());
  office = await openOffice({ role: 'api', releases: { versions, removed: { getAvailable } } });
  owner = await office.as('owner');
  address = `/dashboard/test/apps/${showId('app', office.merchant.appId)}/version`;
  await pin(first);
});
afterAll(() => office.stop());

/** As an app that was made before the later releases. */
const pin = (version: string, appId = office.merchant.appId) =>
  office.app.database.asOwner('UPDATE platform.api_apps SET api_version = $2 WHERE id = $1', [
    appId,
    version,
  ]);

async function pinned() {
  const [row] = await office.app.database.asOwner('SELECT api_version FROM platform.api_apps WHERE id = $1', [
    office.merchant.appId,
  ]);
  return row?.['api_version'];
}

const call = (path: string) =>
  fetch(office.app.baseUrl + path, { headers: { authorization: `Bearer ${office.merchant.secretKey}` } });

describe('the move of an app to a later version', () => {
  it('is rehearsed on what the app really calls', async () => {
    const before = await owner.open(address);
    await call('/v1/transactions?q=tea&limit=5');

    const shown = await soon(async () => {
      const rehearsed = await owner.open(address);
      expect(rehearsed.text).toContain('listTransactions');
      return rehearsed;
    });

    expect(before.text).toContain('Nothing that this app does is touched');
    expect(shown.text).toContain('Rename the parameter q to search');
    expect(shown.text).toContain('<code>q</code>');
  });

  it('is done, remembered, and taken back within 72 hours', async () => {
    const moved = await owner.submit(await owner.open(address), '/version', { to: newest });
    const afterMove = await pinned();
    const [change] = await office.app.database.asOwner(
      `SELECT action, details, ip, user_id IS NOT NULL AS person FROM platform.operator_changes WHERE merchant_id = $1`,
      [office.merchant.merchantId],
    );
    const back = await owner.submit(moved, '/version');

    expect(moved.text).toContain('You can go back until');
    expect([moved.path, afterMove]).toEqual([`${address}?done=moved`, newest]);
    expect(change).toEqual({
      action: 'app.set',
      details: { api_version: { before: first, after: newest } },
      ip: '127.0.0.1',
      person: true,
    });
    expect(back.path).toContain('done=moved');
    expect(await pinned()).toBe(first);
  });

  it('is said to come by itself, once the end of the version is announced', async () => {
    const [app, upgrade] = [await owner.open(address.replace('/version', '')), await owner.open(address)];

    const words = `Version ${first} ends on 2100-01-01 (UTC). An app that is still pinned to it then moves to 2098-01-01.`;
    expect(app.text).toContain(words);
    expect(upgrade.text).toContain(words);
  });

  it('to an earlier version that the app did not just leave is refused', async () => {
    await pin(newest);
    const form = await owner.open(address.replace('/version', ''));
    const token = /name="token" value="([^"]+)"/.exec(form.text)?.[1] ?? '';

    const refused = await owner.post(address, { token, to: '2098-01-01' });
    const unknown = await owner.post(address, { token, to: '2001-01-01' });
    const other = await anotherApp(office.app, office.merchant, null);
    await pin(newest, other.appId);
    const elsewhere = `/dashboard/test/apps/${showId('app', other.appId)}/version`;
    const ofOther = await owner.post(elsewhere, { token, to: first });

    expect([refused.status, unknown.status]).toEqual([409, 409]);
    // Only the merchant's first app has just left it.
    expect([ofOther.status, (await owner.open(elsewhere)).text.includes('You can go back until')]).toEqual([
      409,
      false,
    ]);
    expect(refused.text).toContain('cannot go back');
    expect(await pinned()).toBe(newest);
  });
});
