import { script, style } from './assets/assets.ts';
import { type Html, html, trusted, url } from './html.ts';
import { words } from './words/words.ts';

export type Shell = {
  readonly title: string;
  /** Who is paid; absent on pages that are not about a payment. */
  readonly merchant?: string;
  readonly sandbox: boolean;
  readonly main: Html;
  /** For browsers without script: a refresh in `noscript`. */
  readonly head?: Html;
  /** What a customer quotes to the merchant when asking for help; never an address that lets anybody pay or see a page. */
  readonly quote?: string | undefined;
  /** What happens to the card details that were asked for; absent: none were. */
  readonly privacy?: string;
};

/** What a page gives to the shell. */
export type Part = Pick<Shell, 'title' | 'main' | 'head' | 'privacy'>;

const inlineStyle = trusted(`<style>${style.css}</style>`);

/** A whole hosted page: the merchant's name and the test banner above, help and privacy below. */
export function shell(about: Shell): string {
  const page = html`<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${about.title}</title>
${inlineStyle}
<link rel="icon" href="data:,">
${about.head}
<script src="${url(script.path)}" integrity="${script.integrity}" defer></script>
</head>
<body>
<header>${about.sandbox && html`<p class="test-banner">${words.testBanner}</p>`}<div class="names"><p class="merchant">${about.merchant}</p>${about.privacy !== undefined && html`<p class="secure">${words.secure}</p>`}</div></header>
${about.main}
${footer(about)}
<p id="announce" role="status" class="hidden"></p>
</body>
</html>
`;
  return page.toString();
}

function footer(about: Shell): Html {
  return html`<footer>
${about.merchant !== undefined && html`<p>${words.help(about.merchant, about.quote)}</p>`}
${about.privacy !== undefined && html`<p>${about.privacy}</p>`}
<p>${words.poweredBy}</p>
</footer>`;
}

/** Refreshes only where no script runs: WCAG 2.2.1 forbids a timed refresh that a reader cannot stop. */
export function refreshWithoutScript(seconds: number, address?: string): Html {
  const content = address === undefined ? `${seconds}` : `${seconds};url=${url(address)}`;
  return html`<noscript><meta http-equiv="refresh" content="${content}"></noscript>`;
}
