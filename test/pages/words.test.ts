import { describe, expect, it } from 'vitest';
import { refusals } from '../../src/pages/words.ts';

describe('what a customer reads when a payment is refused', () => {
  it.each(Object.entries(refusals))('%s says what became of the money', (_code, text) => {
    expect(text).toMatch(/No money was taken\.|on its way back to you\./);
    expect(text).not.toMatch(/[!]|[A-Z]{3}_/);
  });

  it('is a sentence of its own for every code', () => {
    expect(new Set(Object.values(refusals)).size).toBe(Object.keys(refusals).length);
  });
});
