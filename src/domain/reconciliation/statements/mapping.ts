import { Ajv2020 } from 'ajv/dist/2020.js';
import type { StatementLine } from '../../money/gateways/statement.ts';
import { UnreadableStatement } from './csv-rows.ts';

const lineKinds = ['payment', 'refund', 'payout', 'return', 'fee', 'other'] as const;
const dateFormats = [
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'YYYY/MM/DD',
  'YYYYMMDD',
] as const;

export const columnNames = [
  'booked_on',
  'line',
  'amount',
  'in',
  'out',
  'sign',
  'currency',
  'kind',
  'reference',
  'gateway_reference',
] as const;
type ColumnName = (typeof columnNames)[number];

/** What the columns of a provider's CSV mean. */
export type Mapping = {
  readonly encoding?: 'utf-8' | 'windows-1252';
  readonly separator?: ',' | ';' | '\t' | '|';
  /** Rows above the header. */
  readonly skip?: number;
  readonly date: (typeof dateFormats)[number];
  readonly decimal?: '.' | ',';
  readonly thousands?: '.' | ',' | ' ' | "'";
  /** Of all lines, where no column says it. */
  readonly currency?: string;
  readonly columns: Readonly<Record<'booked_on', string>> & Partial<Readonly<Record<ColumnName, string>>>;
  /** What stands in the column `kind`, and which kind it is. Anything else is `other`. */
  readonly kinds?: Readonly<Record<string, StatementLine['kind']>>;
  /** What stands in the column `sign` when the money went out. */
  readonly out?: readonly string[];
  /** The amounts are positive: those of refunds, payouts and fees went out. */
  readonly unsigned?: boolean;
};

const text = { type: 'string', minLength: 1, maxLength: 100 } as const;

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['date', 'columns'],
  properties: {
    encoding: { enum: ['utf-8', 'windows-1252'] },
    separator: { enum: [',', ';', '\t', '|'] },
    skip: { type: 'integer', minimum: 0, maximum: 100 },
    date: { enum: dateFormats },
    decimal: { enum: ['.', ','] },
    thousands: { enum: ['.', ',', ' ', "'"] },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    columns: {
      type: 'object',
      additionalProperties: false,
      required: ['booked_on'],
      properties: Object.fromEntries(columnNames.map((name) => [name, text])),
    },
    kinds: { type: 'object', additionalProperties: { enum: lineKinds } },
    out: { type: 'array', items: text, minItems: 1, maxItems: 20 },
    unsigned: { type: 'boolean' },
  },
} as const;

const isMapping = new Ajv2020({ allErrors: true }).compile<Mapping>(schema);

/**
 * Reads the mapping of a provider's CSV, which an operator writes once.
 *
 * @throws UnreadableStatement with everything that is wrong with it
 *
 * Decision 0106.
 */
export function readMapping(json: string): Mapping {
  const mapping = parsed(json);
  if (!isMapping(mapping)) {
    const wrong = (isMapping.errors ?? []).map(
      ({ instancePath, message = '', params }) =>
        `${instancePath === '' ? 'the mapping' : instancePath.slice(1).replaceAll('/', '.')} ${message}${listed(params)}`,
    );
    throw new UnreadableStatement(`The mapping is wrong: ${wrong.join('; ')}.`);
  }
  refuseContradictions(mapping);
  return mapping;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UnreadableStatement('The mapping is no JSON.');
  }
}

const listed = (params: Readonly<Record<string, unknown>>): string => {
  const values = params['allowedValues'] ?? params['additionalProperty'];
  return values === undefined ? '' : `: ${JSON.stringify(values)}`;
};

function refuseContradictions(mapping: Mapping): void {
  const wrong = contradictionsIn(mapping).flatMap(([isWrong, words]) => (isWrong ? words : []));
  if (wrong.length > 0) throw new UnreadableStatement(`The mapping is wrong: ${wrong.join('; ')}.`);
}

function contradictionsIn(mapping: Mapping): readonly (readonly [boolean, string])[] {
  const { columns, currency, decimal = '.', thousands, out, kinds } = mapping;
  const has = (name: ColumnName): boolean => columns[name] !== undefined;
  return [
    [
      has('in') !== has('out') || has('amount') === has('in'),
      'name either the column amount, or both in and out',
    ],
    [(currency !== undefined) === has('currency'), 'name a currency, or its column'],
    [
      !has('reference') && !has('gateway_reference'),
      'name the column reference or gateway_reference, or no line finds its transaction',
    ],
    [decimal === thousands, 'decimal and thousands are the same sign'],
    [has('sign') !== (out !== undefined), 'the column sign and out need each other'],
    [has('kind') !== (kinds !== undefined), 'the column kind and kinds need each other'],
  ];
}
