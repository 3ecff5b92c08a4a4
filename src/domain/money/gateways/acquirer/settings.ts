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
