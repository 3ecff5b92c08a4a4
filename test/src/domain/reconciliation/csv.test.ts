import { describe, expect, it } from 'vitest';
import { UnreadableStatement } from '../../../../src/domain/reconciliation/statements/csv-rows.ts';
import { readMapping } from '../../../../src/domain/reconciliation/statements/mapping.ts';
import { readCsv } from '../../../../src/domain/reconciliation/statements/read-csv.ts';

const plainMapping = {
  date: 'YYYY-MM-DD',
  currency: 'USD',
  columns: { line: 'Id', booked_on: 'Date', amount: 'Amount', reference: 'Ref' },
};

function read(text: string | Iterable<Uint8Array>, mapping: object = plainMapping, days = {}) {
  const bytes = typeof text === 'string' ? [new TextEncoder().encode(text)] : text;
  return readCsv({ bytes, id: 'today', ...days }, readMapping(JSON.stringify(mapping)));
}

/** Why the file is refused; fails the test if it is not, or for another reason than its content. */
async function refusalOf(
  text: string | Iterable<Uint8Array>,
  mapping: object = plainMapping,
): Promise<string> {
  const error: unknown = await read(text, mapping).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnreadableStatement);
  return error instanceof Error ? error.message : '';
}

const header = 'Id,Date,Amount,Ref\n';

