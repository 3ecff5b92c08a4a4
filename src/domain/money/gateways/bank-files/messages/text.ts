/** Letters that no decomposition takes apart. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  '&': '+',
  '’': "'",
  '‘': "'",
  '`': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  '–': '-',
  '—': '-',
  _: '-',
  ';': ',',
  '@': '(at)',
};

/** The characters that every bank takes. */
const outside = /[^A-Za-z0-9/?:().,'+ -]/gu;

/** A text without accents, and with the letters of Latin script that no decomposition takes apart written out. */
export function latinText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/./gu, (character) => letters[character] ?? character);
}

/**
 * A text in the characters that banks take: letters lose their accents, and what has no letter is a question mark. What is longer
 * than `most` is cut off.
 */
export function bankText(text: string, most: number): string {
  const plain = latinText(text).replaceAll(/\s+/gu, ' ').replaceAll(outside, '?').trim();
  return plain.slice(0, most).trim() || '?';
}
