import { readConfig, secretKeyOf } from '../../../src/app/config.ts';
import { startService } from '../../../src/app/service.ts';
import { openDatabases } from '../../../src/platform/db/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { liveAcquirer } from './live-acquirer.ts';

// The service in a process of its own, which a test may kill, with an acquirer in live. The last argument is the acquirer's settings.
const config = await readConfig();
const secretKey = secretKeyOf(config);
const databases = openDatabases({
  url: config.database?.url ?? '',
  secretKey,
  report: () => undefined,
  patience: 8,
});
const { baseUrl } = await startService({
  ...config,
  databases,
  secrets: createSecrets(secretKey),
  log: createLog({ level: 'warn', readable: false }),
  nextPort: false,
  connectGateways: liveAcquirer(JSON.parse(process.argv.at(-1) ?? '')),
});
process.stdout.write(`listening at ${baseUrl}\n`);
