import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isPrivate } from '../../../../platform/http/public-address.ts';
import type { FieldLayout } from '../../../../platform/iso8583/layout.ts';
import type { CodeTable } from './response-codes.ts';

/** What an entry with `rail: iso8583` says. `settings-schema.ts` explains each of them. */
export type AcquirerSettings = {
  readonly address: string;
  readonly tls?: {
    readonly ca?: string;
    readonly certificate?: string;
    readonly key?: string;
    readonly server_name?: string;
  };
  readonly layout: {
    readonly preset: 'ascii' | 'bcd';
    readonly length_header?: 'binary' | 'ascii' | 'bcd';
    readonly header?: string;
    readonly bitmap?: 'binary' | 'hex';
    readonly fields?: Readonly<Record<string, FieldLayout>>;
    readonly mac?: { readonly algorithm: 'x9.19' | 'hmac-sha256'; readonly key: string };
    readonly longest?: number;
  };
  readonly terminal: string;
  readonly acceptor: string;
  readonly acceptor_name?: string;
  readonly acquirer_ids?: { readonly card?: string; readonly domestic_switch?: string };
  readonly processing_codes?: {
    readonly card?: string;
    readonly domestic_switch?: string;
    readonly reader?: string;
  };
  readonly fields?: { readonly ksn?: number; readonly cvv?: number; readonly original_reference?: number };
  readonly response_codes?: CodeTable;
  readonly utc_offset?: string;
  readonly sign_on?: boolean;
  readonly connect_ms?: number;
  readonly answer_ms?: number;
  readonly reversal_ms?: number;
  readonly idle_ms?: number;
  readonly most_outstanding?: number;
};

/** Host and port of the address, and whether it is reached by TLS. */
export function placeOf({ address }: Pick<AcquirerSettings, 'address'>) {
  const { protocol, hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), isPlain: protocol === 'tcp:' };
}

/**
 * Refuses what the schema cannot judge.
 *
 * @throws Error with words for whoever wrote the file
 */
export function refuseUnfit(settings: AcquirerSettings): void {
  refuseOpenAddress(settings);
  refuseShortKey(settings);
  refuseOwnFields(settings);
  refuseMissingFiles(settings);
}

const macDigits = 32;

function refuseShortKey({ layout: { mac } }: AcquirerSettings): void {
  if (mac?.algorithm === 'x9.19' && mac.key.length !== macDigits)
    throw new Error('layout.mac.key must be 16 bytes for x9.19');
}

/** The fields of our messages that are none of these. Some of them are stored as they are answered, so no card data may stand there. */
const taken = [2, 3, 4, 7, 11, 12, 13, 14, 22, 25, 32, 37, 38, 39, 41, 42, 43, 49, 55, 64, 90];

function refuseOwnFields({ fields = {} }: AcquirerSettings): void {
  for (const [name, number] of Object.entries(fields))
    if (taken.includes(number)) throw new Error(`fields.${name} is a field that messages have anyway`);
}

function refuseMissingFiles({ tls = {} }: AcquirerSettings): void {
  for (const name of ['ca', 'certificate', 'key'] as const) {
    const { [name]: given } = tls;
    try {
      if (given !== undefined) pemIn(given);
    } catch (error) {
      throw new Error(`tls.${name} is no PEM, and no file that can be read`, { cause: error });
    }
  }
}

/** The text of a setting that is PEM, or the path of a PEM file. */
export function pemIn(textOrPath: string): string {
  return textOrPath.includes('-----BEGIN') ? textOrPath : readFileSync(textOrPath, 'utf8');
}

/** Card data goes over a public network by TLS only. A name is judged when it is connected to. */
function refuseOpenAddress(settings: AcquirerSettings): void {
  const { host, isPlain } = placeOf(settings);
  if (isPlain && isIP(host) !== 0 && !isPrivate(host))
    throw new Error(`${host} is not a private address: card data goes there by tls:// only`);
}
