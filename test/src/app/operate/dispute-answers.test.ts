import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sendAnswer } from '../../../../src/domain/payments/disputes/answer-dispute.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { readId, showId } from '../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { disputed, disputeOf, files, submit, upload } from '../../../support/builders/disputes.ts';
import { actingAs } from '../../../support/builders/inside.ts';
import { jsonOf, mps as mpsAside, mpsHere } from '../../cli/mps.ts';

let place: Place;
let shop: Shop;
let id: string;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place);
  ({ id } = await disputed(shop));
});

const mps = (words: string, run = mpsHere) => {
  const { url, secretKey } = place.database;
  return run(`dispute ${words}`, { DATABASE_URL: url, SECRET_KEY: secretKey });
};

/** The gateway of the payment takes no answers, as that of an acquirer with a website. */
async function left(): Promise<void> {
  const context = place.service.contexts.sandbox;
  const payload = { disputeId: readId('dsp', id), attempt: 1 };
  const merchant = { id: merchantId(shop.merchant.merchantId), clockOffsetMs: 0 };
  const byName = (name: string) => {
    const gateway = context.gateways.byName(name);
    if (!gateway) return undefined;
    const { answerDispute: _, ...silent } = gateway;
    return silent;
  };
  const ctx = { ...context, gateways: { ...context.gateways, byName } };
  const outcome = await sendAnswer.ask(ctx, merchant, payload);
  await actingAs(place, shop.merchant, (act) => sendAnswer.finish(act, payload, outcome));
}

/** Writes files into a folder that goes with the test. */
function given(): (name: string, content: string | Uint8Array) => string {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return (name, content) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
}

const listed = async (more = '') => {
  const { answers } = jsonOf(await mps(`answers --json${more}`)) as { answers: { dispute_id: string }[] };
  return answers.filter(({ dispute_id }) => dispute_id === id);
};

