import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Api, apiOf } from '../../../../support/service/api.ts';
import { type App, startApp } from '../../../../support/service/app.ts';

let app: App;
let anyone: Api;

beforeAll(async () => {
  app = await startApp({ role: 'api' });
  anyone = apiOf(app.baseUrl, undefined);
});
afterAll(() => app.stop());

type Source = {
  readonly webhooks: Readonly<
    Record<string, { post: { 'x-event': { group: string; implemented: boolean } } }>
  >;
};
const source: Source = parse(readFileSync(new URL('../../../../../webhooks.yaml', import.meta.url), 'utf8'));
/** test/src/engine/recording/every-event.test.ts proves that each of them is delivered. */
const fired = Object.entries(source.webhooks).filter(([, { post }]) => post['x-event'].implemented);
const implemented = fired.map(([type]) => type);

describe('the registry of events', () => {
  it('shows 91 events in 19 groups, to anyone', async () => {
    const { status, data } = await anyone('listWebhookEvents');

    expect(status).toBe(200);
    expect(data).toMatchObject({ version: '2026-01-01', total: 91 });
    expect(data.groups).toHaveLength(19);
    const ids = data.groups.flatMap(({ events }) => events.map(({ id }) => id));
    expect(new Set(ids).size).toBe(91);
  });

  it('shows only implemented events on request, and leaves empty groups out', async () => {
    const { data } = await anyone('listWebhookEvents', { query: { implemented_only: true } });

    const events = data.groups.flatMap((group) => group.events);
    expect(events.map(({ id }) => id)).toEqual(implemented);
    expect(data.total).toBe(implemented.length);
    const groups = [...new Set(fired.map(([, { post }]) => post['x-event'].group))];
    expect(data.groups.map(({ group }) => group)).toEqual(groups);
    expect(groups.length).toBeGreaterThan(0);
    expect(events.every(({ triggerSource }) => triggerSource !== 'none')).toBe(true);
  });

  it('says of every other event that it is not implemented', async () => {
    const { data } = await anyone('listWebhookEvents', { query: { implemented_only: false } });

    const others = data.groups
      .flatMap(({ events }) => events)
      .filter((event) => !implemented.includes(event.id));
    expect(others).toHaveLength(91 - implemented.length);
    expect(others.filter((event) => event.implemented || event.triggerSource !== 'none')).toEqual([]);
  });

  it('shows one group', async () => {
    const { data } = await anyone('listWebhookEvents', { query: { group: 'PAYMENT_REFUND' } });

    expect(data.groups.map(({ group }) => group)).toEqual(['PAYMENT_REFUND']);
    expect(data.total).toBe(data.groups[0]?.events.length);
  });

  it('is empty for a group without implemented events', async () => {
    const { data } = await anyone('listWebhookEvents', {
      query: { group: 'COMPLIANCE', implemented_only: true },
    });

    expect(data).toMatchObject({ total: 0, groups: [] });
  });

  it.each([{ group: 'PAYMENTS' }, { implemented_only: 'perhaps' }])('refuses %o', async (query) => {
    const refused = await anyone('listWebhookEvents', { query });

    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });

  it('ignores a wrong key', async () => {
    const answered = await apiOf(app.baseUrl, 'no key at all')('listWebhookEvents');

    expect(answered.status).toBe(200);
  });
});
