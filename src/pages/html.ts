import { html as hono, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString;
export type Child = Html | string | number | false | null | undefined | readonly Child[];

/** Escaping is not enough behind these: inside a script or a style, in a handler, in an attribute without quotes. */
const unsafe = /(?:<script\b[^>]*>[^<]*|<style\b[^>]*>[^<]*|\son\w+\s*=\s*["']?[^"']*|=\s*)$/i;
const checked = new WeakSet<TemplateStringsArray>();

/** Escaped HTML. A value inside script, style, on… or an unquoted attribute is refused at first use. */
export function html(strings: TemplateStringsArray, ...values: readonly Child[]): Html {
  if (!checked.has(strings)) {
    for (const piece of strings.slice(0, -1)) {
      if (unsafe.test(piece)) throw new SyntaxError(`html: no value may stand after «${piece.slice(-30)}»`);
    }
    checked.add(strings);
  }
  const made = hono(strings, ...values);
  if (made instanceof Promise) throw new TypeError('html: a promise is no child');
  return made;
}

/** The one door for markup that is already safe: our own style sheet. Every use is listed in a test. */
export const trusted = (markup: string): Html => raw(markup);

/** An address that may stand in `href` or `src`; anything that could run becomes `about:blank`. */
export const url = (address: string): string =>
  /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#|\?)/i.test(address) ? address : 'about:blank';
