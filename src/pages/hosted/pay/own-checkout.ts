import type { Context } from '../../../engine/context.ts';
import { newId, showId } from '../../../platform/ids.ts';
import type { Form } from '../../forms.ts';
import { type Html, html } from '../../html.ts';
import { attemptToken, isToken } from '../checkout/attempt-token.ts';
import { checkoutIdIn } from '../checkout/checkout-id.ts';

/** Names the checkout that a form will open for its payer. */
export type OwnCheckout = { readonly checkout: string; readonly token: string };

/**
 * Nothing is written by looking: the checkout has its id, and no row. Decision 0024.
 *
 * @param above the id of the link or invoice: its form opens nothing elsewhere, and no other page's token opens anything here
 */
export function ownCheckout(ctx: Context, above: string): OwnCheckout {
  const id = newId();
  return { checkout: showId('chk', id), token: attemptToken(ctx.secrets, opening(above, id), 0) };
}

export function ownCheckoutFields({ checkout, token }: OwnCheckout): Html {
  return html`<input type="hidden" name="checkout" value="${checkout}">
<input type="hidden" name="token" value="${token}">`;
}

/** The checkout that a form opens, so one that is sent twice opens one; undefined when the form is not ours, or old. */
export function ownCheckoutIn(ctx: Context, form: Form, above: string): string | undefined {
  const checkoutId = checkoutIdIn(form.value('checkout'));
  if (checkoutId === undefined) return undefined;
  const about = { of: opening(above, checkoutId), attempt: 0 };
  return isToken(ctx.secrets, form.value('token'), about) ? checkoutId : undefined;
}

function opening(above: string, checkoutId: string): string {
  return `${above}/${checkoutId}`;
}
