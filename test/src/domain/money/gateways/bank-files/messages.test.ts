import { describe, expect, it } from 'vitest';
import {
  readCamt053,
  readCamt054,
} from '../../../../../../src/domain/money/gateways/bank-files/messages/camt.ts';
import { readMessage } from '../../../../../../src/domain/money/gateways/bank-files/messages/document.ts';
import { readPain002 } from '../../../../../../src/domain/money/gateways/bank-files/messages/pain002.ts';
import { bankText } from '../../../../../../src/domain/money/gateways/bank-files/messages/text.ts';
import {
  type Entry,
  notification,
  statement,
  statementOf,
  statusReport,
  usualDay,
} from '../../../../../support/rails/bank/messages.ts';

const bytes = (text: string) => Buffer.from(text);
const statusesOf = async (text: string) => readPain002((await readMessage(bytes(text))).body);
const entriesOf = async (...entries: readonly Entry[]) =>
  readCamt054((await readMessage(bytes(notification(...entries)))).body);
const problemOf = (content: string | Uint8Array): Promise<string> =>
  readMessage(typeof content === 'string' ? bytes(content) : content).then(
    () => 'read',
    (error: Error) => `${error.name}: ${error.message}`,
  );

const page = async (number: number, last: boolean) => {
  const pages = `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${last}</LastPgInd></StmtPgntn>`;
  const text = statement('S-1', { amount: '1' }).replace('<Id>S-1</Id>', `<Id>S-1</Id>${pages}`);
  return (await readCamt053(bytes(text)))[0];
};

