import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Scenario } from '../measure/scenario.ts';
import { fillHistory } from '../testbed/history.ts';
import { environment } from '../testbed/processes.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { asOwner } from '../testbed/transactions.ts';

const many = 1_000_000;

/** A line of another amount than was posted: neither its journal nor its account adds up. */
const damage = `UPDATE sandbox.ledger_entries SET amount = amount + 1 WHERE merchant_id = $1 AND number = 777777 AND code = 'fees'`;

export const audit: Scenario = {
  name: 'audit',
  about: 'mps ledger audit on a million payments, sound and with one broken line',
  run: async ({ testbed, say }) => {
    const merchant = await testbed.aMerchant();
    say(`audit: inserting ${many} payments with their journals and events`);
    await fillHistory(testbed, merchant, many);
    const sound = await audited(testbed);
    say(`audit: exit code ${sound.exitCode}: ${sound.words}`);
    await asOwner(testbed, async (client) => {
      await client.query('SET session_replication_role = replica');
      await client.query(damage, [merchant.merchantId]);
    });
    const broken = await audited(testbed);
    say(`audit: with a broken line, exit code ${broken.exitCode}: ${broken.data}`);
    if (sound.exitCode !== 0 || broken.exitCode !== 8 || !broken.data.includes('journal 777777'))
      throw new Error('the audit did not tell a sound ledger from a broken one');
    const about = `exit code ${sound.exitCode}, then ${broken.exitCode} with one broken line of ${many} payments`;
    return [
      {
        id: 'audit',
        what: 'audit of 10^6 payments',
        values: [sound.seconds],
        goal: { atMost: 180 },
        unit: 's',
        about,
      },
      {
        id: 'audit',
        what: 'peak memory of the audit',
        values: [sound.peakMb],
        goal: { atMost: 250 },
        unit: 'MB',
        about,
      },
    ];
  },
};

async function audited({ dataDir }: Testbed) {
  const startedAt = performance.now();
  const env = { ...environment(), DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['src/cli/index.mjs', 'ledger', 'audit'], { env });
  let [data, words, peakMb] = ['', '', 0];
  child.stdout.on('data', (part) => (data += String(part)));
  child.stderr.on('data', (part) => (words += String(part)));
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid));
  }, 200);
  await once(child, 'close');
  clearInterval(sampling);
  const lastWords = words.trimEnd().split('\n').at(-1) ?? '';
  return {
    exitCode: child.exitCode,
    data,
    words: lastWords,
    peakMb,
    seconds: (performance.now() - startedAt) / 1000,
  };
}

/** The most memory that the process ever had, as Linux counts it; 0 elsewhere. */
function peakOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}
