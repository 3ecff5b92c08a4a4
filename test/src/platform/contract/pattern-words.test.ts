import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { patternWords } from '../../../../generated/pattern-words.ts';
import type { Document } from '../../../../scripts/generate/bundle.ts';
import { generatePatternWords, patternsOfRequests } from '../../../../scripts/generate/patterns.ts';
import { refusal } from '../../../../src/platform/contract/problems.ts';
import { openapi } from './examples.ts';

const patterns = [...patternsOfRequests(openapi)];

/** Every pattern that a compiled validator of a request can report. */
function reported(): string[] {
  const code = ['body', 'params']
    .map((name) => readFileSync(`generated/validators/${name}.js`, 'utf8'))
    .join();
  const found = code.matchAll(/keyword:"pattern",params:\{pattern: ("(?:[^"\\]|\\.)*")\}/g);
  return [...new Set([...found].map(([, text = '']) => JSON.parse(text) as string))];
}

describe('a text that does not match', () => {
  it.each(patterns)('%s is refused in words, without the pattern', (pattern) => {
    const params = { pattern };
    const error = { instancePath: '/requestBody/field', schemaPath: '', keyword: 'pattern', params };

    const { errors } = refusal('createCheckout', [{ ...error, message: `must match pattern "${pattern}"` }]);

    expect(errors).toEqual([
      { instancePath: '/field', keyword: 'pattern', params: {}, message: patternWords[pattern] },
    ]);
    expect(errors?.[0]?.message).toMatch(/^must (?:not )?(?:be|begin|contain) /);
    expect(errors?.[0]?.message).not.toMatch(/[\\^$]|\[|\]|\{\d/);
  });

  it('has words wherever a validator of requests reports a pattern', () => {
    expect(reported().toSorted()).toEqual(patterns.toSorted());
  });
});

const withWords = (words: Record<string, string>): Document => ({ ...openapi, 'x-pattern-words': words });

describe('npm run generate', () => {
  it('refuses a pattern of a request without words', () => {
    const { '^cus_[0-9a-f]{32}$': _customer, ...others } = patternWords;

    expect(() => generatePatternWords(withWords(others))).toThrow(
      'x-pattern-words lacks: ^cus_[0-9a-f]{32}$',
    );
  });

  it('refuses words that no request uses', () => {
    const more = { ...patternWords, '^unused$': 'must be unused' };

    expect(() => generatePatternWords(withWords(more))).toThrow('what no request uses: ^unused$');
  });
});