describe('a status report', () => {
  it.each([
    ['ACTC', 'accepted'],
    ['ACCP', 'accepted'],
    ['ACSP', 'accepted'],
    ['ACWC', 'accepted'],
    ['ACSC', 'settled'],
    ['ACCC', 'settled'],
    ['RJCT', 'rejected'],
    ['CANC', 'rejected'],
  ])('with %s says that a transfer is %s', async (status, says) => {
    const { single } = await statusesOf(statusReport({ statuses: [{ id: 'PO1', status, reason: 'AC04' }] }));

    expect(single).toMatchObject([{ says, endToEndId: 'PO1', reason: 'AC04' }]);
  });

  it.each(['PDNG', 'RCVD', 'PART', 'BLCK', 'NEWS'])('with %s says nothing yet', async (status) => {
    const read = await statusesOf(statusReport({ statuses: [{ id: 'PO1', status }], group: status }));

    expect(read).toEqual({ single: [], groups: [] });
  });

  it('about a file is about each of its transfers', async () => {
    const read = await statusesOf(statusReport({ file: 'M1', group: 'RJCT', reason: 'AM10' }));

    expect(read).toEqual({
      single: [],
      groups: [
        {
          says: 'rejected',
          fileMessageId: 'M1',
          covers: [],
          reason: 'AM10',
          total: null,
          butFor: [],
          bankReference: null,
        },
      ],
    });
  });

  it('leaves those that it names out of what it says of their part', async () => {
    const statuses = [
      { id: 'PO1', status: 'RJCT', reason: 'AC01' },
      { id: 'PO2', status: 'PDNG' },
    ];
    const read = await statusesOf(statusReport({ file: 'M1', group: 'PART', part: 'ACSP', statuses }));

    expect(read.single).toMatchObject([{ endToEndId: 'PO1', says: 'rejected' }]);
    expect(read.groups).toMatchObject([{ says: 'accepted', butFor: ['PO1', 'PO2'] }]);
  });

  it.each([
    ['an id of the bank', '<OrgnlEndToEndId>E2E-77</OrgnlEndToEndId>'],
    ['no id', '<StsId>77</StsId>'],
  ])('with another status for a transfer by %s says nothing of the file', async (_name, id) => {
    const read = async (status: string) => {
      const text = statusReport({
        file: 'M1',
        group: 'ACSC',
        part: 'ACSC',
        statuses: [{ id: 'PO1', status }],
      });
      return await statusesOf(text.replace('<OrgnlEndToEndId>PO1</OrgnlEndToEndId>', id));
    };

    // One of the payouts was rejected. All of them would have been completed.
    expect(await read('RJCT')).toMatchObject({ single: [{ says: 'rejected' }], groups: [] });
    expect(await read('PDNG')).toEqual({ single: [], groups: [] });
    expect(await read('ACCC')).toMatchObject({ groups: [{ says: 'settled', fileMessageId: 'M1' }] });
  });

  const duplicates = ['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05'];

  it.each(duplicates)('with RJCT and %s says that it is a duplicate, not a rejection', async (reason) => {
    const statuses = [{ id: 'PO1', status: 'RJCT', reason }];
    const ofOne = await statusesOf(statusReport({ statuses }));
    const ofPart = await statusesOf(statusReport({ file: 'M1', part: 'RJCT', partReason: reason }));
    const ofFile = await statusesOf(statusReport({ file: 'M1', group: 'RJCT', reason }));

    expect(ofOne).toMatchObject({ single: [{ says: 'duplicate', endToEndId: 'PO1', reason }], groups: [] });
    for (const { single, groups } of [ofPart, ofFile])
      expect([single, groups]).toMatchObject([[], [{ says: 'duplicate', fileMessageId: 'M1', reason }]]);
  });

  it('of a duplicate file rejects none of the transfers that it names', async () => {
    const statuses = [
      { id: 'PO1', status: 'RJCT' },
      { id: 'PO2', status: 'RJCT', reason: 'NARR' },
    ];
    const ofFile = await statusesOf(statusReport({ file: 'M1', group: 'RJCT', reason: 'DU01', statuses }));
    const ofPart = await statusesOf(
      statusReport({ file: 'M1', group: 'RJCT', part: 'RJCT', partReason: 'DU02', statuses }),
    );

    for (const { single, groups } of [ofFile, ofPart])
      expect([...single, ...groups].map(({ says }) => says)).toEqual(['duplicate', 'duplicate', 'duplicate']);
  });

  it('of a file that names duplicates in it rejects none of the others', async () => {
    const statuses = [{ id: 'PO1', status: 'RJCT', reason: 'DU04' }];
    const read = await statusesOf(statusReport({ file: 'M1', group: 'RJCT', reason: 'NARR', statuses }));

    expect(read.single).toMatchObject([{ says: 'duplicate', reason: 'DU04' }]);
    expect(read.groups).toMatchObject([{ says: 'duplicate', reason: 'DU04', butFor: ['PO1'] }]);
  });

  it('names a duplicate by a reason that is not its first', async () => {
    const text = statusReport({ file: 'M1', group: 'RJCT', reason: 'NARR' });
    const second = '<StsRsnInf><Rsn><Prtry>DU01</Prtry></Rsn></StsRsnInf>';
    const read = await statusesOf(text.replace('</StsRsnInf>', `</StsRsnInf>${second}`));

    expect(read.groups).toMatchObject([{ says: 'duplicate', reason: 'DU01' }]);
  });

  it('that repeats only the instruction id of a transfer is about it', async () => {
    const text = statusReport({ statuses: [{ id: 'NOTPROVIDED', status: 'RJCT', reason: 'AC04' }] });
    const said = text.replace('<OrgnlEndToEndId>', '<OrgnlInstrId>PO1</OrgnlInstrId><OrgnlEndToEndId>');

    expect((await statusesOf(said)).single).toMatchObject([{ says: 'rejected', endToEndId: 'PO1' }]);
  });

  it('with a reason of a duplicate accepts all the same', async () => {
    const statuses = [{ id: 'PO1', status: 'ACSP', reason: 'AM05' }];
    const read = await statusesOf(statusReport({ statuses }));

    expect(read.single).toMatchObject([{ says: 'accepted', reason: 'AM05' }]);
  });

  it('rejects one transfer for its own reason beside a duplicate', async () => {
    const statuses = [
      { id: 'PO1', status: 'RJCT', reason: 'AC04' },
      { id: 'PO2', status: 'RJCT', reason: 'AM05' },
    ];
    const { single } = await statusesOf(statusReport({ file: 'M1', group: 'PART', statuses }));

    expect(single.map(({ says }) => says)).toEqual(['rejected', 'duplicate']);
  });
});

