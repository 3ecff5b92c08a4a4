import { type Files, literal, madeBy } from './bundle.ts';

/** `x-currencies` of openapi.yaml. */
export type Currencies = Readonly<Record<string, { readonly decimals: number }>>;

const mark = ' # x-currencies';

/** The table as openapi.yaml has it. Amounts are written with two decimals, so no currency has more. */
export function currenciesIn(document: { 'x-currencies'?: Currencies }): Currencies {
  const currencies = document['x-currencies'] ?? {};
  const wrong = Object.entries(currencies).find(
    ([code, { decimals }]) => !/^[A-Z]{3}$/.test(code) || ![0, 1, 2].includes(decimals),
  );
  if (wrong) throw new Error(`x-currencies: ${wrong[0]} must be three letters with 0, 1 or 2 decimals.`);
  return currencies;
}

/** `currencies.ts`: the table for the code. */
export function generateCurrencies(currencies: Currencies): Files {
  return {
    'currencies.ts': `${madeBy}
/** Every currency, with the decimals of its smallest unit. */
export const currencyTable = ${literal(currencies)} as const;
`,
  };
}

/** The text of a document with every currency in each line that ends with the mark. */
export function withEveryCurrency(text: string, currencies: Currencies): string {
  const codes = Object.keys(currencies);
  const lines = text.split('\n');
  return lines
    .flatMap((line, at) => {
      if (!line.endsWith(mark)) return [line];
      const property = propertyOf(line);
      if (property === undefined) return [withCodes(line, codes)];
      // Neighbours are properties of one schema: the first line stands for all of them.
      const isFirst = propertyOf(lines[at - 1] ?? '') === undefined;
      return isFirst ? codes.map((code) => `${property.indent}${code}${property.rest}`) : [];
    })
    .join('\n');
}

/** `        USD: {$ref: …} # x-currencies`. */
function propertyOf(line: string): { indent: string; rest: string } | undefined {
  const [, indent, rest] = /^( +)[A-Z]{3}(: .* # x-currencies)$/.exec(line) ?? [];
  return indent === undefined || rest === undefined ? undefined : { indent, rest };
}

/** `enum: [USD, ZWG]`, or the amounts of an example, where a new currency gets the amount of the last. */
function withCodes(line: string, codes: readonly string[]): string {
  const amounts = new Map([...line.matchAll(/([A-Z]{3}): ('[^']*')/g)].map(([, code, text]) => [code, text]));
  const last = [...amounts.values()].at(-1);
  const shown = codes.map((code) => `${code}: ${amounts.get(code) ?? last}`);
  return last === undefined
    ? line.replace(/\[.*\]/, `[${codes.join(', ')}]`)
    : line.replace(/\{.*\}/, `{${shown.join(', ')}}`);
}
