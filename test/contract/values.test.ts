import { describe, expect, it } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import { values } from '../../generated/values.ts';

const { schemas } = contract.components;

describe('lists of values that the contract has more than once', () => {
  it('has the same currencies in requests, in answers and in sums by currency', () => {
    expect(values.CurrencyInput).toEqual(values.Currency);
    expect(schemas.SignedAmounts.required).toEqual(values.Currency);
    expect(Object.keys(schemas.SignedAmounts.properties)).toEqual(values.Currency);
  });

  it('has every wallet among the methods of payment, at the counter too', () => {
    const methods = ['card', 'domestic_switch', ...values.WalletType];

    expect(values.PaymentMethodType).toEqual(methods);
    expect(schemas.CreateVirtualTerminalSessionRequest.properties.payment_method.$ref).toBe(
      '#/components/schemas/PaymentMethodType',
    );
  });

  it('has the features that gate an operation', () => {
    const gating = Object.values(operations).flatMap((operation) =>
      'feature' in operation ? [operation.feature] : [],
    );

    expect(new Set(gating)).toEqual(new Set(values.Feature));
  });
});
