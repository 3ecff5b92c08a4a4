import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { aCardCheckout } from '../support/builders/build.ts';
import { noteFigures } from '../support/faults/figures.ts';
import { type OpenLoad, openLoad } from '../support/faults/open-load.ts';
import { isWholeProfile } from '../support/faults/profile.ts';
import { openVictim, type Victim } from '../support/faults/victim.ts';
import { aShop } from '../support/service/a-shop.ts';

// Reliability, section 9: three times as many calls come as can be served. Writes take a set time in the database, so what can be served
// depends little on the machine and on what else it does. `npm run bench -- overload` measures the same without that delay.

const merchants = 24;
const writeSeconds = 0.2;
const seconds = isWholeProfile ? 30 : 6;
const rounds = isWholeProfile ? 1 : 3;

let service: Victim;
let load: Omit<OpenLoad, 'seconds'>;

beforeAll(async () => {
  service = await openVictim({}, { LOG_LEVEL: 'error' });
  const { platform } = service.databases();
  const keys: string[] = [];
  for (let made = 0; made < merchants; made += 1)
    keys.push((await createMerchant(platform, service.secrets, aShop)).secretKey);
  await service.delayWrites('BEFORE INSERT ON sandbox.checkouts FOR EACH ROW', writeSeconds);
  load = { url: service.baseUrl, keys, body: aCardCheckout(), warmUp: 1 };
});
afterAll(() => service?.close());

type Measured = Awaited<ReturnType<typeof openLoad>>;

const slowest = ({ served }: Measured) => served['create']?.p99 ?? Number.NaN;

async function overloaded(): Promise<{ able: Measured; quiet: Measured; over: Measured; after: Measured }> {
  const able = await openLoad({ ...load, callers: 16, seconds: 4 });
  const rate = able.servedPerSecond;
  const quiet = await openLoad({ ...load, rate: rate / 3, seconds });
  // It takes the service a second to know that this is no burst, and another two until nobody waits any more who came before.
  const over = await openLoad({ ...load, rate: 3 * rate, seconds: seconds + 3, warmUp: 3 });
  // After five seconds without a refusal, a burst is a burst again.
  const after = await openLoad({ ...load, rate: rate / 3, seconds: 6, warmUp: 3 });
  return { able, quiet, over, after };
}

/** Whether the promise was kept, in the words of the one that was not. */
function broken({ able, quiet, over, after }: Awaited<ReturnType<typeof overloaded>>): readonly string[] {
  const promises = {
    'nobody is refused while it is quiet': quiet.refused.count === 0,
    'more came than could be served': over.refused.count > over.all.count / 2,
    'who is admitted waits at most three times as long': slowest(over) <= 3 * slowest(quiet),
    'the others are told within 100 ms': over.refused.p50 <= 100,
    'as many are served as before': over.servedPerSecond >= 0.6 * able.servedPerSecond,
    'nobody is refused any more afterwards': after.refused.count === 0,
    'nothing else is answered': [able, quiet, over, after].every(
      ({ others }) => Object.keys(others).length === 0,
    ),
  };
  return Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : [promise]));
}

function summaryOf({ able, quiet, over }: Awaited<ReturnType<typeof overloaded>>) {
  return {
    offered_per_second: over.offeredPerSecond,
    served_per_second: over.servedPerSecond,
    able_to_serve_per_second: able.servedPerSecond,
    admitted_p99_ms: slowest(over),
    quiet_p99_ms: slowest(quiet),
    refused_p50_ms: over.refused.p50,
    refused_p99_ms: over.refused.p99,
  };
}

describe('three times as many calls as can be served', () => {
  it('delay those that are admitted little, and the others are told at once to come later', async (context) => {
    const missed: string[] = [];
    // A machine that does other things for a moment breaks a promise about time. One that is broken every time is broken.
    for (let round = 0; round < rounds; round += 1) {
      const measured = await overloaded();
      const found = broken(measured);
      noteFigures(context, summaryOf(measured));
      if (found.length === 0) return;
      missed.push(`${found.join(', ')}: ${JSON.stringify(measured)}`);
    }
    expect(missed).toEqual([]);
  });
});
