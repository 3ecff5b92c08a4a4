import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { html, trusted, url } from '../../../src/pages/html.ts';

const pages = join(import.meta.dirname, '../../../src/pages');
const sources = readdirSync(pages, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(pages, name), 'utf8') }));

describe('html', () => {
  it('escapes values, but not markup that it made itself', () => {
    const inner = html`<b>${'"<&>\''}</b>`;

    const made = html`<p title="${'"><script>'}">${inner}${[inner, false, null, 7]}</p>`.toString();

    const bold = '<b>&quot;&lt;&amp;&gt;&#39;</b>';
    expect(made).toBe(`<p title="&quot;&gt;&lt;script&gt;">${bold}${bold}7</p>`);
  });

  it.each([
    ['in a script', () => html`<script>let a = 1; ${'x'}</script>`],
    ['in a style', () => html`<style>p { ${'x'} }</style>`],
    ['in a handler', () => html`<p onclick="go(${'x'})"></p>`],
    ['in an attribute without quotes', () => html`<p title=${'x'}></p>`],
  ])('refuses a value %s', (_where, make) => {
    expect(make).toThrow(SyntaxError);
  });
});

describe('url', () => {
  it.each([
    'https://shop.example/a?b=1',
    'http://localhost:1',
    '/test/c/chk_1',
    '#number',
    '?lang=en',
    'tel:1',
  ])('accepts %s', (address) => {
    expect(url(address)).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'x',
  ])('replaces %s with about:blank', (address) => {
    expect(url(address)).toBe('about:blank');
  });
});

describe('the source of the pages', () => {
  it('uses unescaped markup only for the inline style and for QR codes', () => {
    const users = sources.filter(({ name, text }) => name !== 'html.ts' && /\btrusted\(/.test(text));

    expect(users.map(({ name }) => name).toSorted()).toEqual([
      'dashboard/parts/qr.ts',
      'hosted/payment-link/page.ts',
      'layout.ts',
    ]);
    expect(trusted('<br>').toString()).toBe('<br>');
  });

  it('passes every address in href and src through url()', () => {
    const bare = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/\b(?:href|src)="\$\{(?!url\()[^}]*\}/g)].map(([found]) => `${name}: ${found}`),
    );

    expect(bare).toEqual([]);
  });
});
