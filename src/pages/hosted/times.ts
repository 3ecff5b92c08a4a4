import { type Html, html } from '../html.ts';
import { words } from '../words.ts';

// Made once: making one takes longer than the rest of a page.
const moments = new Intl.DateTimeFormat(words.language, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Harare',
});
const days = new Intl.DateTimeFormat(words.language, { dateStyle: 'long', timeZone: 'UTC' });

/** A moment, as the clocks of its readers show it. */
export function timeOf(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${moments.format(at)}</time>`;
}

/** A day without a time is the same day everywhere. @param date `2026-01-31` */
export function dayOf(date: string): string {
  return days.format(new Date(date));
}
