import { describe, expectTypeOf, it } from 'vitest';
import type { Money2, Money4, MoneyInput } from '../../../../generated/openapi.d.ts';
import type {
  CodeOf,
  DataOf,
  RequestOf,
  Schemas,
  StatusOf,
} from '../../../../src/platform/contract/types.ts';

// These tests are about what compiles: `npm run check:types` fails, not the test run.
describe('the types of an operation', () => {
  it('allow only its success status', () => {
    expectTypeOf<StatusOf<'createCheckout'>>().toEqualTypeOf<201>();
    expectTypeOf<StatusOf<'getTransaction'>>().toEqualTypeOf<200>();
  });

  it('contain the data of its success', () => {
    expectTypeOf<DataOf<'createCheckout'>>().toEqualTypeOf<Schemas['Checkout']>();
    expectTypeOf<DataOf<'getCheckoutStatus'>['status']>().toEqualTypeOf<
      'pending' | 'completed' | 'failed' | 'expired' | 'authorized' | 'voided'
    >();
  });

  it('contain the codes it may refuse with', () => {
    expectTypeOf<'DUPLICATE_REQUEST'>().toExtend<CodeOf<'createCheckout'>>();
    expectTypeOf<'DUPLICATE_REQUEST'>().not.toExtend<CodeOf<'getBalance'>>();
  });

  it('have a body only if the contract has one', () => {
    expectTypeOf<RequestOf<'createCheckout'>['body']>().toEqualTypeOf<Schemas['CreateCheckoutRequest']>();
    expectTypeOf<RequestOf<'getBalance'>>().not.toHaveProperty('body');
  });

  it('contain path, query with its defaults, and headers in lower case', () => {
    expectTypeOf<RequestOf<'getTransaction'>['params']>().toExtend<{ readonly id: string }>();
    expectTypeOf<RequestOf<'listTransactions'>['query']['limit']>().toEqualTypeOf<number>();
    expectTypeOf<RequestOf<'listTransactions'>['query']['search']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<RequestOf<'createCheckout'>['headers']>().toHaveProperty('idempotency-key');
  });

  it('keep the money types apart', () => {
    expectTypeOf<string>().not.toExtend<Money2>();
    expectTypeOf<Money4>().not.toExtend<Money2>();
    expectTypeOf<RequestOf<'createCheckout'>['body']['amount']>().toEqualTypeOf<MoneyInput>();
  });
});
