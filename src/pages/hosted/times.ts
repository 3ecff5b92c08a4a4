import { type Html, html } from '../html.ts';
import { words } from '../words.ts';

/** A moment, as the clocks of its readers show it. */
export function timeOf(at: Date): Html {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Harare' } as const;
  const text = new Intl.DateTimeFormat(words.language, format).format(at);
  return html`<time datetime="${at.toISOString()}">${text}</time>`;
}

/** A day without a time is the same day everywhere. @param date `2026-01-31` */
export function dayOf(date: string): string {
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(words.language, format).format(new Date(date));
}
