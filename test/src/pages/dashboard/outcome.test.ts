import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameWords as words } from '../../../../src/pages/words/dashboard/frame.ts';
import { type Client, plain, type Shown } from './client.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let finance: Client;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  finance = await office.as('finance');
});
afterAll(() => office.stop());

const list = '/dashboard/test/customers';
const rudo = { name: 'Rudo Ncube' };
const nothingChanged = 'Nothing was changed';

/** Does something while the database ends each connection that writes into a table: at once, or when it is asked to commit. */
function whileLost(where: Where, work: () => Promise<Shown>): Promise<Shown> {
  return whileEnding(where, 'PERFORM pg_terminate_backend(pg_backend_pid())', work);
}

type Where = { readonly table: string; readonly at: 'once' | 'commit' };

async function whileEnding({ table, at }: Where, how: string, work: () => Promise<Shown>): Promise<Shown> {
  const { asOwner } = office.app.database;
  await asOwner(`
    CREATE FUNCTION public.ends() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${how}; RETURN NEW; END $$;
    CREATE CONSTRAINT TRIGGER ends AFTER INSERT ON ${table} DEFERRABLE INITIALLY ${at === 'once' ? 'IMMEDIATE' : 'DEFERRED'} FOR EACH ROW EXECUTE FUNCTION public.ends()`);
  try {
    return await work();
  } finally {
    await asOwner('DROP FUNCTION public.ends CASCADE');
  }
}

describe('a form that the database did not answer', () => {
  it('is not called undone: nobody knows, and the person is told to look', async () => {
    const form = await finance.open(`${list}/new`);
    const lost = await whileLost({ table: 'sandbox.audit_log', at: 'commit' }, () =>
      finance.submit(form, '/customers/new', rudo),
    );

    expect(lost.status).toBe(503);
    expect(plain(lost)).toContain(words.errors.unknown.text);
    expect(plain(lost)).not.toContain(nothingChanged);
  });

  it('is called done if it was', async () => {
    const form = await finance.open(`${list}/new`);
    await finance.submit(form, '/customers/new', rudo);
    const again = await whileLost({ table: 'sandbox.customers', at: 'once' }, () =>
      finance.submit(form, '/customers/new', rudo),
    );

    expect(plain(again)).toContain(words.sentTwice.text);
  });

  it('is called done if it was, and a failure of the service is in the log', async () => {
    const form = await finance.open(`${list}/new`);
    await finance.submit(form, '/customers/new', rudo);
    const before = office.app.lines.length;
    const where = { table: 'sandbox.customers', at: 'once' } as const;
    const again = await whileEnding(where, `RAISE EXCEPTION 'unforeseen'`, () =>
      finance.submit(form, '/customers/new', rudo),
    );

    expect(plain(again)).toContain(words.sentTwice.text);
    expect(office.app.lines.slice(before).join()).toContain('unforeseen');
  });

  it('is called undone if the service stopped it before it did anything', async () => {
    const form = await finance.open(`${list}/new`);
    const large = await finance.submit(form, '/customers/new', { name: 'x'.repeat(300_000) });

    expect(large.status).toBe(413);
    expect(plain(large)).toContain(nothingChanged);
  });
});
