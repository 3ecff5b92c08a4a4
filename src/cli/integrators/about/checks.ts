import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect } from 'node:tls';
import { monotonicMs, now } from '../../../platform/clock.ts';
import { Failure } from '../../support/print.ts';
import { type Access, maskedKey } from '../access/access.ts';
import { reasonOf } from '../access/call.ts';
import { profileOf } from '../access/expected.ts';
import { fieldsOf, profilesFile } from '../access/profiles.ts';

type Check = {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly found: string;
  readonly next?: string;
};

/** In these, `styleText` looks at its stream. Older ones do not have it, or colour what goes into a file. */
export const nodes = '^20.18 || >=22.8';

export function checkNode(node: string = process.versions.node): Check {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const fits = major > 22 || (major === 22 && minor >= 8) || (major === 20 && minor >= 18);
  return {
    check: 'node',
    state: fits ? 'ok' : 'failed',
    found: node,
    next: 'Install Node 22.8 or newer.',
  };
}

/** Nobody else may read the keys. */
export function checkFile(): Check[] {
  const file = profilesFile();
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return [];
  const open = (mode & 0o077) !== 0;
  return [
    {
      check: 'profiles',
      state: open ? 'failed' : 'ok',
      found: file,
      next: `Others can read your keys: chmod 600 ${file}`,
    },
  ];
}

/** As the service refuses signatures and one-time codes by. */
const worstSkewSeconds = 300;
const muchSkewSeconds = 30;

export async function checkAddress({ baseUrl }: Access): Promise<Check[]> {
  const startedMs = monotonicMs();
  try {
    const answer = await fetch(`${baseUrl}/healthz`, {
      signal: AbortSignal.timeout(10_000),
      redirect: 'manual',
    });
    const tookMs = Math.round(monotonicMs() - startedMs);
    const state = answer.ok ? 'ok' : 'failed';
    const there: Check = {
      check: 'address',
      state,
      found: `${baseUrl} answers ${answer.status} in ${tookMs} ms`,
      next: 'Is this the address of the service? mps login --base-url …',
    };
    return [there, clockCheck(answer.headers.get('date'))];
  } catch (error) {
    const next = `Start the service, or name another address: --base-url, MPS_BASE_URL`;
    return [{ check: 'address', state: 'failed', found: `${baseUrl}: ${reasonOf(error)}`, next }];
  }
}

function clockCheck(date: string | null): Check {
  if (date === null) return { check: 'clock', state: 'warning', found: 'the service says no time' };
  const skew = Math.round((now().getTime() - Date.parse(date)) / 1000);
  const far = Math.abs(skew);
  const state = far > worstSkewSeconds ? 'failed' : far > muchSkewSeconds ? 'warning' : 'ok';
  const next = 'Set the clock of this machine: signatures older than 300 s are refused.';
  return { check: 'clock', state, found: `${far} s ${skew < 0 ? 'behind' : 'ahead'}`, next };
}

const soonDays = 14;

/** The certificate of a public address, and how long it lasts. */
export async function checkTls(baseUrl: string): Promise<Check[]> {
  const url = new URL(baseUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:')
    return isLocal
      ? []
      : [{ check: 'tls', state: 'failed', found: 'http', next: 'Keys travel in the open: use https.' }];
  const socket = connect({
    host: url.hostname,
    port: Number(url.port || 443),
    servername: url.hostname,
    timeout: 10_000,
  });
  try {
    await once(socket, 'secureConnect');
    const ends = Date.parse(socket.getPeerCertificate().valid_to);
    const days = Math.floor((ends - now().getTime()) / 86_400_000);
    const found = `${socket.getProtocol() ?? 'TLS'}, the certificate lasts ${days} days`;
    return [
      { check: 'tls', state: days < soonDays ? 'warning' : 'ok', found, next: 'Renew the certificate.' },
    ];
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return [
      {
        check: 'tls',
        state: 'failed',
        found,
        next: 'The certificate is not trusted: look at its name, chain and end.',
      },
    ];
  } finally {
    socket.destroy();
  }
}

export async function checkKey(access: Access): Promise<Check[]> {
  try {
    const profile = await profileOf(access);
    const app = fieldsOf(profile['app']);
    const found = `${maskedKey(access.key)} of ${String(profile['business_name'])}, ${String(app['mode'])}, from ${access.from}`;
    return [{ check: 'key', state: 'ok', found }, webhookCheck(app['webhook_url'], access)];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [
      {
        check: 'key',
        state: 'failed',
        found: error.message.split('\n')[0] ?? '',
        next: 'Sign in: mps login',
      },
    ];
  }
}

function webhookCheck(url: unknown, { isLive }: Access): Check {
  if (typeof url !== 'string')
    return {
      check: 'webhook',
      state: 'warning',
      found: 'no URL',
      next: 'Receive events here: mps listen. Or set a URL in the dashboard, under Apps.',
    };
  const isOpen = isLive && !url.startsWith('https:');
  return {
    check: 'webhook',
    state: isOpen ? 'failed' : 'ok',
    found: url,
    next: 'Use an https address: events travel in the open.',
  };
}
