import type { Context } from '../../../engine/context.ts';
import { newId, readId, showId } from '../../../platform/ids.ts';
import type { Form } from '../../forms.ts';
import { type Html, html } from '../../html.ts';
import { attemptToken, isToken } from './attempt-token.ts';

/** The id of the checkout that the form of a link or invoice will open for its payer, and the form's token. */
export type OwnCheckout = { readonly checkout: string; readonly token: string };

/**
 * Chooses the id of a payer's own checkout when the page is shown, and writes nothing. The form sends the id back, so
 * sending it twice opens one checkout. Decision 0024.
 *
 * @param sourceId the id of the link or invoice; the token is valid for its form only
 */
export function ownCheckout(ctx: Context, sourceId: string): OwnCheckout {
  const id = newId();
  return { checkout: showId('chk', id), token: attemptToken(ctx.secrets, tokenSubject(sourceId, id), 0) };
}

export function ownCheckoutFields({ checkout, token }: OwnCheckout): Html {
  return html`<input type="hidden" name="checkout" value="${checkout}">
<input type="hidden" name="token" value="${token}">`;
}

/** The id of the checkout that a form opens; undefined if we did not make the form or it is too old. */
export function ownCheckoutIn(ctx: Context, form: Form, sourceId: string): string | undefined {
  const checkoutId = checkoutIdIn(form.value('checkout'));
  if (checkoutId === undefined) return undefined;
  const about = { of: tokenSubject(sourceId, checkoutId), attempt: 0 };
  return isToken(ctx.secrets, form.value('token'), about) ? checkoutId : undefined;
}

function tokenSubject(sourceId: string, checkoutId: string): string {
  return `${sourceId}/${checkoutId}`;
}

/** Reads `chk_…`; undefined if the text has another form. */
export function checkoutIdIn(shown: unknown): string | undefined {
  try {
    return readId('chk', typeof shown === 'string' ? shown : '');
  } catch {
    return undefined;
  }
}