describe('a notification', () => {
  it('of a debit settles, and of a credit that is a return brings back', async () => {
    const { single } = await entriesOf(
      { id: 'PO1', amount: '9.50', reference: 'B-1' },
      { id: 'PO2', amount: '9.5', side: 'CRDT', returned: 'AC04' },
      { id: 'PO3', amount: '7', side: 'CRDT', code: ['ICDT', 'RRTN'] },
    );

    expect(single).toMatchObject([
      { says: 'debited', endToEndId: 'PO1', amount: 95_000n, currency: 'USD', bankReference: 'B-1' },
      { says: 'returned', endToEndId: 'PO2', amount: 95_000n, reason: 'AC04' },
      { says: 'returned', endToEndId: 'PO3', amount: 70_000n },
    ]);
  });

  it.each(['true', '1', ' 1 ', '\n  true\n'])('of a reversed debit, %j, brings back', async (reversal) => {
    const { single } = await entriesOf({ id: 'PO1', amount: '9.50', side: 'CRDT', reversal });

    expect(single).toMatchObject([{ says: 'returned', endToEndId: 'PO1', amount: 95_000n }]);
  });

  it.each(['false', '0'])('of a credit that reverses nothing, %j, is other money', async (reversal) => {
    const read = await entriesOf({ id: 'PO1', amount: '9.50', side: 'CRDT', reversal });

    expect(read).toEqual({ single: [], groups: [] });
  });

  it('of a credit that is reversed for a cancellation brings back', async () => {
    const { single } = await entriesOf({ id: 'PO1', amount: '9.50', side: 'CRDT', code: ['ICDT', 'RPCR'] });

    expect(single).toMatchObject([{ says: 'returned', endToEndId: 'PO1', amount: 95_000n }]);
  });

  it('of other money, of what is only announced, and of charges says nothing of our transfers', async () => {
    const read = await entriesOf(
      { id: 'PO1', amount: '9.50', side: 'CRDT' },
      { id: 'PO1', amount: '9.50', status: 'PDNG' },
      { id: 'NOTPROVIDED', amount: '1.00' },
      { amount: '0.50', code: ['MDOP', 'CHRG'] },
    );

    expect(read).toEqual({ single: [], groups: [] });
  });

  it.each(['', '<EndToEndId>NOTPROVIDED</EndToEndId>'])(
    'that repeats only the instruction id of a transfer (%j) is about it',
    async (endToEnd) => {
      const id = 'PO0123456789ABCDEF0123456789ABCDEF';
      const read = async (instruction: string) => {
        const text = notification({ id, amount: '9.50' });
        const refs = `<InstrId>${instruction}</InstrId>${endToEnd}`;
        const said = text.replace(`<EndToEndId>${id}</EndToEndId>`, refs);
        return readCamt054((await readMessage(bytes(said))).body);
      };

      expect((await read(id)).single).toMatchObject([{ says: 'debited', endToEndId: id, amount: 95_000n }]);
      // Somebody else's instruction, such as a standing order at the bank.
      expect(await read('RENT-0042')).toEqual({ single: [], groups: [] });
    },
  );

  it('of a file that is booked as a whole is about its transfers', async () => {
    const read = await entriesOf({ amount: '19.00', currency: 'ZWG', file: 'M1', reference: 'B-1' });

    const total = { amount: 190_000n, currency: 'ZWG' };
    expect(read.groups).toMatchObject([
      { says: 'debited', fileMessageId: 'M1', total, bankReference: 'B-1' },
    ]);
  });
});

