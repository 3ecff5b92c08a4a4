import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword, passwordProblem } from '../../../../src/domain/people/users/passwords.ts';

/** Made by argon2-cffi 25 of Python. The second has other costs, as after a change of ours. */
const ofOthers = [
  [
    'nine words that nobody chooses',
    '$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$h/dwI2Q3HbtlyzBKZtF890oppOnZ6osG6fefqnxjQ3M',
  ],
  [
    'pässwört mit ümläuten',
    '$argon2id$v=19$m=8192,t=3,p=4$ZmVkY2JhOTg3NjU0MzIxMA$Nc/1SrZwcXKdUwv5kVzNm4O/r2i0OJ9s7zEjsifxD38',
  ],
] as const;

describe('a stored password', () => {
  it.each(ofOthers)('is read as another library wrote it: %s', async (password, stored) => {
    expect(await isPassword(password, stored)).toBe(true);
    expect(await isPassword(`${password} `, stored)).toBe(false);
  });

  it('has a salt of its own, and fits nobody without an account', async () => {
    const [one, other] = [await hashPassword('the same words'), await hashPassword('the same words')];

    expect(one).not.toBe(other);
    expect([await isPassword('the same words', one), await isPassword('the same words', null)]).toEqual([
      true,
      false,
    ]);
    await expect(isPassword('the same words', 'the same words')).rejects.toThrow('not in the PHC format');
  });
});

describe('a new password', () => {
  it.each([
    ['short', 'nine char'],
    ['long', 'x'.repeat(201)],
    ['common', 'Password123'],
    ['common', 'abababababab'],
    ['personal', 'Tariro@People.test'],
    ['personal', 'Corner Shop Ltd'],
    [undefined, 'nine words that nobody chooses'],
    [undefined, '😀😃😄😁😆😅🤣😂🙂🙃'],
  ])('is %s: %s', (problem, password) => {
    const about = { email: 'tariro@people.test', businessName: 'Corner Shop Ltd' };

    expect(passwordProblem(password, about)).toBe(problem);
  });
});
