import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameWords } from '../../../../../../src/pages/words/dashboard/frame.ts';
import { showId } from '../../../../../../src/platform/ids.ts';
import { aPng } from '../../../../../support/builders/pictures.ts';
import { apiOf } from '../../../../../support/service/api.ts';
import { type Client, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

const path = '/dashboard/test/settings';

let office: Office;
beforeAll(async () => {
  office = await openOffice({ role: 'api', languages: ['en', 'fr', 'pt'] });
});
afterAll(() => office.stop());

type Files = Readonly<Record<string, { readonly name: string; readonly content: Uint8Array }>>;

/** A merchant of their own, with an owner who has signed in. */
async function aShop(businessName = 'Registered Name Ltd') {
  const merchant = await office.app.aMerchant({ businessName });
  const { userId, email, password } = await office.aPerson({
    role: 'owner',
    merchantId: merchant.merchantId,
  });
  const owner = office.aBrowser();
  await owner.signIn(email, password);
  return { ...merchant, owner, userId, email };
}

/** A form whose first part the service is reading. `end` sends the rest, and tells how it was answered. */
async function begunUpload(owner: Client): Promise<{ readonly end: () => Promise<number | undefined> }> {
  const token = /name="token" value="([^"]+)"/.exec((await owner.open(path)).text)?.[1] ?? '';
  const fields = { token, ...everything };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--part-of-form\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const sent = request(`${office.app.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      cookie: owner.cookie(),
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=part-of-form',
    },
  });
  const answered = once(sent, 'response');
  sent.write(parts.join(''));
  // The second form of a person is refused only once the first is being read.
  await expect.poll(() => save(owner, {})).toMatchObject({ status: 503 });
  return {
    end: async () => {
      sent.end('--part-of-form--\r\n');
      const [answer]: IncomingMessage[] = await answered;
      answer?.resume();
      return answer?.statusCode;
    },
  };
}

const save = async (
  owner: Client,
  fields: Readonly<Record<string, string>>,
  files: Files = {},
): Promise<Shown> => await owner.upload(await owner.open(path), '/settings', fields, files);

const aPart = (name: string): string =>
  `--part-of-form\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;

const picture = (content: Uint8Array, name = 'logo.png'): Files => ({ logo: { name, content } });

async function changesOf(merchantId: string) {
  return await office.app.database.asOwner(
    `SELECT c.action, c.details, c.ip, u.email FROM platform.operator_changes c LEFT JOIN platform.users u ON u.id = c.user_id
     WHERE c.merchant_id = $1 AND c.action = 'merchant.set' ORDER BY c.change_id`,
    [merchantId],
  );
}

/** The page of a new payment link of the merchant, as a payer gets it. */
async function aPage(secretKey: string, headers: Readonly<Record<string, string>> = {}) {
  const { data } = await apiOf(office.app.baseUrl, secretKey)('createPaymentLink', {
    body: { title: 'Tea', amount: '10.00', currency: 'USD' },
  });
  const answer = await fetch(data.url, { headers });
  return { text: await answer.text(), headers: answer.headers, url: data.url };
}

const everything = {
  displayName: 'Corner Café',
  contactEmail: 'help@corner.example',
  contactPhone: '+263 77 123 4567',
  language: 'pt',
  accent: '#7A1FA2',
};

const hashes = ({ headers }: { headers: Headers }) =>
  /style-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ');

const logoIn = (text: string): string => /\/logos\/[^"]*/.exec(text)?.[0] ?? '';

describe('what payers see of a merchant', () => {
  it('asks for the file again, where another field was wrong', async () => {
    const { owner } = await aShop();
    const refused = await save(owner, { ...everything, accent: 'blue' }, picture(aPng(120, 60)));
    const withoutFile = await save(owner, { ...everything, accent: 'blue' });

    expect([refused.status, withoutFile.status]).toEqual([422, 422]);
    expect(refused.text).toContain(`id="logo-error">${frameWords.form.fileAgain}<`);
    expect(withoutFile.text).not.toContain('id="logo-error"');
  });

  it('is set by an owner, remembered, and shown on the next page', async () => {
    const { owner, merchantId, secretKey, email } = await aShop();
    const before = await aPage(secretKey);
    const saved = await save(owner, everything, picture(aPng(120, 60)));
    const after = await aPage(secretKey);

    expect(before.text).toContain('Registered Name Ltd');
    expect([saved.status, saved.path]).toEqual([200, `${path}?done=saved`]);
    expect(saved.text).toContain('value="#7a1fa2"');
    expect(after.text).toContain('<html lang="pt">');
    expect(after.text).toContain('Corner Café');
    expect(after.text).not.toContain('Registered Name Ltd');
    expect(after.text).toContain('href="mailto:help@corner.example"');
    expect(after.text).toContain('href="tel:+263771234567"');
    expect(after.text).toContain('--fill:#7a1fa2;--on-fill:#ffffff;');
    const logo = /src="(\/logos\/[0-9a-f]{64}\.png)" alt="" width="120" height="60"/.exec(after.text)?.[1];
    expect(logo).toBeDefined();
    const [change, ...others] = await changesOf(merchantId);
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      email,
      ip: '127.0.0.1',
      details: {
        before: { display_name: null, accent: null, logo: null },
        after: { display_name: 'Corner Café', accent: '#7a1fa2', language: 'pt', logo: logo?.slice(7, -4) },
      },
    });
  });

  it('allows the style of its colour by a hash, and no other', async () => {
    const { owner, secretKey } = await aShop();
    const usual = await aPage(secretKey);
    await save(owner, { accent: '#7a1fa2' });
    const coloured = await aPage(secretKey);

    expect(hashes(usual)).toHaveLength(1);
    expect(hashes(coloured)).toEqual([
      ...(hashes(usual) ?? []),
      expect.stringMatching(/^'sha256-[\w+/=]{44}'$/),
    ]);
  });

  it('returns to the usual look when it is emptied', async () => {
    const { owner, secretKey } = await aShop();
    await save(owner, everything, picture(aPng(32, 32)));
    const kept = await save(owner, { contactPhone: '' });
    await save(owner, {
      displayName: '',
      contactEmail: '',
      contactPhone: '',
      language: '',
      accent: '',
      removeLogo: 'yes',
    });
    const { text } = await aPage(secretKey);

    expect(kept.text).toContain('/logos/');
    expect(text).toContain('Registered Name Ltd');
    expect(text).toContain('<html lang="en">');
    expect(text).not.toMatch(/\/logos\/|--fill:|mailto:|tel:/);
  });

  it('is not remembered twice when nothing is different', async () => {
    const { owner, merchantId } = await aShop();
    await save(owner, everything);
    const again = await save(owner, everything);

    expect(again.path).toBe(`${path}?done=same`);
    expect(await changesOf(merchantId)).toHaveLength(1);
  });

  it.each([
    ['accent', '#7f7f7f', 'neither white nor dark text can be read well'],
    ['accent', 'blue', 'six digits'],
    ['accent', '#fff;}body{display:none', 'six digits'],
    ['displayName', 'x', '2 to 60 letters'],
    ['displayName', 'x'.repeat(61), '2 to 60 letters'],
    ['displayName', 'Bank\u202Eknab', '2 to 60 letters'],
    ['displayName', 'Pay 4242 4242 4242 4242', 'no card number'],
    ['contactEmail', 'javascript:alert(1)', 'email address such as'],
    ['contactEmail', 'a@b.example?cc=x@y.example', 'email address such as'],
    ['contactPhone', 'call us', 'phone number such as'],
    ['language', 'sn', 'one of the languages'],
  ])('is refused with words: %s %s', async (field, value, words) => {
    const { owner, merchantId } = await aShop();
    const shown = await save(owner, { displayName: 'Corner Café', [field]: value });

    expect(shown.status).toBe(422);
    expect(shown.text).toContain(`href="#${field}"`);
    expect(shown.text).toContain(words);
    expect(await changesOf(merchantId)).toEqual([]);
  });

  it('escapes a name that is markup', async () => {
    const { owner, secretKey } = await aShop();
    await save(owner, { displayName: '<img src=x onerror=alert(1)>' });
    const { text } = await aPage(secretKey);

    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain('<img src=x');
  });

  it('is changed by owners only, and seen by everybody in the team', async () => {
    const viewer = await office.as('viewer');
    const shown = await viewer.open(path);
    const { text } = await viewer.open('/dashboard/merchants');
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const refused = await viewer.post(path, { token, displayName: 'Mine' });

    expect(plain(shown)).toContain('An owner changes these settings.');
    expect(shown.text).not.toContain('action="/dashboard/test/settings"');
    expect(refused.status).toBe(403);
  });

  it('of one merchant does not touch another', async () => {
    const [one, other] = [await aShop('One Ltd'), await aShop('Other Ltd')];
    await save(one.owner, everything, picture(aPng(40, 40)));
    const { text } = await aPage(other.secretKey);
    const settings = await other.owner.open(path);

    expect(text).toContain('Other Ltd');
    expect(text).not.toMatch(/Corner|\/logos\//);
    expect(settings.text).not.toMatch(/Corner|\/logos\//);
  });

  it('is not set by a form that was opened for another merchant of the same person', async () => {
    const [one, other] = [await aShop('One Ltd'), await aShop('Other Ltd')];
    const { owner } = one;
    await office.app.database.asOwner(
      `INSERT INTO platform.memberships (user_id, merchant_id, role) SELECT id, $2, 'owner' FROM platform.users WHERE email = $1`,
      [one.email, other.merchantId],
    );
    const choose = async (merchantId: string) =>
      await owner.submit(await owner.open('/dashboard/merchants'), `/merchants/${showId('mer', merchantId)}`);
    await choose(one.merchantId);
    const stale = await owner.open(path);
    await choose(other.merchantId);
    const refused = await owner.upload(stale, '/settings', everything, {});
    const changes = [await changesOf(one.merchantId), await changesOf(other.merchantId)];
    const saved = await save(owner, everything);

    expect(refused.status).toBe(403);
    expect(refused.text).toContain(frameWords.errors.stale.title);
    expect(changes).toEqual([[], []]);
    expect(saved.path).toBe(`${path}?done=saved`);
    expect(await changesOf(one.merchantId)).toEqual([]);
    expect(await changesOf(other.merchantId)).toHaveLength(1);
  });
});

describe('a logo', () => {
  it('is served as a picture and nothing else, and kept by browsers for good', async () => {
    const { owner, secretKey } = await aShop();
    const content = aPng(48, 48);
    await save(owner, {}, picture(content, '"><script>.svg'));
    const address = logoIn((await aPage(secretKey)).text);
    const answer = await fetch(office.app.baseUrl + address);

    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it.each([
    [
      'logo.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'SVG is not taken',
    ],
    ['logo.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 'no PNG, JPEG or WebP'],
    ['logo.png', Buffer.concat([aPng(32, 32), Buffer.from('<script>')]), 'no PNG, JPEG or WebP'],
    ['logo.png', Buffer.concat([aPng(32, 32), Buffer.alloc(65_536)]), 'larger than 64 KB'],
    ['logo.png', aPng(1025, 16), '16 to 1024 pixels'],
    ['logo.png', aPng(32, 32, [['acTL', Buffer.alloc(8)]]), 'This picture moves'],
  ])('is refused with words, and nothing is saved: %s', async (name, content, words) => {
    const { owner, merchantId } = await aShop();
    const shown = await save(owner, { displayName: 'Corner Café' }, picture(content, name));

    expect(shown.status).toBe(422);
    expect(shown.text).toContain('href="#logo"');
    expect(shown.text).toContain(words);
    expect(shown.text).toContain('value="Corner Café"');
    expect(await changesOf(merchantId)).toEqual([]);
  });

  it('stays for another merchant who has the same, and is gone with the last one', async () => {
    const [one, other] = [await aShop(), await aShop()];
    const content = aPng(50, 25);
    await save(one.owner, {}, picture(content));
    await save(other.owner, {}, picture(content));
    const address = office.app.baseUrl + logoIn((await aPage(one.secretKey)).text);
    await save(one.owner, { removeLogo: 'yes' });
    const shared = await fetch(address);
    await save(other.owner, {}, picture(aPng(51, 25)));
    const gone = await fetch(address);

    expect(logoIn((await aPage(one.secretKey)).text)).toBe('');
    expect([shared.status, gone.status]).toEqual([200, 404]);
  });

  it.each(['x.png', `${'0'.repeat(64)}.png`, `${'0'.repeat(64)}.svg`, '..%2f..%2fetc%2fpasswd', '%E0%A4%A'])(
    'is not found: %s',
    async (name) => {
      const { status } = await fetch(`${office.app.baseUrl}/logos/${name}`);

      expect([400, 404]).toContain(status);
    },
  );

  it('is taken while five people have begun to send files and go on slowly', async () => {
    const slow = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { owner } = await aShop();
        const sent = request(`${office.app.baseUrl}${path}`, {
          method: 'POST',
          headers: {
            cookie: owner.cookie(),
            'sec-fetch-site': 'same-origin',
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': 100_000,
          },
        });
        sent.on('error', () => undefined);
        sent.write('--x\r\n');
        // The second form of a person is refused only once the first is being read.
        await expect
          .poll(() => save(owner, {}, picture(aPng(9, 9))))
          .toMatchObject({ status: 503, text: expect.stringContaining('Nothing was changed') });
        return sent;
      }),
    );
    const { owner } = await aShop();

    const saved = await save(owner, {}, picture(aPng(40, 40)));

    expect([saved.status, saved.path]).toEqual([200, `${path}?done=saved`]);
    for (const sent of slow) sent.destroy();
  });

  it('is judged while four people hold all the memory for files and send no more', async () => {
    const stalled = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { owner } = await aShop();
        const sent = request(`${office.app.baseUrl}${path}`, {
          method: 'POST',
          headers: {
            cookie: owner.cookie(),
            'sec-fetch-site': 'same-origin',
            'content-type': 'multipart/form-data; boundary=part-of-form',
            'content-length': 22_010_000,
          },
        });
        sent.on('error', () => undefined);
        await new Promise((written) => sent.write(Buffer.alloc(22_000_000), written));
        return sent;
      }),
    );
    const { owner } = await aShop();

    // Too large for a logo, and too much beside what the four have sent.
    const judged = await save(owner, {}, picture(Buffer.alloc(200_000)));

    expect(judged.status).toBe(422);
    for (const sent of stalled) sent.destroy();
  });

  it.each([
    ['is removed', 'DELETE FROM platform.memberships WHERE user_id = $1', 403],
    ['gets a smaller role', `UPDATE platform.memberships SET role = 'viewer' WHERE user_id = $1`, 403],
    ['is signed out', 'DELETE FROM platform.dashboard_sessions WHERE user_id = $1', 303],
  ])('changes nothing of a merchant whose member %s while it is sent', async (_, change, status) => {
    const { merchantId, owner, userId } = await aShop();
    const upload = await begunUpload(owner);
    await office.app.database.asOwner(change, [userId]);

    expect(await upload.end()).toBe(status);
    expect(await changesOf(merchantId)).toEqual([]);
  });

  it('changes the settings when it is sent in parts', async () => {
    const { merchantId, owner } = await aShop();
    const upload = await begunUpload(owner);

    expect(await upload.end()).toBe(303);
    expect(await changesOf(merchantId)).toHaveLength(1);
  });

  it.each([
    ['20 MiB of text', () => [aPart('name'), '%'.repeat(20 * 1024 * 1024), '\r\n']],
    ['100,000 texts', () => [`${aPart('other')}x\r\n`.repeat(100_000)]],
    ['100,000 files', () => [`${aPart('other"; filename="x')}x\r\n`.repeat(100_000)]],
    ['a part whose header does not end', () => ['--part-of-form\r\n', 'a: b\r\n'.repeat(1_000_000)]],
  ])('is not parsed with %s, which would stop all payments for seconds', async (_, rest) => {
    const { merchantId, owner } = await aShop();
    const token = /name="token" value="([^"]+)"/.exec((await owner.open(path)).text)?.[1] ?? '';
    const fields = Object.entries({ token, ...everything });
    const parts = fields.map(([name, value]) => `${aPart(name)}${value}\r\n`);
    const answer = await fetch(office.app.baseUrl + path, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        cookie: owner.cookie(),
        'sec-fetch-site': 'same-origin',
        'content-type': 'multipart/form-data; boundary=part-of-form',
      },
      body: [...parts, ...rest(), '--part-of-form--\r\n'].join(''),
    });

    expect(answer.status).toBe(413);
    expect(await changesOf(merchantId)).toEqual([]);
  });

  it('is found under the ending of its own type only', async () => {
    const { owner, secretKey } = await aShop();
    await save(owner, {}, picture(aPng(33, 33)));
    const address = logoIn((await aPage(secretKey)).text);

    expect((await fetch(office.app.baseUrl + address.replace('.png', '.jpg'))).status).toBe(404);
  });
});
