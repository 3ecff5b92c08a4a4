import type { ShownLogo } from '../domain/merchants/accounts/logo.ts';
import { accentStyle } from './assets/accent.ts';
import { script, style } from './assets/assets.ts';
import { type Html, html, trusted, url } from './html.ts';
import type { Words } from './words/en/words.ts';

/** What makes the same page look different: the language, and whose it is. */
export type PageLook = {
  readonly words: Words;
  /** Carries the language that the payer chose from page to page: `?lang=fr`, or empty. */
  readonly query: string;
  /** The languages to choose from; empty: there is nothing to choose. */
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  readonly brand: PageBrand;
};

/** How a merchant wants to be seen. Absent: the usual look. */
export type PageBrand = {
  readonly logo?: ShownLogo;
  /** `#0b5cad` */
  readonly accent?: string;
  readonly email?: string;
  readonly phone?: string;
};

/** What every part of the page shares. */
export type Shell = PageLook & {
  /** Who is paid; absent on pages that are not about a payment. */
  readonly merchant?: string;
  /** The address of the page; absent: it has none to come back to. */
  readonly address?: string;
  readonly sandbox: boolean;
};

/** What a page gives to the shell. */
export type Part = {
  readonly title: string;
  readonly main: Html;
  /** For browsers without script: a refresh in `noscript`. */
  readonly head?: Html;
  /** What happens to the card details that were asked for; absent: none were. */
  readonly privacy?: string;
};

type Whole = Part & {
  /** What a customer quotes to the merchant when asking for help; never an address that lets anybody pay or see a page. */
  readonly quote?: string | undefined;
};

const inlineStyle = trusted(`<style>${style.css}</style>`);

/** A whole hosted page: the merchant's name and the test banner above, help and privacy below. */
export function shell(about: Shell, part: Whole): string {
  const { words, brand } = about;
  const page = html`<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${part.title}</title>
${inlineStyle}
${brand.accent !== undefined && trusted(`<style>${accentStyle(brand.accent).css}</style>`)}
<link rel="icon" href="data:,">
${part.head}
<script src="${url(script.path)}" integrity="${script.integrity}" defer></script>
</head>
<body>
<header>${about.sandbox && html`<p class="test-banner">${words.testBanner}</p>`}<div class="names">${nameOf(about)}${part.privacy !== undefined && html`<p class="secure">${words.secure}</p>`}</div>${languageLinks(about)}</header>
${part.main}
${footer(about, part)}
<p id="announce" role="status" class="hidden"></p>
</body>
</html>
`;
  return page.toString();
}

/** The name stands beside the logo, so the logo needs no text of its own. */
function nameOf({ brand: { logo }, merchant }: Shell): Html {
  return html`<p class="merchant">${logo && html`<img class="logo" src="${url(logo.address)}" alt="" width="${logo.width}" height="${logo.height}">`}${merchant}</p>`;
}

function languageLinks({ words, languages, address }: Shell): Html | false {
  if (languages.length < 2 || address === undefined) return false;
  return html`<nav class="languages" aria-label="${words.languages}">${languages.map(({ code, name }) => html`<a href="${url(`${address}?lang=${code}`)}" lang="${code}" hreflang="${code}"${code === words.lang && html` aria-current="true"`}>${name}</a>`)}</nav>`;
}

function footer({ words, merchant, brand }: Shell, { quote, privacy }: Whole): Html {
  return html`<footer>
${merchant !== undefined && html`<p>${words.help(merchant, quote)}</p>`}
${brand.email !== undefined && html`<p><a href="${url(`mailto:${brand.email}`)}">${brand.email}</a></p>`}
${brand.phone !== undefined && html`<p><a href="${url(`tel:${brand.phone.replaceAll(/[^+\d]/g, '')}`)}">${brand.phone}</a></p>`}
${privacy !== undefined && html`<p>${privacy}</p>`}
<p>${words.poweredBy}</p>
</footer>`;
}

/** Refreshes only where no script runs: WCAG 2.2.1 forbids a timed refresh that a reader cannot stop. */
export function refreshWithoutScript(seconds: number, address?: string): Html {
  const content = address === undefined ? `${seconds}` : `${seconds};url=${url(address)}`;
  return html`<noscript><meta http-equiv="refresh" content="${content}"></noscript>`;
}
