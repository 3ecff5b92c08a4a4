import { NetworkError } from './errors.ts';

/** Reads the text of a success. */
export type Reader = (text: string, response: Response) => unknown;

/** @throws NetworkError it is not `{ success, data }`, so it does not come from the service */
export const dataIn: Reader = (text, response) => {
  const answer = jsonIn(text, response);
  if (!isEnvelope(answer)) throw unreadable(response);
  return answer.data;
};

/** @throws NetworkError it is HTML: the page of a proxy, for no file of the service is HTML */
export const fileIn: Reader = (text, response) => {
  if (/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) throw unreadable(response);
  return text;
};

function jsonIn(text: string, response: Response): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(response, error);
  }
}

function isEnvelope(answer: unknown): answer is { readonly success: true; readonly data: unknown } {
  if (typeof answer !== 'object' || answer === null) return false;
  return 'success' in answer && answer.success === true && 'data' in answer;
}

/** The service may have done what it was asked for: its own answer was lost on the way. */
function unreadable({ status, headers }: Response, cause?: unknown): NetworkError {
  const type = headers.get('content-type') ?? 'no content type';
  return new NetworkError(`The answer cannot be read. (${status}, ${type})`, { cause });
}
