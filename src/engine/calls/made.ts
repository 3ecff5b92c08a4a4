import type { OperationId } from '../../../generated/operations.ts';
import type { ValidRequest } from '../../platform/contract/backend.ts';
import type { Principal } from '../principal.ts';

/** A call that has passed the front: its request is what the contract allows. */
export type Asked = {
  readonly operationId: OperationId;
  readonly requestId: string;
  /** Absent for a public operation. */
  readonly principal: Principal | undefined;
  readonly path: string;
  readonly request: ValidRequest;
  /** The bytes of the body: the fingerprint of an idempotent request. */
  readonly raw: Buffer | undefined;
};

type About = Pick<Made, 'kept' | 'replayed'> & Partial<Pick<Made, 'headers'>>;

/** An answer in the newest shape. */
export class Made {
  readonly status: number;
  readonly text: string;
  /** It kept something, so a retry with the same key must hear it again. */
  readonly kept: boolean;
  readonly replayed: boolean;
  /** Of a refusal that says when to come back; such an answer is never stored. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, text: string, about: About) {
    this.status = status;
    this.text = text;
    this.kept = about.kept;
    this.replayed = about.replayed;
    this.headers = about.headers ?? {};
  }
}

/** Only `reply` and `refuse` make an answer, whatever the types were talked into. */
export function madeOf(answer: unknown): Made {
  if (answer instanceof Made) return answer;
  throw new Error('a handler answered without reply or refuse');
}
