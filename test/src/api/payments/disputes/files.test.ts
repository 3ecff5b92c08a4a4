import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { operations } from '../../../../../generated/operations.ts';
import { beginFile, removeDroppedFile } from '../../../../../src/domain/payments/disputes/add-file.ts';
import { writeContent } from '../../../../../src/domain/payments/disputes/file-queries.ts';
import { fingerprintOf } from '../../../../../src/engine/calls/once.ts';
import type { Act } from '../../../../../src/engine/context.ts';
import { readId, showId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant } from '../../../../support/builders/act.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { disputed, disputeOf, files, submit, upload } from '../../../../support/builders/disputes.ts';
import { runAgain } from '../../../../support/builders/inside.ts';
import { soon } from '../../../../support/checks/soon.ts';

let place: Place;
let shop: Shop;
let id: string;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place);
  ({ id } = await disputed(shop));
});

const mostBytes = 5 * 1024 * 1024;
const read = (file_id: string, of = shop) => of.api('getDisputeFile', { params: { id, file_id } });
const remove = (file_id: string) => shop.api('deleteDisputeFile', { params: { id, file_id } });
const stored = async () => {
  const tables = ['dispute_files', 'file_contents'].map(
    (table) => `SELECT FROM sandbox.${table} WHERE merchant_id = $1`,
  );
  const counts = await Promise.all(
    tables.map((text) => place.database.asOwner(text, [shop.merchant.merchantId])),
  );
  return counts.map(({ length }) => length);
};

