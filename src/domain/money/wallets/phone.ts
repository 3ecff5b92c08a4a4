const accepted = /^(?:\+263|263|0)([78][0-9]{8})$/;

/** Turns a number as people write it into its stored form, `+263…`; undefined if it is not a mobile number of this country. */
export function readPhone(text: string): string | undefined {
  const national = accepted.exec(text)?.[1];
  return national === undefined ? undefined : `+263${national}`;
}

/** Spaces, dashes, dots and brackets, and the invisible marks that phones and chats put around a number that is copied. */
const between = /[\s\p{Pd}\u2212\p{Cf}().]/gu;

/** As `readPhone`, for what a person types or pastes: `+263 (0)77 123 4567`, `00263771234567`, `077.123.4567`. */
export function readTypedPhone(text: string): string | undefined {
  return readPhone(text.replaceAll(between, '').replace(/^(?:\+|00)?2630?(?=[78])/, '+263'));
}

/** For text that the contract's pattern has accepted. Spec: "POST /v1/checkout/create". */
export function normalisePhone(text: string): string {
  const phone = readPhone(text);
  if (phone === undefined) throw new Error('the contract accepted a malformed phone number');
  return phone;
}

/** How a number is shown: `+26377*****11`. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 6)}*****${phone.slice(-2)}`;
}

/**
 * Parts of stored numbers that the typed text can stand for: without spaces, dashes, dots and brackets, and with the country's
 * code instead of a leading zero. Empty if the text is no part of a number.
 */
export function phoneParts(text: string): readonly string[] {
  const typed = text.replaceAll(between, '');
  if (!/^\+?[0-9]+$/.test(typed)) return text === '+' ? ['+'] : [];
  const full = typed.replace(/^(?:\+|00)2630?|^0/, '+263');
  const isWhole = full.length === '+263000000000'.length;
  return full === typed || isWhole ? [full] : [typed, full];
}
