/** The package `@merchant-payments/client`. */
export type * from '../../../generated/client/types.gen.ts';
export { type Answered, Call } from './call.ts';
export {
  ApiError,
  Invalid,
  NetworkError,
  PaymentsError,
  RateLimited,
  Refused,
  Unauthorized,
  type WrongPlace,
} from './errors.ts';
export { Payments, type PaymentsOptions, type PerCall } from './payments.ts';
