import * as fc from 'fast-check';
import { isValid, valid } from '../arbitrary.ts';
import { type Edge, edgesOf } from '../boundaries.ts';
import { everyBreakage } from '../breaking.ts';
import type { Operation, Parameter } from '../contract.ts';
import { brokenTexts, isSendable, type Request } from '../requests.ts';
import type { Expectation } from './case.ts';
import type { Raw } from './client.ts';

/** A request beside a valid one, the same in every run. */
export type Planned = {
  readonly request: Request;
  readonly expect: Expectation;
  readonly rule: string;
  readonly raw?: Raw;
};

/** Every boundary of the body and of each parameter, on top of a request that succeeds. */
export function edges(operation: Operation, base: Request, mark: string): readonly Planned[] {
  const { body, parameters } = operation;
  const ofBody: readonly Edge[] = body === undefined ? [] : edgesOf(body, base.body ?? {}, mark);
  const expect = 'accepted' as const;
  return [
    ...(body !== undefined && !operation.needsBody && base.body !== undefined
      ? [{ request: { ...base, body: undefined }, expect, rule: 'no body' }]
      : []),
    ...ofBody.map(({ value, at, rule }) => ({
      request: { ...base, body: value },
      expect,
      rule: `body ${at} ${rule}`,
    })),
    ...parameters.flatMap((parameter) => edgesOfParameter(parameter, base, mark)),
  ];
}

function edgesOfParameter(parameter: Parameter, base: Request, mark: string): readonly Planned[] {
  const { in: place, name, schema, required } = parameter;
  const { [name]: current, ...without } = base[place];
  const texts = edgesOf(schema, current, mark)
    .map(({ value, rule }) => ({ text: String(value), rule }))
    .filter(({ text }) => isSendable(place, text));
  const expect = 'accepted' as const;
  return [
    ...texts.map(({ text, rule }) => ({
      request: { ...base, [place]: { ...base[place], [name]: text } },
      expect,
      rule: `${place} ${name} ${rule}`,
    })),
    ...(required !== true && current !== undefined
      ? [{ request: { ...base, [place]: without }, expect, rule: `${place} ${name} absent` }]
      : []),
  ];
}

/** Breaks each keyword of the body and each parameter once or a few times, on top of a request that succeeds. */
export function breakages(operation: Operation, base: Request): readonly Planned[] {
  const { body, parameters } = operation;
  const expect = 'refused' as const;
  const values = body === undefined ? [] : fc.sample(valid(body), { seed: 1, numRuns: 30 });
  const ofBody = body === undefined ? [] : everyBreakage(body, [base.body ?? {}, ...values]);
  return [
    ...ofBody.map(({ value, keyword, at = '' }) => ({
      request: { ...base, body: value },
      expect,
      rule: `body ${at} breaks ${keyword}`,
    })),
    ...parameters.flatMap((parameter) =>
      brokenTexts(parameter).map((text) => ({
        request: { ...base, [parameter.in]: { ...base[parameter.in], [parameter.name]: text } },
        expect,
        rule: `${parameter.in} ${parameter.name} is broken`,
      })),
    ),
    ...(body === undefined ? [] : noObjects(operation, base)),
  ];
}

/** Bodies that are no JSON object at all. */
function noObjects({ needsBody, body = {} }: Operation, base: Request): readonly Planned[] {
  const texts = ['{', '[]', '{"a":1,}', 'null', '"text"', '7'];
  const isWrong = (text: string) =>
    !['null', '7', '[]', '"text"'].includes(text) || !isValid(body, JSON.parse(text));
  const planned = (text: string): Planned => ({
    request: base,
    expect: 'refused',
    rule: `the body is ${text}`,
    raw: { text, type: 'application/json' },
  });
  return [
    ...texts.filter(isWrong).map(planned),
    ...(needsBody
      ? [{ request: { ...base, body: undefined }, expect: 'refused' as const, rule: 'no body' }]
      : []),
  ];
}
