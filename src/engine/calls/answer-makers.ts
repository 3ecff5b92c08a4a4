import { type ErrorCode, errorCatalogue } from '../../../generated/error-catalogue.ts';
import type { OperationId } from '../../../generated/operations.ts';
import type { Answer } from '../../platform/contract/types.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Download } from '../../platform/http/download.ts';
import { failureOf } from '../../platform/http/error-handler.ts';
import type { Log } from '../../platform/log.ts';
import type { Context } from '../context.ts';
import { type AdmittedCall, RenderedAnswer } from './handler.ts';

const isAlwaysGiven = () => true;

/** What a handler answers with. An answer that breaks the contract is a bug of ours, and is not sent. Decision 0014. */
export function answerMakers(
  { operation, requestId }: AdmittedCall,
  { versions }: Pick<Context, 'versions'>,
  log: Log,
  isConfirmed = isAlwaysGiven,
) {
  const version = versions.current;
  const expectConfirmed = () => {
    if (!isConfirmed()) throw new Error(`${operation.id} answered without checking the second factor`);
  };
  return {
    reply: (status: number, data: unknown) => {
      expectConfirmed();
      const body = { success: true, data };
      const errors = operation.judge(status, body);
      if (errors)
        throw new Error(
          `${operation.id} ${status} breaks the contract: ${JSON.stringify(errors).slice(0, 1000)}`,
        );
      return new RenderedAnswer(status, JSON.stringify(body), {
        version,
        kept: true,
        replayed: false,
      }) as unknown as Answer<OperationId>;
    },
    download: (mediaType: string, file: Omit<Download, 'mediaType'>) => {
      if (!operation.facts.media?.includes(mediaType))
        throw new Error(`${operation.id} does not declare ${mediaType}`);
      return new RenderedAnswer(operation.facts.status, '', {
        version,
        kept: true,
        replayed: false,
        file: { mediaType, ...file },
      }) as unknown as Answer<OperationId>;
    },
    refuse: (code: ErrorCode, details?: Record<string, unknown>) => {
      expectConfirmed();
      const { status, body, headers } = failureOf(new ApiError(code, details && { details }), requestId, log);
      const kept = errorCatalogue[code].status < 500;
      return new RenderedAnswer(status, JSON.stringify(body), {
        version,
        kept,
        replayed: false,
        headers,
      }) as unknown as Answer<OperationId>;
    },
  };
}