describe('a statement', () => {
  it('shows balances and movements with their signs', async () => {
    const id = 'PO0123456789ABCDEF0123456789ABCDEF';
    const text = statement(
      'S-1',
      { id, amount: '9.50', reference: 'B-1' },
      { id, amount: '9.50', side: 'CRDT', returned: 'AC04', reference: 'B-2' },
      { amount: '0.25', code: ['MDOP', 'CHRG'] },
      { amount: '100.00', side: 'CRDT', code: ['RCDT', 'DMCT'] },
    );
    const [read] = await readCamt053(bytes(text));

    expect(read).toMatchObject({
      id: 'S-1',
      currency: 'USD',
      from: usualDay,
      to: usualDay,
      opening: 10_000_000n,
      closing: -125_000n,
    });
    expect(read?.lines).toEqual([
      {
        line: 'B-1',
        reference: id,
        gatewayReference: 'B-1',
        kind: 'payout',
        amount: -95_000n,
        currency: 'USD',
        bookedOn: usualDay,
      },
      {
        line: 'B-2',
        reference: id,
        gatewayReference: 'B-2',
        kind: 'return',
        amount: 95_000n,
        currency: 'USD',
        bookedOn: usualDay,
      },
      {
        line: '#3',
        reference: null,
        gatewayReference: null,
        kind: 'fee',
        amount: -2500n,
        currency: 'USD',
        bookedOn: usualDay,
      },
      {
        line: '#4',
        reference: null,
        gatewayReference: null,
        kind: 'other',
        amount: 1_000_000n,
        currency: 'USD',
        bookedOn: usualDay,
      },
    ]);
  });

  it('has lines with ids of their own, even if the bank repeats one', async () => {
    const text = statement('S-1', { amount: '1', reference: 'B-1' }, { amount: '2', reference: 'B-1' });
    const [read] = await readCamt053(bytes(text));

    expect(read?.lines.map(({ line }) => line)).toEqual(['B-1#1', 'B-1#2']);
  });

  it('names the file of an entry if it is ours, and no batch of somebody else', async () => {
    const file = 'M0123456789ABCDEF0123456789ABCDEF';
    const text = statement('S-1', { amount: '19', file }, { amount: '7', file: 'SALARIES-11' });
    const [read] = await readCamt053(bytes(text));

    expect(read?.lines).toMatchObject([
      { reference: file, kind: 'payout' },
      { reference: null, kind: 'other' },
    ]);
  });

  it.each([
    ['23:59:59Z of a day', '2026-11-30T23:59:59Z', '2026-11-30'],
    ['24:00 of a day', '2026-11-30T24:00:00+02:00', '2026-11-30'],
    ['the midnight after it', '2026-12-01T00:00:00+02:00', '2026-11-30'],
    ['the midnight after it, to the millisecond', '2026-12-01T00:00:00.000', '2026-11-30'],
    ['noon', '2026-12-01T12:00:00Z', '2026-12-01'],
    ['the midnight at which it begins', '2026-11-30T00:00:00Z', '2026-11-30'],
  ])('that ends at %s covers the days up to it', async (_, end, last) => {
    const day = '2026-11-30';
    const text = statementOf({ id: 'S1', day, closing: ['1.00', 'CRDT'] }).replace(`${day}T23:59:59Z`, end);

    expect(await readCamt053(bytes(text))).toMatchObject([{ from: day, to: last }]);
  });

  it('of several pages is one statement for each, and its balances are of all of them', async () => {
    expect(await page(1, false)).toMatchObject({ id: 'S-1', opening: 10_000_000n, closing: null });
    expect(await page(2, true)).toMatchObject({ id: 'S-1/2', closing: null, lines: [{ amount: -10_000n }] });
    expect(await page(1, true)).toMatchObject({ id: 'S-1', closing: -125_000n });
  });

  it('is no other message', async () => {
    await expect(readCamt053(bytes(notification()))).rejects.toThrow('not a statement');
  });
});