describe('a CSV statement', () => {
  it('is read by its mapping: separator, dates, signs, groups, kinds', async () => {
    const text = [
      'Statement of 2 March',
      'Nr;Datum;Art;Betrag;S;Verweis;RRN',
      '1;02.03.2026;SALE;1.234,50;CR;order-1;R1',
      '2;02.03.2026;REFUND;"10,00";DR;order-2;',
      // Words of the bank that no mapping has: a spelling of DR, and a name that every object of JavaScript has.
      '3;03.03.2026;constructor;0,29;Dr;;',
    ].join('\r\n');
    const mapping = {
      separator: ';',
      skip: 1,
      date: 'DD.MM.YYYY',
      decimal: ',',
      thousands: '.',
      currency: 'USD',
      columns: {
        line: 'Nr',
        booked_on: 'Datum',
        kind: 'Art',
        amount: 'Betrag',
        sign: 'S',
        reference: 'Verweis',
        gateway_reference: 'RRN',
      },
      kinds: { SALE: 'payment', REFUND: 'refund' },
      out: ['DR'],
    };

    const statement = await read(text, mapping);

    const common = { currency: 'USD' };
    expect(statement).toEqual({
      id: 'today',
      currency: 'USD',
      from: '2026-03-02',
      to: '2026-03-03',
      opening: null,
      closing: null,
      lines: [
        {
          ...common,
          line: '1',
          kind: 'payment',
          amount: 12_345_000n,
          reference: 'order-1',
          gatewayReference: 'R1',
          bookedOn: '2026-03-02',
        },
        {
          ...common,
          line: '2',
          kind: 'refund',
          amount: -100_000n,
          reference: 'order-2',
          gatewayReference: null,
          bookedOn: '2026-03-02',
        },
        {
          ...common,
          line: '3',
          kind: 'other',
          amount: -2900n,
          reference: null,
          gatewayReference: null,
          bookedOn: '2026-03-03',
        },
      ],
    });
  });

  it.each([
    ['1,2026-03-02,-10.00,a', -100_000n],
    ['1,2026-03-02,+0.0001,a', 1n],
    ['1,2026-03-02,99999999999999,a', 999_999_999_999_990_000n],
  ])('has the amount of %s to the ten-thousandth', async (row, amount) => {
    expect((await read(header + row)).lines).toMatchObject([{ amount }]);
  });

  it('may state money in and out in two columns, and its currency in one', async () => {
    const mapping = {
      date: 'YYYYMMDD',
      columns: { booked_on: 'D', in: 'In', out: 'Out', currency: 'C', gateway_reference: 'R' },
    };
    const { lines } = await read('D,In,Out,C,R\n20260302,1.00,,usd,a\n20260302,,2.50,USD,b\n', mapping);

    expect(lines).toMatchObject([
      { line: '2', kind: 'payment', amount: 10_000n, currency: 'USD' },
      { line: '3', kind: 'refund', amount: -25_000n },
    ]);
  });

  it('may have amounts without signs, of which refunds, payouts and fees went out, with a sign or without', async () => {
    const mapping = {
      ...plainMapping,
      unsigned: true,
      columns: { ...plainMapping.columns, kind: 'K' },
      kinds: { r: 'refund', p: 'payment', f: 'fee' },
    };
    const { lines } = await read(
      'Id,Date,Amount,Ref,K\n1,2026-03-02,1.00,a,r\n2,2026-03-02,1.00,a,p\n3,2026-03-02,1.00,,f\n4,2026-03-02,-1.00,a,r',
      mapping,
    );

    expect(lines.map(({ amount }) => amount)).toEqual([-10_000n, 10_000n, -10_000n, -10_000n]);
  });

  it('may say of a kind without signs that it went out: a chargeback, unlike a payout that comes back', async () => {
    const mapping = {
      ...plainMapping,
      unsigned: true,
      columns: { ...plainMapping.columns, kind: 'K', sign: 'K' },
      kinds: { p: 'payment', c: 'return', b: 'return' },
      out: ['c'],
    };
    const rows = ['1,2026-03-02,1.00,a,p', '2,2026-03-02,1.00,a,c', '3,2026-03-02,1.00,a,b'];

    const { lines } = await read(['Id,Date,Amount,Ref,K', ...rows].join('\n'), mapping);

    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['payment', 10_000n],
      ['return', -10_000n],
      ['return', 10_000n],
    ]);
  });

  it('may have fees and other lines of zero, which move no money', async () => {
    const kinds = { kinds: { f: 'fee', p: 'payment' } };
    const one = { ...plainMapping, ...kinds, columns: { ...plainMapping.columns, kind: 'K' } };
    const { amount: _, ...columns } = one.columns;
    const two = { ...one, columns: { ...columns, in: 'In', out: 'Out' } };

    const waived = await read('Id,Date,Amount,Ref,K\n1,2026-03-02,0.00,,f\n2,2026-03-02,-0.00,,Info', one);
    const apart = await read('Id,Date,In,Out,Ref,K\n1,2026-03-02,,0.00,,f', two);

    expect(waived.lines).toMatchObject([
      { kind: 'fee', amount: 0n },
      { kind: 'other', amount: 0n },
    ]);
    expect(apart.lines).toMatchObject([{ kind: 'fee', amount: 0n }]);
    expect(await refusalOf('Id,Date,Amount,Ref,K\n1,2026-03-02,,,f', one)).toContain('no amount');
    expect(await refusalOf('Id,Date,Amount,Ref,K\n1,2026-03-02,0.00,a,p', one)).toContain('no amount');
    expect(await refusalOf('Id,Date,In,Out,Ref,K\n1,2026-03-02,,,,f', two)).toContain('exactly one');
    expect(await refusalOf('Id,Date,In,Out,Ref,K\n1,2026-03-02,5.00,-5.00,,f', two)).toContain('exactly one');
    expect(await refusalOf(`${header}1,2026-03-02,0.00,a`)).toContain('no amount');
  });

  it('may begin with a byte order mark, quote everything, hold line breaks where nobody reads them, and come in any pieces', async () => {
    const text =
      '\uFEFF"Id","Date","Amount","Ref","Note"\r\n"1","2026-03-02","1.00","a ""b"", c","two\r\nlines é"\r\n\r\n';
    const bytes = new TextEncoder().encode(text);
    const whole = await read(text);
    const inPieces = await read([...bytes].map((byte) => Uint8Array.of(byte)));

    expect(whole.lines).toMatchObject([{ line: '1', reference: 'a "b", c', amount: 10_000n }]);
    expect(inPieces).toEqual(whole);
  });

  it('may be in windows-1252, if the mapping says so', async () => {
    const bytes = Buffer.from(`${header}1,2026-03-02,1.00,Caf\u00e9\n`, 'latin1');

    expect((await read([bytes], { ...plainMapping, encoding: 'windows-1252' })).lines).toMatchObject([
      { reference: 'Café' },
    ]);
    expect(await refusalOf([bytes])).toContain('not utf-8');
  });

  it('has one currency', async () => {
    const mapping = {
      ...plainMapping,
      currency: undefined,
      columns: { ...plainMapping.columns, currency: 'C' },
    };
    const rows = ['Id,Date,Amount,Ref,C', '1,2026-03-02,1.00,a,USD', '2,2026-03-02,1.00,b,usd'];

    expect(await read(rows.join('\n'), mapping)).toMatchObject({ currency: 'USD', lines: [{}, {}] });
    expect(await refusalOf([...rows, '3,2026-03-02,1.00,c,ZWG'].join('\n'), mapping)).toBe(
      'Line 4 is in ZWG, and the lines above it are in USD. Make a file of the lines of each currency, and import each with the same --from and --to.',
    );
  });

  it('may end its rows with separators that the header lacks', async () => {
    expect((await read(`${header}1,2026-03-02,1.00,a,, ,\n`)).lines).toMatchObject([{ reference: 'a' }]);
  });

  it('may be of days without lines where only lines say the currency, if somebody names it', async () => {
    const { currency: _, ...other } = plainMapping;
    const mapping = { ...other, columns: { ...other.columns, currency: 'C' } };
    const days = { from: '2026-03-02', to: '2026-03-02' };
    const names = 'Id,Date,Amount,Ref,C\n';
    const row = `${names}1,2026-03-02,1.00,a,USD\n`;

    expect(await read(names, mapping, { ...days, currency: 'ZWG' })).toMatchObject({
      currency: 'ZWG',
      lines: [],
    });
    expect(await read(row, mapping, { currency: 'USD' })).toMatchObject({ currency: 'USD', lines: [{}] });
    await expect(read(names, mapping, days)).rejects.toThrow('Name it: --currency.');
    await expect(read(row, mapping, { currency: 'ZWG' })).rejects.toThrow(
      'The file is in USD, and not in ZWG.',
    );
    await expect(read(header, plainMapping, { ...days, currency: 'ZWG' })).rejects.toThrow('not in ZWG');
  });

  it('may be of days without lines', async () => {
    expect(await read(header, plainMapping, { from: '2026-03-02', to: '2026-03-02' })).toMatchObject({
      from: '2026-03-02',
      lines: [],
    });
    expect(await refusalOf(header)).toContain('no lines');
  });
});

