import { errorCatalogue } from '../../../../generated/error-catalogue.ts';
import { FormUsed } from '../../../domain/merchants/changes/queries.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Html } from '../../html.ts';
import { frameWords } from '../../words/dashboard/frame.ts';

/** What happens to the session cookie: a new token, or its end. */
export type SessionChange = { readonly session?: { readonly token: string } | 'ended' };

export type Answer = SessionChange &
  (
    | { readonly kind: 'page'; readonly status: number; readonly text: string }
    | { readonly kind: 'redirect'; readonly to: string }
    /** For a part of a screen that asks again and again: htmx then leaves it as it is. Anybody else is led to the screen. */
    | { readonly kind: 'unchanged'; readonly screen: string }
    | {
        readonly kind: 'file';
        readonly type: string;
        /** Absent: shown in the page, not saved. */
        readonly name?: string;
        readonly chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
        readonly policy?: string;
      }
    | {
        readonly kind: 'events';
        readonly from: (lastId: string | undefined, signal: AbortSignal) => AsyncIterable<LiveEvent>;
      }
  );

/** One event of a stream. Without `id` it is a comment that keeps the connection open. */
export type LiveEvent = { readonly id?: string; readonly name?: string; readonly data?: string };

export const page = (whole: Html, status = 200): Answer => ({ kind: 'page', status, text: whole.toString() });

/** 303: what follows a POST is a GET. */
export const seeOther = (to: string, change: SessionChange = {}): Answer => ({
  kind: 'redirect',
  to,
  ...change,
});

/** Wrong fields of a form, each with what to do. The screen is shown again with what was typed. */
export class WrongFields extends Error {
  override name = 'WrongFields';
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super(Object.values(fields).join(' '));
    this.fields = fields;
  }
}

/** A refusal in words that fits no single field. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly title: string;

  constructor(text: string, title: string = frameWords.refused) {
    super(text);
    this.title = title;
  }
}

/** Not a failure of ours, which must stay in the log. */
export const isRefusal = (error: unknown): boolean =>
  [Refusal, WrongFields, ApiError, FormUsed].some((kind) => error instanceof kind);

/**
 * What a refusal of the API says to a person: the words of its code, and the amounts that it names in `details`. Without them, nobody
 * knows which amount would be taken.
 */
export function refusalText({ code, details = {} }: Pick<ApiError, 'code' | 'details'>): string {
  const said = Object.entries(frameWords.amounts).flatMap(([name, words]) => {
    const amount = details[name];
    return typeof amount === 'string' ? [words(amount)] : [];
  });
  return [errorCatalogue[code].message, ...said].join(' ');
}
