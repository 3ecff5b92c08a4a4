import { type Html, html } from '../../html.ts';
import { words } from '../../words/words.ts';

// Formatters are made once: making one takes longer than the rest of a page.
const moments = new Intl.DateTimeFormat(words.language, {
  day: '2-digit',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Harare',
  timeZoneName: 'short',
});
const days = new Intl.DateTimeFormat(words.language, { dateStyle: 'long', timeZone: 'UTC' });

/** A moment in the time zone of the customers, which it names. */
export function timeOf(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${moments.format(at)}</time>`;
}

/** A calendar day, the same in every time zone. @param date `2026-01-31` */
export function dayOf(date: string): string {
  return days.format(new Date(date));
}