describe('a CSV statement is refused, in words, when it', () => {
  it.each([
    ['is empty', '', /no header/],
    ['lacks a column', 'Id,Date,Sum,Ref\n', /no column Amount.*It has: Id, Date, Sum, Ref/],
    ['has a column twice', 'Id,Date,Amount,Amount,Ref\n', /Amount twice/],
    ['has a formula as an amount', `${header}1,2026-03-02,=1+1,a`, /Line 2, column Amount, "=1\+1"/],
    ['has a formula as a reference', `${header}1,2026-03-02,1.00,=HYPERLINK("x")`, /quote|formula/],
    ['has a quoted formula', `${header}1,2026-03-02,1.00,"=cmd|' /C calc'!A0"`, /formula/],
    [
      'has a reference that was rounded',
      `${header}1,2026-03-02,1.00,1.23457E+11`,
      /"1.23457E\+11": a spread/,
    ],
    ['has an amount of another kind', `${header}1,2026-03-02,"1,00",a`, /no amount such as 1234.50/],
    ['has an amount of exponents', `${header}1,2026-03-02,1e9,a`, /no amount/],
    ['has an amount of five decimals', `${header}1,2026-03-02,0.12345,a`, /no amount/],
    ['has no amount', `${header}1,2026-03-02,,a`, /no amount/],
    ['has another date', `${header}1,02/03/2026,1.00,a`, /no day as YYYY-MM-DD/],
    ['has a day that no calendar has', `${header}1,2026-02-30,1.00,a`, /no day/],
    ['ends in the middle of a row', `${header}1,2026-03-02`, /the row ends before it/],
    [
      'has an amount with a comma that no quotes hold',
      `${header}1,2026-03-02,1,234.50,a`,
      /5 cells.*4 columns/,
    ],
    ['opens a quote and never closes it', `${header}1,2026-03-02,1.00,"a`, /never closed/],
    ['has a quote in a cell', `${header}1,2026-03-02,1.00,a"b`, /quote stands inside/],
    ['has letters after a quote', `${header}1,2026-03-02,1.00,"a"b`, /quote stands inside/],
    ['holds zero bytes', `${header}1,2026-03-02,1.00,a\0b`, /control characters/],
    [
      'has lines that end with CR alone',
      'Id,Date,Amount,Ref,Note\r1,2026-03-02,1.00,a,b\r',
      /CR stands alone/,
    ],
    ['has a CR in an amount', `${header}1,2026-03-02,10\r00,a`, /Line 2: A CR stands alone/],
    ['has a line break in a reference', `${header}1,2026-03-02,1.00,"a\nb"`, /line break/],
    ['has a million columns', `${header}${','.repeat(1_000_000)}\n`, /more than 200 columns/],
    ['has a cell of a million letters', `${header}${'x'.repeat(1_000_000)}\n`, /more than 2000 letters/],
  ])('%s', async (_, text, words) => {
    expect(await refusalOf(text)).toMatch(words);
  });

  it('is UTF-16', async () => {
    expect(await refusalOf([Buffer.from(`\uFEFF${header}`, 'utf16le')])).toContain('UTF-16');
  });

  it('has a million lines, before it has read them all', async () => {
    let given = 0;
    function* endless() {
      yield new TextEncoder().encode(header);
      const thousand = new TextEncoder().encode('1,2026-03-02,1.00,a\n'.repeat(1000));
      for (; given < 1000; given += 1) yield thousand;
    }

    expect(await refusalOf(endless())).toContain('more than 250000 rows');
    expect(given).toBeLessThan(260);
  });
});

