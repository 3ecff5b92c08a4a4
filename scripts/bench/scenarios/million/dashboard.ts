import { setOwner } from '../../../../src/domain/people/team/owners.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { type Client, clientOf } from '../../../../test/src/pages/dashboard/client.ts';
import { type Figure, quantile } from '../../measure/figures.ts';
import { type Bench, type Scenario, withService } from '../../measure/scenario.ts';
import { fillHistory } from '../../testbed/history.ts';
import { output } from '../../testbed/processes.ts';

const many = 1_000_000;
const rounds = 20;
const person = { email: 'bench@people.test', name: 'Bench', password: 'nine words that nobody else chose' };

/** The screens that read payments, balances or events, each with what a merchant looks for there. */
const screens: Readonly<Record<string, readonly string[]>> = {
  overview: [''],
  'volume chart': ['/charts/volume.svg?currency=USD'],
  payments: [
    '/payments',
    '/payments?status=failed',
    '/payments?status=pending',
    '/payments?search=order-512345',
    '/payments?search=nothing-there',
  ],
  refunds: ['/payments/refunds'],
  balance: ['/balance', '/balance/explain?bucket=available&currency=USD', '/balance/journal'],
  events: ['/events', '/events?type=payment.capture.completed'],
};

export const dashboard: Scenario = {
  name: 'dashboard',
  about: 'first answers of the screens, and the download, of a merchant with a million transactions',
  run: async (bench) => {
    const merchant = await bench.testbed.aMerchant();
    await setOwner(bench.testbed.databases.platform, {
      ...person,
      merchantId: merchantId(merchant.merchantId),
    });
    bench.say(`dashboard: inserting ${many} payments`);
    await fillHistory(bench.testbed, merchant, many);
    return withService(bench, async ({ baseUrl, pid }) => {
      const client = clientOf(baseUrl);
      await client.signIn(person.email, person.password);
      const figures = await figuresOf(bench, client);
      return [...figures, ...(await download(client, pid))];
    });
  },
};

async function figuresOf({ say }: Bench, client: Client): Promise<Figure[]> {
  const { text } = await client.open('/dashboard/test/payments');
  const [, payment = ''] = /href="\/dashboard\/test(\/payments\/txn_[^"/]+)"/.exec(text) ?? [];
  const figures: Figure[] = [];
  for (const [screen, paths] of Object.entries({ ...screens, payment: [payment] })) {
    const took: number[] = [];
    for (const path of paths) {
      const own: number[] = [];
      for (let round = 0; round < rounds; round += 1) own.push(await timed(client, path));
      say(
        `dashboard: ${path || '/'}: p95 ${quantile(own, 0.95).toFixed(1)} ms, first ${own[0]?.toFixed(1)} ms`,
      );
      took.push(...own);
    }
    figures.push({
      id: 'dash',
      what: `p95 of ${screen}`,
      values: [quantile(took, 0.95)],
      goal: { atMost: 100 },
      unit: 'ms',
      about: `${took.length} answers, median ${quantile(took, 0.5).toFixed(1)} ms`,
    });
  }
  return figures;
}

async function timed(client: Client, path: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await client.open(`/dashboard/test${path}`);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return performance.now() - startedAt;
}

/** Downloads all payments, and watches the memory of the service meanwhile. */
async function download(client: Client, pid: number): Promise<Figure[]> {
  const resident = async () => Number(await output('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
  const startedAt = performance.now();
  const answer = await fetch(`${client.baseUrl}/dashboard/test/payments.csv`, {
    headers: { cookie: client.cookie() },
  });
  const samples: number[] = [];
  let [lines, seen] = [0, 0];
  for await (const chunk of answer.body ?? []) {
    for (const byte of chunk) if (byte === 10) lines += 1;
    if (lines - seen < many / 20) continue;
    seen = lines;
    samples.push(await resident());
  }
  const half = Math.floor(samples.length / 2);
  const [early, late] = [Math.max(...samples.slice(0, half)), Math.max(...samples.slice(half))];
  const seconds = (performance.now() - startedAt) / 1000;
  const about = `${lines} lines in ${seconds.toFixed(0)} s; at most ${early.toFixed(0)} MB in the first half, ${late.toFixed(0)} MB in the second`;
  return [
    { id: 'dash', what: 'lines of the CSV', values: [lines], goal: { atLeast: many }, unit: 'lines', about },
    {
      id: 'dash',
      what: 'memory of its second half against the first',
      values: [late / early],
      goal: { atMost: 1.1 },
      unit: 'x',
      about,
    },
  ];
}
