import { script, style } from './assets/assets.ts';
import { type Html, html, trusted, url } from './html.ts';
import { words } from './words.ts';

export type Shell = {
  readonly title: string;
  /** Whose payment it is; absent where no payment is known. */
  readonly merchant?: string;
  readonly sandbox: boolean;
  readonly main: Html;
  /** What only a page without script needs: a refresh in `noscript`. */
  readonly head?: Html;
  /** What to quote when asking for help. */
  readonly reference?: string;
  /** What becomes of the card's details; absent: they go to the bank. */
  readonly privacy?: string;
};

/** What a page puts into the shell. */
export type Part = Pick<Shell, 'title' | 'main' | 'head'>;

const inlineStyle = trusted(`<style>${style.css}</style>`);

/** One hosted page: who asks for the money, whether it is a test, the page itself, help. */
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
<header>${about.sandbox && html`<p class="test-banner">${words.testBanner}</p>`}<p class="merchant">${about.merchant}</p><p class="secure">${words.secure}</p></header>
${about.main}
${footer(about)}
<p id="announce" role="status" class="hidden"></p>
</body>
</html>
`;
  return page.toString();
}

function footer(about: Shell): Html {
  const help = about.merchant !== undefined && about.reference !== undefined;
  return html`<footer>
${help && html`<p>${words.help(about.merchant, about.reference)}</p>`}
<p>${about.privacy ?? words.privacy}</p>
<p>${words.poweredBy}</p>
</footer>`;
}

/** Reached only where no script runs: a timed refresh that a reader cannot stop would fail WCAG 2.2.1. */
export function refreshWithoutScript(seconds: number, address?: string): Html {
  const content = address === undefined ? `${seconds}` : `${seconds};url=${url(address)}`;
  return html`<noscript><meta http-equiv="refresh" content="${content}"></noscript>`;
}
