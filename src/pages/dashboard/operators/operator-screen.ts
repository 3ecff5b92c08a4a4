import { hasCardNumber } from '../../../platform/card-numbers.ts';
import { lettersIn } from '../../../platform/contract/letters.ts';
import { html } from '../../html.ts';
import { verificationWords } from '../../words/dashboard/merchant/verification.ts';
import { operatorsWords as words } from '../../words/dashboard/operators.ts';
import { reconciliationWords } from '../../words/dashboard/reconciliation.ts';
import { type Screen, screen } from '../parts/frame.ts';
import { tabs } from '../parts/show.ts';
import { type Answer, WrongFields } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';

export const base = '/dashboard/operators';

/** How the verification of a business stands, said to those who decide it. */
export const kycStates = { ...verificationWords.states, ...verificationWords.statesToOperators };

const items = [
  { label: words.merchants.title, to: base },
  { label: words.kyc.title, to: `${base}/kyc` },
  { label: reconciliationWords.title, to: `${base}/reconciliation` },
  { label: words.health.title, to: `${base}/health` },
] as const;

/** A screen of the platform, with the platform's own menu. */
export function operatorScreen(visit: PersonVisit, about: Screen): Answer {
  const main = html`${tabs(words.menu, visit.path, items)}
${about.main}`;
  return screen(visit, { ...about, main });
}

const longestNote = 500;

/** A text that other people read: why something was done. @throws WrongFields it is empty or too long, or has a card number */
export function noteIn({ form }: PersonVisit, name: string, wrong: string): string {
  const note = form.text(name).trim();
  if (note === '' || lettersIn(note) > longestNote) throw new WrongFields({ [name]: wrong });
  if (hasCardNumber(note)) throw new WrongFields({ [name]: reconciliationWords.cardNumber });
  return note;
}
