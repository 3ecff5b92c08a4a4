import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operationsOf, type Schema } from '../../../scripts/generate/bundle.ts';
import { readInstant } from '../../../src/platform/http/dates.ts';
import { openapi } from '../../src/platform/contract/examples.ts';
import { createdLink, listedLink, openedSession } from '../../support/builders/counter.ts';
import { draftedInvoice } from '../../support/builders/invoices.ts';
import { createdPlan } from '../../support/builders/subscriptions.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';

const milli = '2031-01-31T08:00:00.123Z';
const second = '2031-01-31T08:00:00.000Z';
const midnight = '2031-01-31T00:00:00.000Z';

/** One moment as libraries print it, and what the service shows. A fraction is cut to milliseconds. */
const printed = [
  ['JavaScript Date.toISOString', '2031-01-31T08:00:00.123Z', milli],
  ['JavaScript Temporal.Instant', '2031-01-31T08:00:00.123456789Z', milli],
  ['JavaScript Temporal.PlainDateTime', '2031-01-31T08:00:00.123456789', milli],
  ['Python isoformat', '2031-01-31T08:00:00.123456+00:00', milli],
  ['Python isoformat, naive', '2031-01-31T08:00:00.123456', milli],
  ['Python isoformat, naive, whole second', '2031-01-31T08:00:00', second],
  ['Python strftime %z', '2031-01-31T10:00:00+0200', second],
  ['Python date', '2031-01-31', midnight],
  ['Java Instant', '2031-01-31T08:00:00.123456Z', milli],
  ['Java OffsetDateTime', '2031-01-31T10:00:00.123456789+02:00', milli],
  ['Java OffsetDateTime, whole minute', '2031-01-31T10:00+02:00', second],
  ['Java OffsetDateTime, whole minute in UTC', '2031-01-31T08:00Z', second],
  ['Java LocalDateTime, whole minute', '2031-01-31T08:00', second],
  ['Go RFC3339', '2031-01-31T08:00:00Z', second],
  ['Go RFC3339Nano, one digit', '2031-01-31T08:00:00.1Z', '2031-01-31T08:00:00.100Z'],
  ['Go RFC3339Nano, four digits', '2031-01-31T10:00:00.1239+02:00', milli],
  ['Ruby iso8601', '2031-01-31T03:00:00-05:00', second],
  ['Ruby iso8601(9)', '2031-01-31T08:00:00.123999999Z', milli],
  ['.NET "O"', '2031-01-31T08:00:00.1239999Z', milli],
  ['.NET "O" of a DateTimeOffset', '2031-01-31T08:00:00.1230000+00:00', milli],
  ['.NET "O", unspecified', '2031-01-31T08:00:00.1230000', milli],
  ['PHP DATE_ATOM', '2031-01-31T13:30:00+05:30', second],
  ['PHP DATE_ISO8601', '2031-01-31T08:00:00+0000', second],
  ['GNU date -Ins', '2031-01-31T08:00:00,123456789+00:00', milli],
  ['PostgreSQL, the offset in hours', '2031-01-31T10:00:00.123+02', milli],
] as const;

const bounds = [
  ['the last second of the last year', '2199-12-31T23:59:59Z', '2199-12-31T23:59:59.000Z'],
  ['a leap day after 2100', '2104-02-29', '2104-02-29T00:00:00.000Z'],
] as const;

const wrong = [
  'tomorrow',
  '1969-12-31T23:59:59Z',
  '2200-01-01',
  '2100-02-29',
  '2031-02-29',
  '2031-04-31',
  '2031-13-01',
  '2031-01-31T24:00:00Z',
  '2031-01-31T08:60:00Z',
  '2031-01-31T08:00:00.Z',
  '2031-01-31T08:00:00.1234567890Z',
  '2031-01-31T08:00:00+15:00',
  '2031-01-31T08:00:00 UTC',
  '2031-01-31 ',
  '2031-01-31 08:00:00',
  '1927843200',
];

let app: App;
let api: Api;
let planId: string;
let linkId: string;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  api = apiOf(app.baseUrl, (await app.aMerchant()).secretKey);
  planId = (await createdPlan(api)).plan_id;
  linkId = (await createdLink(api)).id;
  vi.stubEnv('TZ', 'Asia/Tokyo');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await app.stop();
});

type Answer = { readonly status: number; readonly code: string };

const listing = {
  listTransactions: (query: Record<string, string>) => api('listTransactions', { query }),
  listPayouts: (query: Record<string, string>) => api('listPayouts', { query }),
  listVirtualTerminalSessions: (query: Record<string, string>) =>
    api('listVirtualTerminalSessions', { query }),
  listEvents: (query: Record<string, string>) => api('listEvents', { query }),
  listLedgerEntries: (query: Record<string, string>) => api('listLedgerEntries', { query }),
};

/** Only a few reports may wait to be written, so those before are deleted. */
async function aReport(period: { readonly from_date: string; readonly to_date: string }): Promise<Answer> {
  await app.database.asOwner('DELETE FROM sandbox.reports');
  return await api('createReport', { body: { type: 'fees', format: 'csv', ...period } });
}