describe('a file of evidence', () => {
  it.each([
    ['application/pdf', files.pdf],
    ['image/png', files.png],
    ['image/jpeg', files.jpeg],
  ] as const)('of type %s is known by its content, and read back byte for byte', async (type, content) => {
    const uploaded = await upload(shop, id, content, 'delivery.txt');

    const facts = {
      name: 'delivery.txt',
      type,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    };
    expect(uploaded).toMatchObject({ status: 201, data: facts });
    expect((await disputeOf(shop, id)).files).toEqual([uploaded.data]);
    const { data } = await read(uploaded.data.id);
    expect(data).toEqual({ ...uploaded.data, content: content.toString('base64') });
  });

  it('may have 5 MiB, and not a byte more', async () => {
    const most = Buffer.concat([files.pdf, randomBytes(mostBytes - files.pdf.length)]);

    const uploaded = await upload(shop, id, most);
    const larger = await upload(shop, id, Buffer.concat([most, Buffer.from('.')]));

    expect(uploaded).toMatchObject({ status: 201, data: { size: mostBytes } });
    const { content } = (await read(uploaded.data.id)).data;
    expect(Buffer.from(content, 'base64').equals(most)).toBe(true);
    expect(larger).toMatchObject({ status: 409, code: 'FILE_NOT_SUPPORTED' });
    expect((await disputeOf(shop, id)).files).toHaveLength(1);
  });

  it('makes a body of at most 7 MiB, while other calls take as little as ever', async () => {
    const large = Buffer.alloc(5.6 * 1024 * 1024);
    const text = 'x'.repeat(300 * 1024);

    const file = await upload(shop, id, large);
    const words = await shop.api('submitDisputeEvidence', { params: { id }, body: { evidence: text } });

    expect(file).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    expect(words).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });

  it.each([
    ['a GIF', Buffer.from('GIF89a')],
    ['a script', Buffer.from('<script>')],
    ['a PDF that begins late', Buffer.from(' %PDF-1.4')],
    ['half a PNG', files.png.subarray(0, 7)],
  ])('is refused if it is %s, whatever its name', async (_what, content) => {
    expect(await upload(shop, id, content, 'a.pdf')).toMatchObject({
      status: 409,
      code: 'FILE_NOT_SUPPORTED',
    });
    expect(await stored()).toEqual([0, 0]);
  });

  it.each([
    ['line breaks, as Base64.encode64 of Ruby makes', 'JVBERi0x\nLjQK\n'],
    ['the letters of URLs', 'JVBERi0x_-4K'],
  ])('is told which base64 to send, instead of one with %s', async (_what, content) => {
    const refused = await shop.api('uploadDisputeFile', {
      params: { id },
      body: { name: 'a.pdf', content },
    });

    expect(refused.body).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ message: 'must be standard base64 (not URL-safe), without line breaks, and not empty' }],
    });
  });

  it('is one of ten at most, however many are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => upload(shop, id, files.png)));

    const codes = answers.map(({ status, code }) => code || String(status)).toSorted();
    expect(codes).toEqual([...Array(10).fill('201'), ...Array(4).fill('TOO_MANY_FILES')]);
    expect((await disputeOf(shop, id)).files).toHaveLength(10);
    // Those of other disputes do not count.
    expect((await upload(shop, (await disputed(shop)).id, files.png)).status).toBe(201);
  });

  it('is stored once with one Idempotency-Key', async () => {
    const body = { name: 'a.png', content: files.png.toString('base64') };
    const asking = { params: { id }, body, headers: { 'idempotency-key': 'photo-1' } };

    const [first, again] = [
      await shop.api('uploadDisputeFile', asking),
      await shop.api('uploadDisputeFile', asking),
    ];

    expect(again.data).toEqual(first.data);
    expect((await disputeOf(shop, id)).files).toHaveLength(1);
  });

  it('can be deleted until the evidence is submitted, and its bytes are gone', async () => {
    const [first, second] = [await upload(shop, id, files.pdf), await upload(shop, id, files.png)];

    expect(await remove(first.data.id)).toMatchObject({ status: 200, data: { deleted: true } });
    expect(await remove(first.data.id)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await read(first.data.id)).toMatchObject({ status: 404 });
    await submit(shop, id);

    expect(await remove(second.data.id)).toMatchObject({ status: 409, code: 'DISPUTE_CLOSED' });
    expect(await upload(shop, id, files.pdf)).toMatchObject({ status: 409, code: 'DISPUTE_CLOSED' });
    expect((await disputeOf(shop, id)).files).toEqual([second.data]);
    await soon(async () => expect(await stored()).toEqual([1, 1]));
  });

  it('that is deleted is no evidence and takes no place from then on, while a job removes its bytes', async () => {
    const uploads = await Promise.all(Array.from({ length: 10 }, () => upload(shop, id, files.png)));
    const [deleted, ...others] = uploads.map(({ data }) => data.id).toSorted();
    const { files: store } = place.service.contexts.sandbox;
    const removeBytes = store.remove;
    const shown = Promise.withResolvers<void>();
    vi.spyOn(store, 'remove').mockImplementation(async (...about) => {
      await shown.promise;
      await removeBytes(...about);
    });

    await remove(deleted ?? '');
    const evidence = (await disputeOf(shop, id)).files.map((file) => file.id);
    const another = await upload(shop, id, files.pdf);
    shown.resolve();

    expect(evidence).toEqual(others);
    expect(another.status).toBe(201);
    await soon(async () => expect(await stored()).toEqual([10, 10]));
  });

  it('is of its merchant and of its dispute alone', async () => {
    const { data } = await upload(shop, id, files.png);
    const other = await disputed(shop);

    expect(await read(data.id, await openShop(place))).toMatchObject({ status: 404 });
    const elsewhere = { params: { id: other.id, file_id: data.id } };
    expect(await shop.api('getDisputeFile', elsewhere)).toMatchObject({ status: 404 });
    expect(await shop.api('deleteDisputeFile', elsewhere)).toMatchObject({ status: 404 });
  });

  describe('whose upload died before its bytes were stored', () => {
    const body = { name: 'a.png', content: files.png.toString('base64') };

    /** What the process left, and the call that repeats its request. */
    async function anUploadThatWasLost() {
      const disputeId = readId('dsp', id);
      const begin = (act: Act) => beginFile(act, { disputeId, ...body });
      const { id: fileId } = await asMerchant(place, shop.merchant, begin);
      const { method, path } = operations.uploadDisputeFile;
      await place.database.asOwner(
        `INSERT INTO sandbox.idempotency_keys (merchant_id, method, path, key, fingerprint, state, intention_id, lease_until, expires_at)
          VALUES ($1, $2, $3, 'photo-1', $4, 'started', $5, now(), now() + interval '1 day')`,
        [
          shop.merchant.merchantId,
          method,
          path.replace('{id}', id),
          fingerprintOf(place.secrets, JSON.stringify(body)),
          fileId,
        ],
      );
      const headers = { 'idempotency-key': 'photo-1' };
      return { fileId, repeat: () => shop.api('uploadDisputeFile', { params: { id }, body, headers }) };
    }

    it('is stored when the call is repeated, as long as its key is known', async () => {
      const { fileId, repeat } = await anUploadThatWasLost();

      await turnClock(shop.api, 24 * 3600);
      const repeated = await repeat();
      await turnClock(shop.api, 24 * 3600);

      expect(repeated).toMatchObject({ status: 201, data: { id: showId('file', fileId) } });
      expect((await read(repeated.data.id)).data.content).toBe(body.content);
    });

    it('is stored when the call is repeated although its bytes were stored before it died', async () => {
      const { fileId, repeat } = await anUploadThatWasLost();
      await asMerchant(place, shop.merchant, ({ tx, merchant }) =>
        writeContent(tx, merchant.id, fileId, files.png),
      );

      const repeated = await repeat();

      expect(repeated.status).toBe(201);
      expect((await read(repeated.data.id)).data.content).toBe(body.content);
    });

    it('keeps the place of another file for an hour at most', async () => {
      const begin = (act: Act) => beginFile(act, { disputeId: readId('dsp', id), ...body });
      for (let lost = 0; lost < 10; lost += 1) await asMerchant(place, shop.merchant, begin);

      const full = await upload(shop, id, files.png);
      await turnClock(shop.api, 3600);
      const later = await upload(shop, id, files.png);

      expect([full.code, later.status]).toEqual(['TOO_MANY_FILES', 201]);
    });

    it('is removed an hour after its key is forgotten', async () => {
      await anUploadThatWasLost();

      await turnClock(shop.api, 25 * 3600 - 60);
      const before = await stored();
      await turnClock(shop.api, 61);

      expect([before, await stored()]).toEqual([
        [1, 0],
        [0, 0],
      ]);
    });

    it.each(['before', 'after'])(
      'is refused just %s a job removes its bytes, and nothing of it is left',
      async (when) => {
        const { fileId, repeat } = await anUploadThatWasLost();
        const { files: store } = place.service.contexts.sandbox;
        const removeBytes = store.remove;
        const [begun, repeated] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        vi.spyOn(store, 'remove').mockImplementation(async (...about) => {
          if (when === 'after') await removeBytes(...about);
          begun.resolve();
          await repeated.promise;
          if (when === 'before') await removeBytes(...about);
        });

        const turned = turnClock(shop.api, 25 * 3600);
        await begun.promise;
        const late = await repeat();
        repeated.resolve();
        await turned;

        expect(late).toMatchObject({ status: 404, code: 'NOT_FOUND' });
        expect(await stored()).toEqual([0, 0]);
        expect(await read(showId('file', fileId))).toMatchObject({ status: 404 });
      },
    );

    it('is removed with the bytes that a call is just writing', async () => {
      const { fileId } = await anUploadThatWasLost();
      const waits = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'dispute_files'`;

      const removing = await asMerchant(place, shop.merchant, async ({ ctx, tx, merchant }) => {
        await writeContent(tx, merchant.id, fileId, files.png);
        const asked = removeDroppedFile.ask(ctx, merchant, { fileId });
        await expect
          .poll(async () => (await place.database.asOwner(waits)).length, { timeout: 10_000 })
          .toBe(1);
        return { asked };
      });

      expect(await removing.asked).toBe(true);
      expect(await stored()).toEqual([1, 0]);
    });

    it('stays if the job finds that it was stored in the meantime', async () => {
      const { fileId, repeat } = await anUploadThatWasLost();
      await repeat();

      await runAgain(place, shop.merchant, 'disputes.drop-file', { fileId });
      await turnClock(shop.api, 1);

      expect(await stored()).toEqual([1, 1]);
    });
  });

  it('is gone after a reset of the sandbox', async () => {
    await upload(shop, id, files.png);

    await shop.api('resetSandbox');

    expect(await stored()).toEqual([0, 0]);
    expect(await read('file_0199c2b9d4037e5c9d01b2c3d4e5f607')).toMatchObject({ status: 404 });
  });
});
