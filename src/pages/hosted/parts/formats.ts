import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/en/words.ts';

type Formats = {
  readonly moments: Intl.DateTimeFormat;
  readonly days: Intl.DateTimeFormat;
  readonly rates: Intl.NumberFormat;
};

// Formatters are made once for each language: making one takes longer than the rest of a page.
const known = new Map<string, Formats>();

function formatsOf({ language }: Words): Formats {
  const formats = known.get(language) ?? {
    moments: new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Africa/Harare',
      timeZoneName: 'short',
    }),
    days: new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
    rates: new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  };
  known.set(language, formats);
  return formats;
}

/** A moment in the time zone of the customers, which it names. */
export function timeOf(words: Words, at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${formatsOf(words).moments.format(at)}</time>`;
}

/** A calendar day, the same in every time zone. @param date `2026-01-31` */
export function dayOf(words: Words, date: string): string {
  return formatsOf(words).days.format(new Date(date));
}

/** 1500 → `15.00`, or `15,00` where the language writes it so. */
export function rateOf(words: Words, basisPoints: number): string {
  return formatsOf(words).rates.format(basisPoints / 100);
}
