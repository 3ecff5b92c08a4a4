/**
 * What a card number is: an issuer's range, a length that its cards have, and a right check digit. The generator copies `issuers`
 * and the three functions into the validators as they stand here, so they may use nothing else.
 */

/** The ranges of the issuers by their first digits, and how long their numbers are. The first that matches names the brand. */
export const issuers = [
  { brand: 'domestic_switch', starts: /^9716/, lengths: [16] },
  { brand: 'visa', starts: /^4/, lengths: [13, 16, 19] },
  { brand: 'mastercard', starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { brand: 'amex', starts: /^3[47]/, lengths: [15] },
  { brand: 'diners', starts: /^3(?:0[0-5]|[689])/, lengths: [14, 16, 19] },
  { brand: 'discover', starts: /^6(?:011|4[4-9]|5)/, lengths: [16, 19] },
  { brand: 'jcb', starts: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { brand: 'unionpay', starts: /^62/, lengths: [16, 17, 18, 19] },
  { brand: 'maestro', starts: /^(?:50|5[6-9]|6[37])/, lengths: [13, 14, 15, 16, 17, 18, 19] },
] as const;

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 1; place <= digits.length; place += 1) {
    const value = Number(digits.at(-place)) * (place % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

export function isCardNumber(digits: string): boolean {
  const issuer = issuers.find(({ starts }) => starts.test(digits));
  return (
    issuer !== undefined && issuer.lengths.some((length) => length === digits.length) && passesLuhn(digits)
  );
}

/**
 * Whether a text holds a card number with no further digit next to it. Spaces and hyphens between its digits are ignored. A number that
 * was copied from a page may have no-break spaces and dashes there, and one of another keyboard has digits of its own.
 */
export function hasCardNumber(text: string): boolean {
  const plain = /[^ -~]/.test(text)
    ? text
        .normalize('NFKC')
        .replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) % 16))
        .replaceAll(/\p{Cf}/gu, '')
        .replaceAll(/[\p{Zs}\p{Pd}\u2212]/gu, '-')
    : text;
  return (plain.match(/[0-9]+(?:[ -]+[0-9]+)*/g) ?? []).some((run) => {
    const groups = run.split(/[ -]+/);
    return groups.some((_group, first) => {
      let digits = '';
      for (let next = first; next < groups.length && digits.length < 19; next += 1) {
        digits += groups[next];
        if (isCardNumber(digits)) return true;
      }
      return false;
    });
  });
}
