import { type Element, readXml, textAt, Unreadable } from './xml.ts';

/** The messages that are read. */
const messages = ['pain.002.001.10', 'camt.054.001.08', 'camt.053.001.08'] as const;
export type MessageName = (typeof messages)[number];

const roots: Readonly<Record<MessageName, string>> = {
  'pain.002.001.10': 'CstmrPmtStsRpt',
  'camt.054.001.08': 'BkToCstmrDbtCdtNtfctn',
  'camt.053.001.08': 'BkToCstmrStmt',
};

export type Message = { readonly name: MessageName; readonly id: string; readonly body: Element };

const prefix = 'urn:iso:std:iso:20022:tech:xsd:';

/**
 * Reads a file as one of the messages that are known.
 *
 * @throws Unreadable
 */
export async function readMessage(bytes: Uint8Array): Promise<Message> {
  const document = await readXml(bytes);
  const name = messages.find((known) => document.namespace === `${prefix}${known}`);
  if (document.name !== 'Document' || name === undefined)
    throw new Unreadable(`it is ${shown(document)}, and not one of ${messages.join(', ')}`);
  const body = document.children.find(({ name: root }) => root === roots[name]);
  const id = textAt(body, 'GrpHdr', 'MsgId');
  if (body === undefined || body.namespace !== document.namespace || id === null)
    throw new Unreadable(`it has no ${roots[name]} with a GrpHdr/MsgId, as ${name} asks for`);
  return { name, id, body };
}

function shown({ name, namespace }: Element): string {
  const known = namespace.startsWith(prefix)
    ? namespace.slice(prefix.length)
    : `the namespace ${namespace || '(none)'}`;
  return `a ${name} of ${known}`.replaceAll(/[^\x20-\x7E]/g, '?').slice(0, 120);
}

const decimal = /^(?<whole>[0-9]{1,14})([.](?<part>[0-9]{1,5}))?$/;

/**
 * An amount of a message in ten-thousandths.
 *
 * @throws Unreadable it is none, or has a fifth decimal
 */
export function readAmount(text: string): bigint {
  const { whole = '', part = '' } = decimal.exec(text)?.groups ?? {};
  if (whole === '' || part.slice(4).replaceAll('0', '') !== '')
    throw new Unreadable(`it has an amount that is none, or that has more than four decimals`);
  return BigInt(whole + part.slice(0, 4).padEnd(4, '0'));
}

const isoDate = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/;

/** The day of a date or of a time, as it is written. @throws Unreadable */
export function readDay(element: Element | undefined): string | null {
  const text = textAt(element, 'Dt') ?? textAt(element, 'DtTm') ?? element?.text ?? '';
  if (text === '') return null;
  const day = isoDate.exec(text)?.[0];
  if (day === undefined || !isOfCalendar(day)) throw new Unreadable('it has a date that is none');
  return day;
}

/** Not 30 February. */
function isOfCalendar(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

const midnight = /T00:00:00([.]0+)?([^0-9.]|$)/;

/** The last day of a period. One that ends at midnight ends with the day before, as long as it begins before that. @throws Unreadable */
export function readLastDay(element: Element | undefined, first: string | null): string | null {
  const day = readDay(element);
  if (day === null || first === null || day <= first || !midnight.test(element?.text ?? '')) return day;
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
}
