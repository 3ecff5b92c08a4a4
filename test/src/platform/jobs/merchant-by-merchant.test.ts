import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as clock from '../../../../src/platform/clock.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { merchantByMerchant } from '../../../../src/platform/jobs/merchant-by-merchant.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

it('lets merchants who fail rest, so that others who come after them get their turn', async () => {
  const [failing, healthy] = [Array.from({ length: 4 }, newId), newId()];
  const tried: string[] = [];
  const turn = () =>
    merchantByMerchant(database.databases.sandbox, {
      find: (_tx, resting) =>
        Promise.resolve(
          [...failing, healthy].filter((id) => !resting.includes(id)).map((id) => ({ merchant_id: id })),
        ),
      work: (_tx, merchantId) => {
        tried.push(merchantId);
        return failing.includes(merchantId)
          ? Promise.reject(new Error('their node is read-only'))
          : Promise.resolve([merchantId]);
      },
    });

  await expect(turn()).rejects.toThrow('their node is read-only');
  expect(await turn()).toEqual([healthy]);
  expect(await turn()).toEqual([healthy]);
  const triedOnce = [...tried];
  const later = clock.monotonicMs() + 6000;
  vi.spyOn(clock, 'monotonicMs').mockReturnValue(later);
  await expect(turn()).rejects.toThrow('their node is read-only');
  vi.restoreAllMocks();

  expect(triedOnce).toEqual([...failing, healthy, healthy]);
  expect(tried.slice(triedOnce.length)).toEqual(failing.slice(0, 3));
});