describe('a mapping is refused, in words, when it', () => {
  const columns = plainMapping.columns;
  it.each([
    ['is no JSON', '{', /no JSON/],
    ['lacks what it needs', '{}', /date.*columns/],
    ['names an unknown column', { ...plainMapping, columns: { ...columns, iban: 'IBAN' } }, /"iban"/],
    ['names an unknown format', { ...plainMapping, date: 'D.M.YY' }, /date .*YYYY-MM-DD/],
    [
      'has no amount',
      { ...plainMapping, columns: { booked_on: 'D', reference: 'R' } },
      /amount, or both in and out/,
    ],
    [
      'has amounts twice',
      { ...plainMapping, columns: { ...columns, in: 'I', out: 'O' } },
      /amount, or both in/,
    ],
    [
      'has only money in',
      { ...plainMapping, columns: { booked_on: 'D', reference: 'R', in: 'I' } },
      /both in and out/,
    ],
    ['has no currency', { ...plainMapping, currency: undefined }, /name a currency/],
    ['has two currencies', { ...plainMapping, columns: { ...columns, currency: 'C' } }, /name a currency/],
    [
      'has nothing that names a transaction',
      { ...plainMapping, columns: { booked_on: 'D', amount: 'A' } },
      /reference or gateway_reference/,
    ],
    ['groups by the decimal sign', { ...plainMapping, thousands: '.' }, /same sign/],
    [
      'has a sign that nobody explains',
      { ...plainMapping, columns: { ...columns, sign: 'S' } },
      /need each other/,
    ],
    ['has kinds that nobody names', { ...plainMapping, kinds: { a: 'payment' } }, /need each other/],
  ])('%s', (_, mapping, words) => {
    expect(() => readMapping(typeof mapping === 'string' ? mapping : JSON.stringify(mapping))).toThrow(words);
  });
});
