import { isIP } from 'node:net';
import type { Reader } from './reader.ts';

// The settings about addresses: where the service listens, what its pages are called, whom it trusts and whom it calls.

type Network = Reader<
  | 'HOST'
  | 'ADMIN_PORT'
  | 'ADMIN_HOST'
  | 'CHECKOUT_URL'
  | 'PAY_URL'
  | 'CALLBACK_URL'
  | 'DASHBOARD_URL'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'TRUST_PROXY'
  | 'EGRESS_ALLOW'
>;
type Environment = 'development' | 'test' | 'production';
type Addresses = {
  readonly checkout?: string;
  readonly pay?: string;
  readonly callbacks?: string;
  readonly dashboard?: string;
};

const loopback = ['127.0.0.1', '::1'];

/** A service in development has a demo merchant and test keys, and is not meant for the network that the machine is in. */
export function readHosts(reader: Network, environment: Environment): readonly string[] {
  const hosts = reader.list('HOST');
  const none = environment === 'production' ? [] : loopback;
  return Object.freeze(hosts.length > 0 ? hosts : none);
}

type Admin = { readonly admin?: { readonly port: number; readonly hosts: readonly string[] } };

/** Metrics say how much the service earns and where it is weak: they are not served where callers are, and only if somebody asks. */
export function readAdmin(reader: Network): Admin {
  const said = reader.text('ADMIN_PORT');
  if (said === undefined) return {};
  const port = reader.wholeNumber('ADMIN_PORT', said, 0);
  return { admin: Object.freeze({ port, hosts: Object.freeze(reader.list('ADMIN_HOST')) }) };
}

export function readAddresses(reader: Network, environment: Environment): Addresses {
  const checkout = reader.webAddress('CHECKOUT_URL');
  const pay = reader.webAddress('PAY_URL');
  const callbacks = reader.webAddress('CALLBACK_URL');
  const dashboard = reader.webAddress('DASHBOARD_URL');
  requireRoot(reader, { CHECKOUT_URL: checkout, PAY_URL: pay, DASHBOARD_URL: dashboard });
  if (environment === 'production') {
    requireHttps(reader, 'CHECKOUT_URL', checkout ?? '');
    requireHttps(reader, 'PAY_URL', pay ?? '');
    if (callbacks !== undefined) requireHttps(reader, 'CALLBACK_URL', callbacks);
    if (dashboard !== undefined) requireHttps(reader, 'DASHBOARD_URL', dashboard);
    requireOwnHost(reader, dashboard, { CHECKOUT_URL: checkout, PAY_URL: pay });
  }
  return Object.freeze({
    ...(checkout && { checkout }),
    ...(pay && { pay }),
    ...(callbacks && { callbacks }),
    ...(dashboard && { dashboard }),
  });
}

/** The forms of the pages lead to the root of their host: with a path, they would hand cards and passwords to what else is there. */
function requireRoot(reader: Network, pages: Readonly<Record<string, string | undefined>>): void {
  for (const [name, address] of Object.entries(pages)) {
    const path = URL.parse(address ?? '')?.pathname ?? '/';
    if (path !== '/')
      reader.problems.push(
        `${name} is "${address}". Its pages are at the root of their host: leave out the path ${path}.`,
      );
  }
}

/** The default address, http://localhost, would lead customers nowhere. */
function requireHttps(reader: Network, name: string, address: string): void {
  if (address.startsWith('https:')) return;
  const found = address === '' ? 'missing' : `"${address}"`;
  reader.problems.push(
    `${name} is ${found}. In production it must be the public address, such as https://pay.example.com.`,
  );
}

/** A browser sends a cookie to all ports of a host name. That of the dashboard must not reach a page where cards are typed. */
function requireOwnHost(
  reader: Network,
  dashboard: string | undefined,
  pages: Readonly<Record<string, string | undefined>>,
): void {
  const own = hostNameOf(dashboard);
  const shared = Object.keys(pages).filter((name) => own !== undefined && hostNameOf(pages[name]) === own);
  if (shared.length === 0) return;
  reader.problems.push(
    `DASHBOARD_URL has the host name of ${shared.join(' and ')}. In production the dashboard needs a host name that nothing else has, such as https://dashboard.example.com.`,
  );
}

/** Of a web address; a cookie goes to all ports of it. */
export const hostNameOf = (address = ''): string | undefined => URL.parse(address)?.hostname;

type Mail = { readonly mail?: { readonly url: string; readonly from: string } };

/** With half an address, servers refuse each mail, and nobody hears of it before a person waits for one. */
const endsInAddress = /[^\s<>@]@[^\s<>@]+>?\s*$/;

/** @param isNeeded people get links by mail, so a dashboard in production cannot do without */
export function readMail(reader: Network, isNeeded: boolean): Mail {
  const [url, from] = [reader.text('SMTP_URL'), reader.text('MAIL_FROM')];
  const example = 'such as smtps://user:password@mail.example.com';
  if (url === undefined) {
    if (isNeeded) reader.problems.push(`SMTP_URL is missing. The dashboard needs a mail server, ${example}.`);
    return {};
  }
  if (!['smtp:', 'smtps:'].includes(URL.parse(url)?.protocol ?? ''))
    reader.problems.push(`SMTP_URL is not the address of a mail server, ${example}.`);
  if (from === undefined || !endsInAddress.test(from))
    reader.problems.push(
      `MAIL_FROM ${from === undefined ? 'is missing' : 'ends in no address'}. Say who sends mails, such as Payments <payments@example.com>.`,
    );
  return { mail: { url, from: from ?? '' } };
}

const noProxy = ['none', 'false'];

/** Refuses `true`: callers could then choose their own address, and with it their own rate limit. */
export function readTrustProxy(reader: Network, environment: Environment): number | string | undefined {
  const parts = reader.list('TRUST_PROXY');
  const [first] = parts;
  if (first === undefined) {
    // Behind a proxy that is not trusted, all callers would share one address and its rate limit.
    if (environment === 'production')
      reader.problems.push(
        'TRUST_PROXY is missing. In production, say how many proxies stand before the service, or "none".',
      );
    return undefined;
  }
  if (parts.length === 1 && noProxy.includes(first)) return 0;
  if (parts.length === 1 && /^\d{1,2}$/.test(first)) return Number(first);
  const wrong = parts.filter((part) => !isProxy(part));
  for (const part of wrong) {
    reader.problems.push(
      `TRUST_PROXY has "${part}". It takes the number of proxies, addresses such as 10.0.0.0/8, loopback, or none.`,
    );
  }
  return parts.join(',');
}

function isProxy(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isIP(text) !== 0 || isRange(text);
}

function isRange(text: string): boolean {
  const [address = '', bits = ''] = text.split('/', 2);
  const family = isIP(address);
  return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

export function readEgressAllow(
  reader: Network,
  environment: Environment,
  embedded: boolean,
): readonly string[] {
  const said = reader.list('EGRESS_ALLOW');
  const wrong = said.filter((range) => !isRange(range));
  for (const range of wrong)
    reader.problems.push(`EGRESS_ALLOW has "${range}". It takes a list of ranges such as 10.0.0.0/8.`);
  if (environment === 'production') {
    if (said.length > 0)
      reader.problems.push(
        'EGRESS_ALLOW is set. In production, webhooks may reach public addresses only: unset it.',
      );
    return Object.freeze([]);
  }
  const none = embedded ? ['127.0.0.0/8'] : [];
  return Object.freeze(said.length > 0 ? said : none);
}
