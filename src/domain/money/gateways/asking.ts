import type { Log } from '../../../platform/log.ts';

type Trouble = {
  readonly type: string;
  readonly code?: string;
  /** The frames of the stack, without the message above them. */
  readonly stack?: string;
  readonly cause?: Trouble;
};

const deepest = 3;
const systemCode = /^(E[A-Z]{2,15}|EAI_[A-Z]{2,15}|(UND_)?ERR_[A-Z0-9_]{2,40})$/;

/**
 * What may be logged of an error that a gateway threw: its kind and its place, but not its message. The message may quote what
 * was sent to the gateway: a card number, or the payload of a card reader.
 */
export function troubleOf(error: unknown, depth = 1): Trouble {
  if (!(error instanceof Error)) return { type: typeof error };
  const code: unknown = Reflect.get(error, 'code');
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && systemCode.test(code) && { code }),
    stack: framesOf(error),
    ...(error.cause !== undefined && depth < deepest && { cause: troubleOf(error.cause, depth + 1) }),
  };
}

/** A message may have lines that look like frames, so it is cut off first. If it is not found, no frame is kept. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  if (at < 0) return '';
  const lines = stack.slice(at + message.length).split('\n');
  return lines.filter((line) => line.startsWith('    at ')).join('\n');
}

/**
 * Says in the log that nobody can be asked about what was begun: GATEWAYS is missing or differs in this process, or the gateway was
 * taken out of the file too early. Without a word nobody would know before a day has passed.
 */
export function leftOut(
  log: Pick<Log, 'error'>,
  about: { readonly gateway: string } & Readonly<Record<string, string>>,
): { readonly kind: 'unknown' } {
  log.error(about, 'this process has no such gateway, so nobody is asked');
  return { kind: 'unknown' };
}

/**
 * The answer, or `late` if it does not come in time. A later answer or error is ignored, and no timer is left running.
 *
 * Spec: "Readers (terminals)".
 */
export async function answerInTime<T>(
  asked: Promise<T>,
  { timeoutMs, late }: { readonly timeoutMs: number; readonly late: T },
): Promise<T> {
  const { promise: over, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(late), timeoutMs);
  try {
    return await Promise.race([asked, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** When the first question is asked, counted from the request. */
const firstMs = 10_000;
const longestPauseMs = 60 * 60 * 1000;

/**
 * When the nth question about an undecided request is due (1, 2 …): 10, 30, 70 seconds after the request began, and so on. Each
 * pause is twice as long as the one before, up to an hour.
 *
 * @param now never earlier than this, and no more than an hour later
 */
export function nextQuestionDue(begun: Date, attempt: number, now: Date): Date {
  const planned = begun.getTime() + firstMs * (2 ** attempt - 1);
  return new Date(Math.min(Math.max(planned, now.getTime()), now.getTime() + longestPauseMs));
}

/** The first question that is asked more than a day after the request. If it is not decided then, the log asks for a person, once. */
export const questionAfterADay = 32;
export const undecidedForADay = 'undecided for a day: a person must look';
