import { html as hono, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString;
export type Child = Html | string | number | false | null | undefined | readonly Child[];

/** Places that escaping does not protect: inside a script or a style, in an event handler, in an attribute without quotes. */
const unsafe = /(?:<script\b[^>]*>[^<]*|<style\b[^>]*>[^<]*|\son\w+\s*=\s*["']?[^"']*|=\s*)$/i;
const checked = new WeakSet<TemplateStringsArray>();

/** HTML in which every value is escaped. Throws when a value stands where escaping does not protect. */
export function html(strings: TemplateStringsArray, ...values: readonly Child[]): Html {
  if (!checked.has(strings)) {
    for (const piece of strings.slice(0, -1)) {
      if (unsafe.test(piece)) throw new SyntaxError(`html: no value may follow «${piece.slice(-30)}»`);
    }
    checked.add(strings);
  }
  const made = hono(strings, ...values);
  if (made instanceof Promise) throw new TypeError('html: a value is a promise; await it first');
  return made;
}

/** Takes markup as it is, without escaping. A test lists its two uses: our style sheet and QR codes. */
export const trusted = (markup: string): Html => raw(markup);

/** Makes an address safe for `href` and `src`: one that could run a script becomes `about:blank`. */
export const url = (address: string): string =>
  /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#|\?)/i.test(address) ? address : 'about:blank';
