import { payAndDeliver, withPayments } from '../../load/paying.ts';
import { type Figure, ratesOf, ratios, type Side } from '../../measure/figures.ts';
import { inTurn, type Scenario } from '../../measure/scenario.ts';
import { someMerchants } from '../../testbed/testbed.ts';

const connections = 16;
const few = 16;
const many = 300;

export const ways: Scenario = {
  name: 'ways',
  about: `full payments by card and by wallet over ${few} merchants, and by card over ${many}, in turn`,
  run: (shared) =>
    withPayments(shared, async (bench, paid) => {
      bench.say(`ways: creating ${many} merchants`);
      const all = await someMerchants(bench.testbed, many);
      const first = all.slice(0, few);
      const sides = await inTurn(bench, 'ways', [
        ['by card', () => payAndDeliver(bench, paid, { merchants: first, method: 'card', connections })],
        ['by wallet', () => payAndDeliver(bench, paid, { merchants: first, method: 'wallet', connections })],
        [
          `by card over ${many} merchants`,
          () => payAndDeliver(bench, paid, { merchants: all, method: 'card', connections }),
        ],
      ]);
      return figuresOf(sides);
    }),
};

function figuresOf(sides: readonly Side[]): readonly Figure[] {
  const [card] = sides;
  const about = `${connections} customers, delivered and recorded`;
  const rates = sides.map(
    ({ of, values }): Figure => ({ id: 'ways', what: `full payment ${of}`, values, unit: '/s', about }),
  );
  const against = sides.slice(1).map(
    (side): Figure => ({
      id: 'ways',
      what: `full payment ${side.of}, against by card`,
      values: ratios(side.values, card?.values ?? []),
      unit: 'x',
      about: ratesOf(card === undefined ? [side] : [side, card]),
      plot: { over: 'rounds', unit: '/s', sides: card === undefined ? [side] : [side, card] },
    }),
  );
  return [...rates, ...against];
}
