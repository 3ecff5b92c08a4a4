type Trouble = {
  readonly type: string;
  readonly code?: string;
  /** Where it happened, without the words that a stack begins with. */
  readonly stack?: string;
  readonly cause?: Trouble;
};

const deepest = 3;
const systemCode = /^(E[A-Z]{2,15}|(UND_)?ERR_[A-Z0-9_]{2,40})$/;

/**
 * What the log may hear of an error that a gateway threw: its kind and its place. None of its words, since they may quote
 * what the gateway was told: a card number, or what a reader read.
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

/** A message may have lines that look like frames, so it is cut off first; one that is not found leaves nothing. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  if (at < 0) return '';
  const lines = stack.slice(at + message.length).split('\n');
  return lines.filter((line) => line.startsWith('    at ')).join('\n');
}
