/** The service with one live rail to a simulated operator, as a process that a test may kill. Its only argument says with what. */
import { tmpdir } from 'node:os';
import { argv, stdout } from 'node:process';
import { startService } from '../../../src/app/service.ts';
import { openDatabases } from '../../../src/platform/db/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { liveOver, settingsFor } from './live-rail.ts';

type Given = {
  readonly url: string;
  readonly secretKey: string;
  readonly operator: { readonly address: string; readonly tokenAddress: string };
};

const { url, secretKey, operator }: Given = JSON.parse(argv[2] ?? '');
const service = await startService({
  databases: openDatabases({ url, secretKey, report: () => undefined, patience: 8 }),
  secrets: createSecrets(secretKey),
  log: createLog({ level: 'silent' }),
  dataDir: tmpdir(),
  port: 0,
  nextPort: false,
  role: 'all',
  addresses: {},
  egress: { allow: ['127.0.0.0/8'], ports: [443] },
  trustProxy: undefined,
  connectGateways: liveOver(settingsFor(operator, { timeoutSeconds: 20 })),
});
stdout.write(`${service.baseUrl}\n`);
