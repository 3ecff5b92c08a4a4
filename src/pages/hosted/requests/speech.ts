import { offeredLanguage } from '../../../domain/merchants/accounts/brand.ts';
import type { Language } from '../../../domain/merchants/accounts/terms.ts';
import type { PageLook } from '../../layout.ts';
import { words as en, type Words } from '../../words/en/words.ts';
import { words as fr } from '../../words/fr/words.ts';
import { words as pt } from '../../words/pt/words.ts';

/** All texts of the hosted pages, by language. Decision 0095. */
export const catalogue: Readonly<Record<Language, Words>> = { en, fr, pt };

/** How a language is called by those who speak it. */
const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  pt: 'Português',
};

/** What a request says about languages. */
export type Asked = {
  readonly originalUrl: string;
  readonly acceptsLanguages: (languages: string[]) => string | false;
};

type Speech = Pick<PageLook, 'words' | 'query' | 'languages'>;

/**
 * The language of a page: the one that the payer chose with `?lang=`, else the merchant's, else the best one of the browser's list,
 * else the usual one. No cookie and no row remembers the choice: every link and form of the page carries it on.
 *
 * Decision 0095.
 */
export function speechOf(req: Asked, offered: readonly Language[], preferred: string | null): Speech {
  const chosen = offeredLanguage(offered, langIn(req));
  const language = chosen ?? offeredLanguage(offered, preferred) ?? accepted(req, offered) ?? 'en';
  return {
    words: catalogue[language],
    query: chosen === undefined ? '' : `?lang=${chosen}`,
    languages: offered.map((code) => ({ code, name: languageNames[code] })),
  };
}

function langIn(req: Asked): string | null {
  return new URLSearchParams(req.originalUrl.split('?', 2)[1] ?? '').get('lang');
}

/** Undefined if nothing is offered. A browser that says nothing gets the first. */
function accepted(req: Asked, offered: readonly Language[]): Language | undefined {
  return offeredLanguage(offered, req.acceptsLanguages([...offered]) || null) ?? offered[0];
}
