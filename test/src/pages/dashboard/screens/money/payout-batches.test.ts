import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchesWords as words } from '../../../../../../src/pages/words/dashboard/money/batches.ts';
import { sha256 } from '../../../../../../src/platform/secrets.ts';
import { aCardCheckout, openedCheckout, turnClock } from '../../../../../support/builders/build.ts';
import { totpNow } from '../../../../../support/builders/totp.ts';
import { usd } from '../../../../../support/faults/scripted-gateways.ts';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
import { payByCard } from '../../../../../support/service/page.ts';
import { type Client, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let finance: Client;
let api: Api;

beforeAll(async () => {
  office = await openOffice();
  finance = await office.as('finance');
  api = apiOf(office.app.baseUrl, office.merchant.secretKey);
  await earn(api);
});
afterAll(() => office.stop());

/** A hundred dollars that are paid and settled. */
async function earn(of: Api): Promise<void> {
  await payByCard(
    (await openedCheckout(of, aCardCheckout({ amount: '100.00' }))).payment_url,
    '4242424242424242',
  );
  await turnClock(of, 8 * 24 * 3600);
}

const base = '/dashboard/test/payouts/batches';
const head =
  'amount,currency,method,mobile_money_provider,mobile_money_number,bank_name,bank_account_name,bank_account_number';
const wallet = '12.00,USD,mobile_money,wallet_a,0771111111,,,';
const bank = '20.00,USD,bank_transfer,,,Settlement Bank,"Moyo, Rudo",12-345 678 901';
const fileOf = (...lines: readonly string[]) => lines.join('\r\n');

async function upload(client: Client, text: string | Uint8Array): Promise<Shown> {
  const content = typeof text === 'string' ? Buffer.from(text) : text;
  return await client.upload(
    await client.open(`${base}/new`),
    '/batches/preview',
    {},
    { file: { name: 'pay.csv', content } },
  );
}

const confirm = (client: Client, shown: Shown, fields: Record<string, string> = {}) =>
  client.upload(shown, '/batches/new', fields, {});
const batches = async (of: Api = api) => (await of('listPayoutBatches')).data.items;

const confirmedAt = (at: string) =>
  office.app.database.asOwner(`UPDATE platform.dashboard_sessions SET confirmed_at = ${at}`);

describe('many payouts from a file', () => {
  it('are shown with sums, fees and payees before anything is paid, and are made once however often the form is sent', async () => {
    // As a spreadsheet saves it: with a byte order mark, CRLF, and empty lines at the end.
    const preview = await upload(finance, `\uFEFF${fileOf(head, wallet, bank, ',,,,,,,', '')}`);
    const before = await batches();
    const [made, again] = [await confirm(finance, preview), await confirm(finance, preview)];
    await confirmedAt(`now() - interval '11 minutes'`);
    const late = await confirm(finance, preview);
    await confirmedAt('now()');
    await expect
      .poll(async () => (await batches())[0]?.counts, { timeout: 10_000 })
      .toMatchObject({ total: 2, waiting: 0, processing: 2 });
    const shown = await finance.open(made.path);
    const next = await upload(finance, fileOf(head, wallet, bank));
    const other = await upload(finance, fileOf(head, wallet));

    expect(plain(preview)).toContain('Pay US$32.00 in 2 payouts');
    expect(plain(preview)).toMatch(/Total in USD US\$32\.00 .*Fees in USD, taken from it US\$1\.\d\d/);
    expect(plain(preview)).toContain('Moyo, Rudo Settlement Bank …8901');
    expect(preview.text).not.toMatch(/<td[^>]*>[^<]*12-345 678 901/);
    expect(before).toEqual([]);
    expect(plain(preview)).not.toContain('paid before');
    expect(plain(next)).toMatch(/A file with the same text was paid before, on \d+ \w+ \d{4}/);
    expect(plain(other)).not.toContain('paid before');
    expect(made.path).toMatch(/^\/dashboard\/test\/payouts\/batches\/pob_[0-9a-f]{32}\?done=requested$/);
    expect(plain(again)).toContain('This form was sent before');
    // Not sent to prove who they are, with the words that nothing was done.
    expect(plain(late)).toContain('This form was sent before');
    // A button that pays the same file would pay it twice.
    expect(again.text).not.toContain('/batches/new"');
    expect(await batches()).toHaveLength(1);
    expect(plain(shown)).toMatch(/Moyo, Rudo Settlement Bank …8901 Bank transfer US\$20\.00 under way/);
    expect(plain(await finance.open(base))).toContain(words.states.processing);
    const audited = await office.app.database.asOwner(
      `SELECT details FROM sandbox.audit_log WHERE action = 'payout_batch.requested'`,
    );
    expect(audited).toEqual([
      { details: { amounts: 'US$32.00', file: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    ]);
    // Without the key of the service, nobody can try out whom a file pays.
    expect(JSON.stringify(audited)).not.toContain(sha256([head, wallet, bank].join('\n')).toString('hex'));
  });

  it('are made once by two who have checked the same file; the other is told, and may mean it', async () => {
    const file = fileOf(head, wallet.replace('12.00', '1.00'));
    const owner = await office.as('owner');
    const [mine, theirs] = await Promise.all([upload(finance, file), upload(owner, file)]);
    const before = (await batches()).length;
    const sent = await Promise.all([confirm(finance, mine), confirm(owner, theirs)]);
    const made = (await batches()).length;
    const told = sent.findIndex(({ status }) => status === 409);
    const meant = await confirm([finance, owner][told] ?? owner, sent[told] ?? theirs);

    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(made).toBe(before + 1);
    expect(sent.map(plain)[told]).toMatch(/This was changed meanwhile .* the same text was paid before, on /);
    expect(meant.path).toMatch(/\/batches\/pob_/);
    expect(await batches()).toHaveLength(before + 2);
  });

  it('are not paid while a line is wrong; each of those is named with what it must be', async () => {
    const refused = await upload(
      finance,
      fileOf(
        head,
        wallet,
        wallet.replace('12.00', '"1,200.00"'),
        wallet.replace('0771111111', '12'),
        wallet.replace('12.00', '0.10'),
        bank.replace('Settlement Bank', 'First Bank'),
      ),
    );

    expect(refused.status).toBe(422);
    expect(plain(refused)).toContain(words.wrong.lines(4));
    expect(plain(refused)).toMatch(
      / 3 amount must be above zero, .* 4 mobile_money_number .* 5 The amount is below the minimum\. The smallest amount is .* 6 bank_branch_code is missing\./,
    );
    expect(refused.text).not.toContain('/batches/new"');
    expect(await batches()).toHaveLength(3);
  });

  it('are not paid while no gateway takes a line, and one payout is not offered either', async () => {
    const { gateways } = office.app.service.contexts.sandbox;
    const [gateway] = gateways.allForPayout({ method: 'mobile_money', currency: 'USD', wallet: 'wallet_a' });
    if (!gateway) throw new Error('the sandbox pays out');
    const before = await batches();
    Object.assign(gateway, { limits: { USD: { least: usd(15), most: usd(500) } } });
    const refused = await upload(finance, fileOf(head, wallet, bank));
    const one = await finance.submit(await finance.open('/dashboard/test/payouts/new'), '/payouts/preview', {
      amount: '14.99',
      currency: 'USD',
      to: 'agent_cash',
    });
    Object.assign(gateway, { limits: {} });

    expect(plain(refused)).toContain(words.wrong.lines(1));
    expect(plain(refused)).toContain('2 The amount is below the minimum. The smallest amount is 15.00');
    expect([one.status, plain(one)]).toEqual([409, expect.stringContaining('The smallest amount is 15.00')]);
    expect(await batches()).toEqual(before);
  });

  it('are not paid while a line names what is not there, and say whose money they pay', async () => {
    const named =
      'amount,currency,method,bank_account_id,subaccount_id,mobile_money_provider,mobile_money_number';
    const body = {
      type: 'mobile_money',
      mobile_money_provider: 'wallet_a',
      mobile_money_number: '0771111111',
    };
    const { bank_account_id: id } = (await api('createBankAccount', { body: { ...body, label: 'Till' } }))
      .data;
    const { id: partner } = (await api('createSubaccount', { body: { name: 'Tatenda Banda' } })).data;
    const mine = `2.00,USD,mobile_money,${id.toUpperCase()},,,`;
    const theirs = `3.00,USD,mobile_money,,${partner},wallet_a,0771111111`;
    const refused = await upload(
      finance,
      fileOf(
        named,
        mine,
        mine.replace(/.{12},,,$/, '000000000000,,,'),
        mine.replace('mobile_money', 'bank_transfer'),
        theirs.replace(/.{12},wallet_a/, '000000000000,wallet_a'),
        '4.00,USD,mobile_money,,,wallet_b,0881234567',
      ),
    );
    // As Excel for Mac ends lines.
    const preview = await upload(finance, [named, mine, theirs].join('\r'));

    expect(refused.status).toBe(422);
    expect(plain(refused)).toMatch(
      / 3 bank_account_id is none of .* 4 The saved account does not fit .* 5 subaccount_id is none of .* 6 The wallet is not available\./,
    );
    expect(plain(preview)).toContain('Total in USD US$5.00 From the balances of partners in USD US$3.00');
    expect(plain(preview)).toMatch(
      / 2 Till Wallet A \S+ Mobile money US\$2\.00 .* Tatenda Banda Mobile money US\$3\.00/,
    );
  });

  it.each([
    ['no file', '', words.wrong.empty],
    ['semicolons between the cells', fileOf(head, wallet).replaceAll(',', ';'), words.wrong.head],
    ['an empty line within', fileOf(head, '', wallet), words.wrong.controls],
    [
      'a line end within a name',
      fileOf(head, bank, bank.replace('Moyo,', `\r${wallet}`)),
      words.wrong.controls,
    ],
    [
      'letters of another encoding',
      Buffer.from(fileOf(head, bank.replace('Rudo', 'Andr\xE9')), 'latin1'),
      'has lost a letter',
    ],
    [
      'too many payouts',
      fileOf(head, ...Array.from({ length: 1001 }, () => wallet)),
      words.wrong.tooMany(1001),
    ],
    [
      'too many bytes',
      fileOf(head, ...Array.from({ length: 2000 }, () => bank.repeat(2))),
      words.wrong.tooLarge,
    ],
  ])('are refused with words for %s', async (_, text, said) => {
    const refused = await upload(finance, text);

    expect(refused.status).toBe(422);
    expect(plain(refused)).toContain(said);
  });

  it('are refused as a whole if the balance is too low', async () => {
    const refused = await upload(finance, fileOf(head, ...Array.from({ length: 9 }, () => wallet)));

    expect(refused.status).toBe(409);
    expect(plain(refused)).toMatch(
      /The available balance is too low\. This needs 108\.00\. There is \d+\.\d\d\./,
    );
  });

  it('keep the file when the code of the merchant was wrong', async () => {
    const merchant = await office.app.aMerchant({ totp: true });
    const own = apiOf(office.app.baseUrl, merchant.secretKey);
    await earn(own);
    const person = await office.aPerson({ role: 'finance', merchantId: merchant.merchantId });
    const client = office.aBrowser();
    await client.signIn(person.email, person.password);
    const preview = await upload(client, fileOf(head, wallet));
    const noCode = await confirm(client, preview, { code: '12345a' });
    const wrong = await confirm(client, noCode, { code: '000000' });
    const before = await batches(own);
    const code = totpNow(merchant.totpSecret);
    const sent = await Promise.all([confirm(client, wrong, { code }), confirm(client, wrong, { code })]);

    expect(plain(noCode)).toContain('The code has six digits.');
    expect(wrong.status).toBe(409);
    expect(before).toEqual([]);
    // The second copy is not told that the code is wrong: with another code it would pay again.
    expect(sent.map(plain).filter((text) => text.includes('This form was sent before'))).toHaveLength(1);
    expect(sent.map(({ path }) => path)).toContainEqual(expect.stringMatching(/\/batches\/pob_/));
    expect(await batches(own)).toHaveLength(1);
  });

  it('of another merchant are not found', async () => {
    const [batch] = await batches();

    expect((await (await office.stranger()).open(`${base}/${batch?.id}`)).status).toBe(404);
  });
});
