import type { Right } from '../../../domain/people/roles/roles.ts';
import type { Answer } from './answers.ts';
import type { MerchantVisit, PersonVisit, Visit } from './visit.ts';

/** A screen, or what a form does. */
export type Run<V> = (visit: V) => Promise<Answer> | Answer;

type Options<V> = {
  /** The person must have confirmed who they are within ten minutes. */
  readonly stepUp?: boolean;
  /** A POST that is refused shows this screen again, with the reason and with what was typed. */
  readonly again?: Run<V>;
  /** The form may carry files. */
  readonly files?: boolean;
  /** Suspended merchants may do it too. Absent: they only read. */
  readonly whileSuspended?: boolean;
};

type Common = { readonly method: 'GET' | 'POST'; readonly path: string };
export type Route = Common &
  (
    | ({ readonly kind: 'anybody'; readonly run: Run<Visit> } & Options<Visit>)
    | ({
        readonly kind: 'person';
        readonly who: 'half' | 'person' | 'operator';
        readonly run: Run<PersonVisit>;
      } & Options<PersonVisit>)
    | ({
        readonly kind: 'merchant';
        readonly who: Right;
        readonly run: Run<MerchantVisit>;
      } & Options<MerchantVisit>)
  );

/** A screen that anybody sees, or a form that anybody sends. `path` is below /dashboard. */
export const anybody = {
  get: (path: string, run: Run<Visit>): Route => ({ kind: 'anybody', method: 'GET', path, run }),
  post: (path: string, run: Run<Visit>, options: Options<Visit> = {}): Route => ({
    kind: 'anybody',
    method: 'POST',
    path,
    run,
    ...options,
  }),
};

const forPerson = (who: 'half' | 'person' | 'operator') => ({
  get: (path: string, run: Run<PersonVisit>, options: Options<PersonVisit> = {}): Route => ({
    kind: 'person',
    method: 'GET',
    who,
    path,
    run,
    ...options,
  }),
  post: (path: string, run: Run<PersonVisit>, options: Options<PersonVisit> = {}): Route => ({
    kind: 'person',
    method: 'POST',
    who,
    path,
    run,
    ...options,
  }),
});

/** Of a session that lacks its second factor. */
export const half = forPerson('half');
/** Of a signed-in person, whatever merchant they work for. `path` is below /dashboard. */
export const person = forPerson('person');
/** Of an operator of the platform. `path` is below /dashboard. */
export const operator = forPerson('operator');

/** Of a member of the merchant with a right. `path` is below /dashboard/test and /dashboard/live. */
export const member = (who: Right) => ({
  get: (path: string, run: Run<MerchantVisit>, options: Options<MerchantVisit> = {}): Route => ({
    kind: 'merchant',
    method: 'GET',
    who,
    path,
    run,
    ...options,
  }),
  post: (path: string, run: Run<MerchantVisit>, options: Options<MerchantVisit> = {}): Route => ({
    kind: 'merchant',
    method: 'POST',
    who,
    path,
    run,
    ...options,
  }),
});
