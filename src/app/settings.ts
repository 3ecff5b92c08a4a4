import { countingSettings } from './environment/counting.ts';
import { databaseSettings } from './environment/database.ts';
import type { Setting } from './environment/reader.ts';

const own = 'the service’s own address';
const ownOrRequired = `${own}; required in production`;

/** Every setting. A test compares the table in README.md with this list. */
export const settings = [
  ...databaseSettings,
  ...countingSettings,
  {
    name: 'DATA_DIR',
    fallback: '.data',
    meaning: 'Folder of the embedded database, the secret key, `demo.json` and the built documentation.',
  },
  {
    name: 'PORT',
    fallback: '3000',
    meaning:
      'Port of the HTTP server; 0 takes any free port. If it is taken, development uses the next free port and production fails.',
  },
  {
    name: 'HOST',
    otherwise: '`127.0.0.1,::1`; in production every address',
    meaning: 'Addresses to listen at, such as `0.0.0.0`; more than one with commas.',
  },
  {
    name: 'ADMIN_PORT',
    otherwise: 'none: no metrics are served',
    meaning:
      'Port of `/metrics`, for Prometheus; 0 takes any free port. See [Metrics](docs/operate/metrics.md).',
  },
  {
    name: 'ADMIN_HOST',
    fallback: '127.0.0.1',
    meaning:
      'Addresses to serve metrics at; more than one with commas. `0.0.0.0` in a container, whose network keeps strangers away.',
  },
  {
    name: 'CHECKOUT_URL',
    otherwise: ownOrRequired,
    meaning:
      'Public address before `/c/…` and `/test/c/…`, the checkout pages, without a path. In production `https`.',
  },
  {
    name: 'PAY_URL',
    otherwise: ownOrRequired,
    meaning:
      'Public address before `/p/…` and `/test/p/…`, the pages of links and invoices, without a path. In production `https`.',
  },
  {
    name: 'GATEWAYS',
    otherwise: 'none: the sandbox is simulated, and live mode takes no money',
    meaning:
      'File that names the payment providers and what goes to which, such as `gateways.yaml`. See [Gateways](docs/operate/gateways.md).',
  },
  {
    name: 'CALLBACK_URL',
    otherwise: `${own}; in production required if a provider calls back`,
    meaning: 'Public address before `/gateways/…`, where payment providers call back. In production `https`.',
  },
  {
    name: 'DASHBOARD_URL',
    otherwise: `${own}; in production no dashboard`,
    meaning:
      'Public address of the dashboard, with a host name that nothing else has and without a path. In production `https`.',
  },
  {
    name: 'SMTP_URL',
    otherwise:
      'mails are only kept, and shown at `/dashboard/outbox`; required in production for the dashboard',
    meaning:
      'Mail server for links to people of the dashboard, such as `smtps://user:password@mail.example.com`.',
    secret: 'password',
  },
  {
    name: 'MAIL_FROM',
    otherwise: 'required with `SMTP_URL`',
    meaning: 'Sender of mails, such as `Payments <payments@example.com>`.',
  },
  {
    name: 'SECRET_KEY',
    otherwise: 'generated once in `DATA_DIR/secret.key`; required with `DATABASE_URL`',
    meaning:
      'Encrypts webhook secrets, TOTP seeds and stored answers; the passwords of the roles are derived from it. 24 characters or more.',
    secret: 'whole',
  },
  {
    name: 'SECRET_KEYS_BESIDE',
    otherwise: 'none',
    meaning:
      'Further keys that open what is sealed, with commas, while the key is changed. See [A new SECRET_KEY](docs/operate/runbooks.md#a-new-secret_key).',
    secret: 'whole',
  },
  {
    name: 'TRUST_PROXY',
    otherwise: 'none; required in production',
    meaning:
      'Proxies whose `X-Forwarded-For` is trusted: their number, or their addresses. `none`, `0` or `false`: callers connect directly.',
  },
  {
    name: 'EGRESS_ALLOW',
    otherwise: '`127.0.0.0/8` with the embedded database, else none',
    meaning: 'Address ranges that webhooks may reach besides public ones. Refused in production.',
  },
  {
    name: 'EGRESS_PORTS',
    fallback: '443,8443',
    meaning: 'Ports that webhooks may reach at public addresses.',
  },
  {
    name: 'LANGUAGES',
    fallback: 'en',
    meaning:
      'Languages that the hosted pages are offered in, with commas: `en`, `fr`, `pt`. The first is the usual one. French and Portuguese are drafts until native speakers have reviewed them.',
  },
  {
    name: 'ROLE',
    fallback: 'all',
    meaning: 'What this process does: `all`, `api` (HTTP) or `worker` (jobs and webhooks).',
  },
  {
    name: 'RECONCILE_HOUR',
    fallback: '6',
    meaning:
      'From which hour of the day (UTC, 0 to 23) the statements of live gateways are fetched and compared with the ledger.',
  },
  {
    name: 'DRAIN_SECONDS',
    otherwise: '`5` in production, else `0`',
    meaning:
      'How long the service still takes requests after SIGTERM, while `/readyz` answers 503 and every answer closes its connection; at most 300.',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning:
      '`debug`, `info`, `warn`, `error`, `fatal` or `silent`. Health checks that succeed are logged as `debug`.',
  },
  { name: 'NODE_ENV', fallback: 'development', meaning: '`development`, `test` or `production`.' },
  { name: 'CHROMIUM_PATH', otherwise: 'the one from npm', meaning: 'The browser of the page tests.' },
] as const satisfies readonly Setting[];
