import { type Child, type Html, html, url } from '../../html.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import type { MerchantVisit } from '../requests/visit.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
  });
  formats.set(timeZone, made);
  return made;
}

type Zoned = { readonly session: { readonly timeZone: string } };

/** A moment in the reader's time zone; the title has it in UTC. */
export function moment(visit: Zoned, at: Date): Html {
  const iso = at.toISOString();
  return html`<time datetime="${iso}" title="${iso.slice(0, 19).replace('T', ' ')} UTC">${formatIn(visit.session.timeZone).format(at)}</time>`;
}

/** A moment in the reader's time zone, for texts that hold no markup. */
export function shownMoment(visit: Zoned, at: Date): string {
  return formatIn(visit.session.timeZone).format(at);
}

const calendar = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day that is the same in every time zone: `2026-01-31`. */
export function calendarDay(day: string): Html {
  return html`<time datetime="${day}">${calendar.format(new Date(day))}</time>`;
}

/** A state in words and colour. */
export function state(text: string, look: 'good' | 'warn' | 'bad' | 'plain' = 'plain'): Html {
  return html`<span class="state ${look}">${text}</span>`;
}

/** An address to which events are sent. Its query may hold a secret of the merchant. */
export function shownReceiver(visit: Pick<MerchantVisit, 'may'>, address: string): string {
  return visit.may('develop') ? address : address.replace(/\?.*$/s, '?…');
}

/** An id or another exact text, with a button that copies it where script runs. */
export function exact(text: string): Html {
  return html`<code class="exact" dir="ltr">${text}</code><button type="button" class="copy" data-copy="${text}" hidden>${frameWords.copy}</button>`;
}

/** Text on several lines, exactly as it is: JSON, a command. */
export function block(text: string, label: string): Html {
  return html`<figure class="block"><figcaption>${label} <button type="button" class="copy" data-copy-block hidden>${frameWords.copy}</button></figcaption><pre tabindex="0" dir="ltr"><code>${text}</code></pre></figure>`;
}

export const link = (to: string, label: Child): Html => html`<a href="${url(to)}">${label}</a>`;

export const linkButton = (to: string, label: string, look: 'main' | 'quiet' = 'main'): Html =>
  html`<a class="button ${look}" href="${url(to)}">${label}</a>`;

/** The lists of an area. @param current the address of the one that is shown */
export function tabs(
  title: string,
  current: string,
  lists: readonly { readonly to: string; readonly label: string }[],
): Html {
  const tab = ({ to, label }: (typeof lists)[number]): Html =>
    html`<a href="${url(to)}"${to === current && html` aria-current="page"`}>${label}</a>`;
  return html`<nav class="tabs" aria-label="${title}">${lists.map(tab)}</nav>`;
}

/** A part of a screen with a heading of its own. */
export function section(title: string, content: Child, actions?: Child): Html {
  return html`<section><div class="title"><h2>${title}</h2>${actions !== undefined && html`<div class="actions">${actions}</div>`}</div>${content}</section>`;
}