describe('a hostile or broken file', () => {
  const laughs = `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>`;
  const outside = `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  const good = statusReport({ group: 'ACCP' });
  const declared = (type: string) => good.replace('<Document', `${type}<Document`);

  it.each<[string, string | Uint8Array, string]>([
    ['entities that grow', declared(laughs), 'it declares a document type, which is not allowed'],
    ['an entity of another file', declared(outside), 'it declares a document type, which is not allowed'],
    ['an entity that nobody declared', good.replace('ACCP', '&x;'), 'it is not well-formed XML'],
    ['half of its bytes', good.slice(0, good.length / 2), 'it is not well-formed XML'],
    ['nothing in it', '', 'it is not well-formed XML'],
    ['too many levels', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`, 'it is more than 40 elements deep'],
    ['another namespace', good.replace('urn:iso:', 'urn:eso:'), 'it is a Document of the namespace urn:eso:'],
    [
      'another version',
      good.replace('pain.002.001.10', 'pain.002.001.03'),
      'it is a Document of pain.002.001.03',
    ],
    [
      'another message',
      good.replace('pain.002.001.10', 'pacs.004.001.09'),
      'it is a Document of pacs.004.001.09, and not one of pain.002.001.10, camt',
    ],
    ['the wrong root', good.replaceAll('CstmrPmtStsRpt', 'Other'), 'it has no CstmrPmtStsRpt'],
    [
      'no message id',
      good.replace(/<MsgId>.*?<\/MsgId>/, ''),
      'it has no CstmrPmtStsRpt with a GrpHdr/MsgId',
    ],
    [
      'a wrong encoding',
      Buffer.from(good.replace('ACCP', 'Ünïcode'), 'latin1'),
      'its bytes are not in the encoding',
    ],
    ['an unknown encoding', good.replace('UTF-8', 'EBCDIC-US'), 'its encoding is neither'],
  ])('with %s is refused in words', async (_name, content, words) => {
    expect(await problemOf(content)).toContain(`Unreadable: ${words}`);
  });

  it('with an amount that is none is refused', async () => {
    await expect(entriesOf({ id: 'PO1', amount: '1e9' })).rejects.toThrow('an amount that is none');
    await expect(entriesOf({ id: 'PO1', amount: '1.00001' })).rejects.toThrow('more than four decimals');
  });

  it.each([
    ['no side of an entry', '<CdtDbtInd>DBIT</CdtDbtInd>', '', 'neither a credit (CRDT) nor a debit (DBIT)'],
    ['a side of its own', '<CdtDbtInd>DBIT', '<CdtDbtInd>C', 'neither a credit (CRDT) nor a debit (DBIT)'],
    ['no status of an entry', '<Sts><Cd>BOOK</Cd></Sts>', '', 'does not say whether it is booked'],
    ['a status of its own', '<Cd>BOOK</Cd>', '<Prtry>BOOKED</Prtry>', 'does not say whether it is booked'],
    ['30 February', `<Dt>${usualDay}</Dt>`, '<Dt>2026-02-30</Dt>', 'a date that is none'],
  ])('with %s is refused, and no debit', async (_name, said, wrong, words) => {
    const text = notification({ id: 'PO1', amount: '9.50' }).replaceAll(said, wrong);

    await expect(readMessage(bytes(text)).then(({ body }) => readCamt054(body))).rejects.toThrow(words);
  });

  it('with a period or a balance that is none is refused', async () => {
    const text = statement('S-1', { amount: '1.00' });
    const refused = async (said: string | RegExp, wrong: string) =>
      await expect(readCamt053(bytes(text.replace(said, wrong)))).rejects.toThrow(/^it has a/);

    await refused(/<ToDtTm>.*?</, '<ToDtTm>2027-02-30T00:00:00<');
    await refused(/(<\/Amt><CdtDbtInd>)CRDT/, '$1C');
  });

  it('in the older encoding of banks is read', async () => {
    const text = statusReport({ statuses: [{ id: 'PO1', status: 'ACCP' }] }).replace('UTF-8', 'ISO-8859-1');

    expect(await problemOf(Buffer.from(text, 'latin1'))).toBe('read');
  });
});

describe('a text for a bank', () => {
  it.each([
    ['Müller & Söhne', 'Muller + Sohne'],
    ['Łódź Straße', 'Lodz Strasse'],
    ['  tabs\tand\nlines  ', 'tabs and lines'],
    ['O’Neill_Shop', "O'Neill-Shop"],
    ['商店 (Shop)', '?? (Shop)'],
    ['', '?'],
  ])('writes %j as %j', (text, written) => {
    expect(bankText(text, 70)).toBe(written);
  });

  it('is cut off after its letters have been written out', () => {
    expect(bankText('ß'.repeat(10), 5)).toBe('sssss');
  });
});
