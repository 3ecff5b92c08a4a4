import { monotonicMs, now } from '../../../../platform/clock.ts';
import { currencies } from '../../amounts/currency.ts';
import type { RailCheck } from '../rail.ts';
import { readAmount } from './wire/amounts.ts';
import type { Answer, MobileMoneyClient } from './wire/client.ts';
import { readServiceStatus } from './wire/messages.ts';

/** The API's text wants stale requests refused; this much is never stale. */
const mostSkewMs = 60_000;

/**
 * Signs on, asks for the heartbeat and for the balance of each account, and says in words what is wrong. The first step that fails
 * is the last: what follows would fail for the same reason.
 */
export async function checkOperator(client: MobileMoneyClient): Promise<readonly RailCheck[]> {
  const done: RailCheck[] = [];
  const accounts = currencies.filter((currency) => client.settings.accounts[currency] !== undefined);
  const steps: readonly (readonly [string, () => Promise<Said>])[] = [
    ['sign-on', () => signOn(client)],
    ['heartbeat', () => heartbeat(client)],
    ...accounts.map((currency) => [`balance ${currency}`, () => balance(client, currency)] as const),
  ];
  for (const [step, ask] of steps) {
    const startedAt = monotonicMs();
    const { ok, words } = await ask();
    done.push({ step, ok, words, ms: Math.round(monotonicMs() - startedAt) });
    if (!ok) break;
  }
  return done;
}

type Said = { readonly ok: boolean; readonly words: string };

async function signOn(client: MobileMoneyClient): Promise<Said> {
  const { auth } = client.settings;
  if (auth?.type !== 'oauth') {
    const by = auth ? 'a user name and password' : 'the API key';
    return { ok: true, words: `each request carries ${by}` };
  }
  const { ok, code } = await client.signOn();
  if (ok) return { ok, words: 'the operator gave an access token' };
  if (/^(400|401|403)$/.test(code))
    return { ok, words: `the operator refuses the client id or its secret (${code})` };
  if (code === '404')
    return { ok, words: 'there are no access tokens at tokenAddress (404): check the address' };
  if (code === 'no-token') return { ok, words: 'the answer of tokenAddress is not an access token' };
  return { ok, words: `tokenAddress: ${wordsFor(code)}` };
}

async function heartbeat(client: MobileMoneyClient): Promise<Said> {
  const answer = await client.ask().get('/heartbeat');
  if (answer.kind !== 'done') return { ok: false, words: refusal(answer) };
  const status = readServiceStatus(answer.body);
  if (!status)
    return {
      ok: false,
      words:
        'this is not the Mobile Money API 1.2: the heartbeat has no serviceStatus. Check address and version',
    };
  const skew = skewMs(answer);
  if (skew !== undefined && Math.abs(skew) > mostSkewMs) {
    const seconds = Math.round(Math.abs(skew) / 1000);
    const side = skew > 0 ? 'behind' : 'ahead of';
    return { ok: false, words: `this machine’s clock is ${seconds} seconds ${side} the operator’s` };
  }
  if (status === 'unavailable')
    return { ok: false, words: 'the operator says that its service is unavailable' };
  return { ok: true, words: status === 'available' ? 'available' : 'available, but slow: degraded' };
}

async function balance(client: MobileMoneyClient, currency: (typeof currencies)[number]): Promise<Said> {
  const account = client.settings.accounts[currency];
  if (!account) return { ok: false, words: 'there is no account' };
  const answer = await client
    .ask()
    .get(`/accounts/${account.type}/${encodeURIComponent(account.id)}/balance`);
  if (answer.kind === 'refused' && answer.status === 404)
    return { ok: false, words: `the operator knows no account ${account.type} ${account.id}` };
  if (answer.kind !== 'done') return { ok: false, words: refusal(answer) };
  const read = new Map(Object.entries(answer.body ?? {}));
  const amount = read.get('availableBalance') ?? read.get('currentBalance');
  const stated = read.get('currency');
  if (stated !== undefined && stated !== currency)
    return { ok: false, words: `account ${account.id} is in ${String(stated)}, not in ${currency}` };
  if (readAmount(amount) === undefined) return { ok: false, words: 'the answer has no balance' };
  return { ok: true, words: `${String(amount)} ${currency} on ${account.type} ${account.id}` };
}

/** Positive: the operator's clock is ahead of ours. */
function skewMs({ headers }: Extract<Answer, { kind: 'done' }>): number | undefined {
  const said = headers['x-date'] ?? headers.date;
  const at = typeof said === 'string' ? Date.parse(said) : Number.NaN;
  return Number.isNaN(at) ? undefined : at - now().getTime();
}

function refusal(answer: Exclude<Answer, { kind: 'done' }>): string {
  if (answer.kind === 'silent') return wordsFor(answer.code);
  const { status, fault } = answer;
  if (status === 401) return `the operator refuses the credentials (401 ${fault.raw})`;
  return `the operator refuses the request (${status} ${fault.raw})`;
}

/** For what a system or TLS reports. Other codes are shown as they are. */
function wordsFor(code: string): string {
  const found = words.find(([pattern]) => pattern.test(code));
  return found ? `${found[1]} (${code})` : `no answer (${code})`;
}

const words: readonly (readonly [RegExp, string])[] = [
  [/^ENOTFOUND$|^EAI_/, 'the name of the address does not exist or cannot be resolved'],
  [/^ECONNREFUSED$/, 'nothing listens at the address'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'there is no way to the address from here'],
  [/^timeout$|^ETIMEDOUT$/, 'no answer in time'],
  [/^CERT_HAS_EXPIRED$/, 'the operator’s certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'the operator’s certificate is not valid yet: check this machine’s clock'],
  [/ALTNAME/, 'the operator’s certificate is for another name'],
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    'the operator’s certificate is signed by nobody we trust: set tls.ca',
  ],
  [
    /CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE/,
    'the operator wants a certificate of ours, or refuses it',
  ],
  [/^ERR_OSSL/, 'TLS cannot be set up: check tls.certificate and tls.key'],
  [
    /^EPROTO$/,
    'the address does not speak TLS as we do, or the operator wants a certificate of ours, or refuses it',
  ],
  [/^ERR_SSL/, 'the address does not speak TLS as we do'],
  [/^ECONNRESET$/, 'the operator cut the connection: perhaps it wants a certificate of ours, or refuses it'],
  [/^cut-off$/, 'the operator cut the connection'],
  [/^too-large$/, 'the answer is too large'],
  [/^status-404$/, 'there is no Mobile Money API 1.2 at the address: check path and version'],
  [/^(status-)?3/, 'the address answers with a redirect, which is not followed'],
  [/^(status-)?5/, 'the operator has a fault of its own'],
  [/^sign-on-/, 'the operator gave no access token'],
];
