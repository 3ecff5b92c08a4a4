import { type OperationId, operations } from '../../../../generated/operations.ts';
import { Failure } from '../../support/print.ts';
import type { Access } from './access.ts';
import { fieldsOf } from './profiles.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string;
  readonly bytes: Buffer;
};

/** The page of a proxy, say. What was asked for may have happened. */
export function unreadable({ baseUrl }: Access, answer: Pick<Answer, 'status' | 'headers'>): Failure {
  const about = `${answer.status}, ${mediaTypeOf(answer) ?? 'no content type'}`;
  return new Failure(
    'network',
    `What answers at ${baseUrl} is not the service (${about}). A write may have taken effect. Look: mps doctor`,
  );
}

/** Without parameters such as the charset. */
export function mediaTypeOf({ headers }: Pick<Answer, 'headers'>): string | undefined {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
}

export function jsonIn({ bytes }: Answer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return {};
  }
}

/** The service's own words, what they are about, and the next command. Each refusal of the service has a code, and no redirect has. */
export function refusal(access: Access, answer: Answer, id?: OperationId): Failure {
  const { code, message = `The answer was ${answer.status}.`, errors, details } = fieldsOf(jsonIn(answer));
  const isOurs = typeof code === 'string' || answer.status === 429 || answer.status < 400;
  if (!isOurs) return unreadable(access, answer);
  const places = (Array.isArray(errors) ? errors : []).map((error: unknown) => {
    const { instancePath, message: wrong, params } = fieldsOf(error);
    const { additionalProperty: unknown } = fieldsOf(params);
    const [, ...path] = [
      ...String(instancePath).split('/'),
      ...(typeof unknown === 'string' ? [unknown] : []),
    ];
    return `  ${path.join('.')} ${String(wrong)}`;
  });
  const about = details === undefined ? [] : [`  ${JSON.stringify(details)}`];
  const next = answer.status === 404 ? listOf(fieldsOf(details)['resource'], id) : nextStep(access, answer);
  const lines = [
    `${String(message)} (${typeof code === 'string' ? code : 'no code'}, ${answer.requestId})`,
    ...places,
    ...about,
    ...next,
  ];
  return new Failure(reasonFor(answer.status), lines.join('\n'));
}

function reasonFor(status: number): ConstructorParameters<typeof Failure>[0] {
  if (status === 401) return 'authentication';
  if (status === 404) return 'notFound';
  return status === 429 ? 'rateLimited' : 'refused';
}

function nextStep(access: Access, { status, headers }: Answer): string[] {
  if (status === 401) return [`The key is from ${access.from}. Sign in again: mps login`];
  // None is followed: a write would become a read.
  if (status < 400)
    return [
      `It redirects to ${headers.get('location') ?? 'another address'}. Name the right one: --base-url, MPS_BASE_URL`,
    ];
  if (status === 429) return [`Try again in ${headers.get('retry-after') ?? '1'} s.`];
  return [];
}

/** By the kind of object that was not found: a call may name several. Without it, by the tag of the call. */
function listOf(resource: unknown, id?: OperationId): string[] {
  if (id === undefined) return [];
  const one = `list${String(resource).replaceAll('_', '')}`;
  const list = Object.entries(operations).find(([name, { tag }]) =>
    typeof resource === 'string'
      ? [`${one}s`, `${one}es`].includes(name.toLowerCase())
      : name.startsWith('list') && tag === operations[id].tag,
  )?.[0];
  return list === undefined ? [] : [`List what there is: mps call ${list}`];
}
