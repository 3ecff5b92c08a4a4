import { type Document, type Files, literal, madeBy, type Schema } from './bundle.ts';

/** `values.ts`: the values that named schemas list, for code that needs all of them, and the greatest amounts. */
export function generateValues(document: Document): Files {
  const lists = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const values = valuesOf(schema);
    return values.length === 0 ? [] : [[name, values] as const];
  });
  return {
    'values.ts': `${madeBy}import type { MoneyInput } from './openapi.d.ts';

/** Named schema → the values it lists, in the contract's order. */
export const values = ${literal(Object.fromEntries(lists))} as const;

/** A part of the service that can be switched off for an app; it gates operations. */
export type Feature = (typeof values)['Feature'][number];

/** The most that one payment or one payout may be. */
export const greatestAmounts = {
${amountsOf(document)}};
`,
  };
}

/** The linter compares the amounts with the pattern of MoneyInput, so they may have its brand. */
function amountsOf(document: Document): string {
  const amounts = Object.entries(document['x-greatest-amounts'] ?? {});
  return amounts.map(([name, amount]) => `  ${name}: '${amount}' as MoneyInput,\n`).join('');
}

function valuesOf(schema: Schema): readonly string[] {
  const listed = schema['x-extensible-enum'] ?? schema.enum ?? [];
  return listed.filter((value) => typeof value === 'string');
}
