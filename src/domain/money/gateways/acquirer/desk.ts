import type { Db } from '../../../../platform/db/database.ts';
import type { Address } from '../../../../platform/iso8583/dial.ts';
import { type Layout, standardFields } from '../../../../platform/iso8583/layout.ts';
import type { Link, LinkOptions } from '../../../../platform/iso8583/link.ts';
import type { Log } from '../../../../platform/log.ts';
import { nextStanAcrossMerchants } from './queries.ts';
import { type AcquirerSettings, pemIn, placeOf } from './settings.ts';

/** What every message to one acquirer needs. */
export type Desk = {
  readonly name: string;
  readonly db: Db;
  readonly log: Log;
  readonly settings: AcquirerSettings;
  readonly link: Link;
  /** How long to wait for an answer, and for the answer to a reversal. */
  readonly answerMs: number;
  readonly reversalMs: number;
};

const answerMs = 15_000;
const reversalMs = 5_000;

export function patienceOf(settings: AcquirerSettings): Pick<Desk, 'answerMs' | 'reversalMs'> {
  return { answerMs: settings.answer_ms ?? answerMs, reversalMs: settings.reversal_ms ?? reversalMs };
}

/** The settings of the connection, with the usual values for what is absent. */
export function linkOptionsOf(
  settings: AcquirerSettings,
  { db, log }: Pick<Desk, 'db' | 'log'>,
): LinkOptions {
  const { reversalMs: networkMs } = patienceOf(settings);
  return {
    address: addressOf(settings),
    layout: layoutOf(settings),
    signsOn: settings.sign_on ?? true,
    connectMs: settings.connect_ms ?? 5000,
    answerMs: networkMs,
    idleMs: settings.idle_ms ?? 30_000,
    mostOutstanding: settings.most_outstanding ?? 256,
    firstPauseMs: 200,
    longestPauseMs: 10_000,
    log,
    nextStan: () => nextStanAcrossMerchants(db),
  };
}

function addressOf(settings: AcquirerSettings): Address {
  const { isPlain, ...place } = placeOf(settings);
  if (isPlain) return place;
  const { tls = {} } = settings;
  const { ca, certificate, key, server_name } = tls;
  return {
    ...place,
    tls: {
      ...(ca !== undefined && { ca: pemIn(ca) }),
      ...(certificate !== undefined && { certificate: pemIn(certificate) }),
      ...(key !== undefined && { key: pemIn(key) }),
      ...(server_name !== undefined && { serverName: server_name }),
    },
  };
}

const presets = {
  ascii: { lengthHeader: 'ascii', numbers: 'ascii', bitmap: 'hex' },
  bcd: { lengthHeader: 'binary', numbers: 'bcd', bitmap: 'binary' },
} as const;

function layoutOf({ layout }: Pick<AcquirerSettings, 'layout'>): Layout {
  const preset = presets[layout.preset];
  return {
    ...preset,
    lengthHeader: layout.length_header ?? preset.lengthHeader,
    bitmap: layout.bitmap ?? preset.bitmap,
    header: layout.header ?? '',
    fields: { ...standardFields, ...layout.fields },
    longest: layout.longest ?? 4096,
    ...(layout.mac && { mac: layout.mac }),
  };
}