describe('an answer that an operator passes on', () => {
  it('waits in a list, once, however often it is sent, until somebody has passed it on', async () => {
    await submit(shop, id, 'The customer signed for it.');
    for (let round = 0; round < 3; round += 1) await left();
    const waiting = await listed();
    const noted = jsonOf(await mps(`passed-on ${id} --note CB-receipt-7 --json`));

    expect(waiting).toMatchObject([
      {
        merchant_id: showId('mer', shop.merchant.merchantId),
        answer: 'contest',
        dispute_status: 'under_review',
        evidence: 'The customer signed for it.',
        state: 'waiting',
        passed_on_at: null,
      },
    ]);
    expect(noted).toMatchObject({ state: 'passed_on', note: 'CB-receipt-7' });
    expect(noted['passed_on_by']).toMatch(/\S/);
    expect([await listed(), (await listed(' --passed-on')).length]).toEqual([[], 1]);
  });

  it('is listed behind those that wait longer, and once it is passed on, before those that were earlier', async () => {
    const ids = [id, (await disputed(shop)).id];
    const orders: string[][] = [];
    const order = async (more = '') => {
      const { answers } = jsonOf(await mps(`answers --json${more}`)) as { answers: { dispute_id: string }[] };
      orders.push(answers.map(({ dispute_id }) => dispute_id).filter((one) => ids.includes(one)));
    };
    for (const one of ids) {
      id = one;
      await submit(shop, id);
      await left();
    }
    await order();
    for (const one of ids) await mps(`passed-on ${one}`);
    await order(' --passed-on');

    expect(orders).toEqual([ids, ids.toReversed()]);
  });

  it('is passed on once, also by two operators at once, and the first stays named', async () => {
    await submit(shop, id);
    await left();
    const both = await Promise.all(
      ['first', 'second'].map((note) => mps(`passed-on ${id} --note ${note}`, mpsAside)),
    );
    const [before] = await listed(' --passed-on');
    const again = await mps(`passed-on ${id} --note third`);

    expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(both.filter(({ words }) => words.includes('Nothing was changed'))).toHaveLength(1);
    expect(again.words).toContain('It was passed on before, by');
    expect(await listed(' --passed-on')).toEqual([before]);
    await expect(
      place.database.asOwner(`UPDATE sandbox.dispute_answers SET passed_on_by = 'somebody else'`),
    ).rejects.toThrow('was passed on before');
  });

  it('is written into a folder with its evidence and files, whatever the merchant calls them', async () => {
    await upload(shop, id, files.pdf);
    await place.database.asOwner(`UPDATE sandbox.dispute_files SET name = '../of the customer.pdf'`);
    await submit(shop, id, 'The customer signed for it.');
    await left();
    const base = mkdtempSync(join(tmpdir(), 'answers-'));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const folder = join(base, 'cb-1');
    const shown = jsonOf(await mps(`answer ${id} --to ${folder} --json`));

    expect(readdirSync(base)).toEqual(['cb-1']);
    // With the id, so that the answer to another dispute may be in the same folder.
    const [file, evidence] = [`${id}-1-.._of_the_customer.pdf`, `${id}-evidence.txt`];
    expect(readdirSync(folder).toSorted()).toEqual([file, evidence]);
    expect(readFileSync(join(folder, evidence), 'utf8')).toBe('The customer signed for it.\n');
    expect(readFileSync(join(folder, file)).subarray(0, 4).toString()).toBe('%PDF');
    expect(statSync(join(folder, evidence)).mode & 0o777).toBe(0o600);
    expect(shown['files']).toHaveLength(2);
  });

  it('shows what could drive the terminal of the operator as escapes, on one line, and as JSON of the same text', async () => {
    const evidence = 'Signed.\nSee \u009B2J and \u202Edeliver\u202C, \u{1F4E6} Ñandú.';
    await submit(shop, id, evidence);
    await left();
    const table = await mps(`answer ${id}`);
    const list = await mps('answers');
    const json = await mps(`answer ${id} --json`);

    expect(table.data).toContain('Signed.\\u000aSee \\u009b2J and \\u202edeliver\\u202c, \u{1F4E6} Ñandú.\n');
    expect(list.data).toContain('Signed.\\u000aSee \\u009b2J');
    expect(json.data).toContain('"Signed.\\nSee \\u009b2J and \\u202edeliver\\u202c, \u{1F4E6} Ñandú."');
    expect(jsonOf(json)).toMatchObject({ evidence });
    for (const { data } of [table, list, json]) expect(data).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  it('counts letters, of which one may be two to JavaScript: in a note, and where a table cuts evidence', async () => {
    const letter = '\u{1F4E6}';
    await submit(shop, id, `x${letter.repeat(100)}`);
    await left();
    const list = await mps('answers');
    const notes = [501, 500].map((count) => letter.repeat(count));
    const noted = [];
    for (const note of notes) noted.push((await mps(`passed-on ${id} --note ${note}`)).exitCode);

    expect(list.data).toContain(`x${letter.repeat(39)} `);
    expect(noted).toEqual([2, 0]);
  });

  it('gives the money back without evidence if the merchant accepts the dispute', async () => {
    await shop.api('acceptDispute', { params: { id } });
    await left();

    expect(await listed()).toMatchObject([{ answer: 'accept', dispute_status: 'lost', evidence: null }]);
  });

  it.each([
    ['answer pay_1', 2],
    [`answer dsp_${'0'.repeat(32)}`, 4],
    [`passed-on dsp_${'0'.repeat(32)}`, 4],
    ['answers --limit none', 2],
  ])('is not found by "%s"', async (words, exitCode) => {
    expect(await mps(words)).toMatchObject({ exitCode });
  });
});

describe('mps dispute submit', () => {
  it('hands in the words and files of a suspended merchant, each file once, also when it is repeated', async () => {
    const [folder, merchant] = [given(), showId('mer', shop.merchant.merchantId)];
    const { url, secretKey } = place.database;
    const env = { DATABASE_URL: url, SECRET_KEY: secretKey };
    await mpsHere(`merchant suspend --merchant ${merchant} --reason chargebacks`, env);
    const answer = `submit ${id} --merchant ${merchant} --json --evidence ${folder('words.txt', 'Signed.\r\nSee the note.\n')}`;
    const note = folder('delivery-note.pdf', files.pdf);

    const wrong = await mps(`${answer} --file ${note} ${folder('notes.pdf', 'a text')}`);
    const submitted = await mps(`${answer} --file ${note} ${folder('box.png', files.png)}`);
    const again = await mps(`${answer} --file ${note}`);
    await mpsHere(`merchant reopen --merchant ${merchant}`, env);

    expect(wrong).toMatchObject({ exitCode: 5, words: 'notes.pdf is not a PDF, PNG or JPEG.\n' });
    expect(jsonOf(submitted)).toMatchObject({ status: 'under_review', evidence: 'Signed.\nSee the note.' });
    expect(again).toMatchObject({ exitCode: 5, data: '' });
    const { status, files: kept } = await disputeOf(shop, id);
    expect([status, kept.map(({ name }) => name)]).toEqual([
      'under_review',
      ['delivery-note.pdf', 'box.png'],
    ]);
    const written = await place.database.asOwner(
      `SELECT user_email, details FROM sandbox.audit_log WHERE merchant_id = $1 AND action = 'dispute.answered' AND object = $2`,
      [shop.merchant.merchantId, id],
    );
    expect(written).toEqual([{ user_email: userInfo().username, details: { files: 2 } }]);
  });

  it.each([
    ['with words that are too long', 'x'.repeat(4001), 2],
    ['with the number of a card', 'They paid with 4242 4242 4242 4242.', 2],
    ['without words', ' ', 2],
    ['in another encoding than UTF-8', Buffer.from('Zoë signed.', 'latin1'), 2],
    ['of another merchant', 'Signed.', 4],
  ])('refuses evidence %s, and adds nothing', async (_what, words, exitCode) => {
    const folder = given();
    const other = exitCode === 4 ? (await openShop(place)).merchant : shop.merchant;
    const evidence = folder('words.txt', words);

    const refused = await mps(
      `submit ${id} --merchant ${showId('mer', other.merchantId)} --evidence ${evidence} --file ${folder('note.pdf', files.pdf)}`,
    );

    expect(refused).toMatchObject({ exitCode, data: '' });
    expect(await disputeOf(shop, id)).toMatchObject({ status: 'needs_response', files: [] });
  });
});