/** Sends a text as this field; `shown` is the moment that the service then shows, if it shows one. */
const fields: Readonly<Record<string, (text: string) => Promise<Answer & { readonly shown?: unknown }>>> = {
  ...Object.fromEntries(
    Object.entries(listing).flatMap(([operation, list]) =>
      ['from_date', 'to_date'].map((name) => [
        `${operation}.${name}`,
        (text: string) => list({ [name]: text }),
      ]),
    ),
  ),
  'recoverEvents.from_date': (from_date) => api('recoverEvents', { body: { from_date } }),
  'recoverEvents.to_date': (to_date) => api('recoverEvents', { body: { from_date: '2026-01-31', to_date } }),
  'createReport.from_date': (from_date) => aReport({ from_date, to_date: '2199-12-31' }),
  'createReport.to_date': (to_date) => aReport({ from_date: '2026-01-01', to_date }),
  'createPaymentLink.expires_at': async (expires_at) => {
    const body = { amount: '15.00', currency: 'USD', title: 'Pottery class', expires_at };
    const made = await api('createPaymentLink', { body });
    return made.status === 201 ? { ...made, shown: (await listedLink(api, made.data.id)).expires_at } : made;
  },
  'updatePaymentLink.expires_at': async (expires_at) => {
    const edited = await api('updatePaymentLink', { params: { id: linkId }, body: { expires_at } });
    return edited.status === 200 ? { ...edited, shown: (await listedLink(api, linkId)).expires_at } : edited;
  },
  'createSubscription.start_at': async (start_at) => {
    const body = { plan_id: planId, customer: { name: 'Rudo Ncube' }, start_at };
    const made = await api('createSubscription', { body });
    return made.status === 201 ? { ...made, shown: made.data.next_billing_at } : made;
  },
};

const takesTime = (schema: boolean | Schema): boolean =>
  typeof schema === 'object' &&
  (/\/(DateOr)?InstantInput$/.test(schema.$ref ?? '') || (schema.anyOf ?? []).some(takesTime));

/** Every query parameter and body field of the contract that takes a time. */
function fieldsOfContract(): string[] {
  return operationsOf(openapi).flatMap(({ operation }) => {
    const body = operation.requestBody?.content['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
    const properties = Object.entries(openapi.components.schemas[body]?.properties ?? {});
    const parameters = (operation.parameters ?? []).flatMap(({ name, schema }) =>
      schema === undefined ? [] : [[name, schema] as const],
    );
    return [...parameters, ...properties]
      .filter(([, schema]) => takesTime(schema))
      .map(([name]) => `${operation.operationId}.${name}`);
  });
}

it('every field of the contract that takes a time is tried here', () => {
  expect(Object.keys(fields).toSorted()).toEqual(fieldsOfContract().toSorted());
});

describe.each(Object.entries(fields))('%s', (_name, send) => {
  it('takes what libraries print, on a machine in any zone', async () => {
    expect(new Date(2031, 0, 31).getTimezoneOffset()).toBe(-9 * 60);
    const answers = [];
    // One after the other: a field may belong to one object.
    for (const [library, text, moment] of [...printed, ...bounds]) {
      const { status, code, shown = moment } = await send(text);
      answers.push([library, status < 300 ? 'taken' : code, shown]);
    }

    expect(answers).toEqual([...printed, ...bounds].map(([library, , moment]) => [library, 'taken', moment]));
  });

  it('refuses what is no time', async () => {
    const codes = await Promise.all(wrong.map(async (text) => [text, (await send(text)).code]));

    expect(codes).toEqual(wrong.map((text) => [text, 'VALIDATION_ERROR']));
  });
});

describe('a range of dates', () => {
  it('includes both ends to the millisecond, however they are written', async () => {
    const merchant = await app.aMerchant();
    const own = apiOf(app.baseUrl, merchant.secretKey);
    const moments = [midnight, second, '2031-01-31T08:00:00.100Z', milli];
    for (const moment of moments) {
      const { id } = await openedSession(own);
      await app.database.asOwner(
        `UPDATE sandbox.virtual_terminal_sessions SET created_at = '${moment}' WHERE id = $1`,
        [id.slice(4)],
      );
    }
    const found = async (query: Record<string, string>) => {
      const { data } = await own('listVirtualTerminalSessions', { query });
      return data.items.map(({ created_at }) => created_at).toSorted();
    };

    for (const [library, text, moment] of printed) {
      expect([library, await found({ from_date: text })]).toEqual([
        library,
        moments.filter((one) => one >= moment),
      ]);
      expect([library, await found({ to_date: text })]).toEqual([
        library,
        moments.filter((one) => isDay(text) || one <= moment),
      ]);
    }
  });

  it('takes an offset whose plus a client did not encode', async () => {
    const { secretKey } = await app.aMerchant();
    const listed = await fetch(`${app.baseUrl}/v1/events?from_date=2031-01-31T10:00:00+02:00`, {
      headers: { authorization: `Bearer ${secretKey}` },
    });

    expect(listed.status).toBe(200);
    expect(readInstant('2031-01-31T10:00:00 02:00').toISOString()).toBe(second);
  });
});

/** `Date` reads 30 February as a day of March. */
function isDay(day: string): boolean {
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

describe('a day', () => {
  it.each([
    ['DateOrInstantInput', 1970],
    ['InstantInput', 1970],
    ['DateInput', 2000],
  ])('of %s is every day of the calendar from %i to 2199, and no other', (name, first) => {
    const pattern = new RegExp(openapi.components.schemas[name]?.pattern ?? '', 'u');
    const days = Array.from({ length: 240 * 13 * 33 }, (_, nth) => {
      const [year, month, day] = [1965 + Math.floor(nth / 429), Math.floor(nth / 33) % 13, nth % 33];
      return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
    });
    const wanted = days.filter((day) => isDay(day) && day >= `${first}` && day < '2200');

    expect(days.filter((day) => pattern.test(day))).toEqual(wanted);
  });

  it('far ahead is shown as it was sent', async () => {
    const { due_date } = await draftedInvoice(api, { due_date: '2199-12-31' });

    expect(due_date).toBe('2199-12-31');
  });
});
