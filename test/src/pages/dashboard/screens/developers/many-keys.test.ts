import { expect, it } from 'vitest';
import { showId } from '../../../../../../src/platform/ids.ts';
import { openOffice } from '../../office.ts';

it('the screen of an app with very many keys lists the valid ones and the newest of the others', async () => {
  const office = await openOffice({ role: 'api' });
  const { merchantId, appId } = office.merchant;
  const ended = await office.app.database.asOwner(
    `INSERT INTO platform.api_keys (id, merchant_id, app_id, kind, hash, prefix, last4, revoked_at)
     SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, $2, 'secret', sha256(n::text::bytea), 'sk_test_', lpad(n::text, 4, '0'), now()
     FROM generate_series(1, 500) n RETURNING id, last4`,
    [merchantId, appId],
  );
  const client = await office.as('developer');
  const app = `/dashboard/test/apps/${showId('app', appId)}`;

  const { text } = await client.open(app);
  const [first] = ended;
  const old = await client.open(`${app}/keys/${showId('key', String(first?.['id']))}`);
  await office.stop();

  const listed = [...text.matchAll(/\/keys\/key_[0-9a-f]{32}"/g)];
  expect(listed).toHaveLength(200);
  const isListed = (last4: unknown) =>
    text.includes(`…${String(last4)}`) || text.includes(`${String(last4)}</a>`);
  for (const key of [office.merchant.secretKey, office.merchant.publicKey, office.merchant.restrictedKey])
    expect([key.slice(-4), isListed(key.slice(-4))]).toEqual([key.slice(-4), true]);
  expect([isListed('0500'), isListed('0001')]).toEqual([true, false]);
  expect(text).toContain('Only 200 keys are listed');
  // One that is not listed still has its screen.
  expect(old.status).toBe(200);
});
