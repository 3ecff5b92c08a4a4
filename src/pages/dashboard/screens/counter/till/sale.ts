import { isWallet } from '../../../../../domain/money/wallets/wallets.ts';
import { failureInfo } from '../../../../../domain/payments/transactions/failures.ts';
import { sessionUrl } from '../../../../../domain/payments/virtual-terminal/open-session.ts';
import { findSession, type Session } from '../../../../../domain/payments/virtual-terminal/queries.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html, url } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { frameWords } from '../../../../words/dashboard/frame.ts';
import { counterWords } from '../../../../words/dashboard/selling/counter.ts';
import { buttonTo, formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { paymentAddress } from '../../../parts/payments.ts';
import { qrCode } from '../../../parts/qr.ts';
import { exact, link, moment, section, state } from '../../../parts/show.ts';
import { onceOf } from '../../../requests/acting.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { sale: words } = counterWords;
const looks = { pending: 'warn', paid: 'good', canceled: 'plain', expired: 'plain' } as const;

export const saleAddress = ({ base }: MerchantVisit, id: string): string =>
  `${base}/counter/sales/${showId('vts', id)}`;

export const standing = ({ status }: Pick<Session, 'status'>): Html =>
  state(counterWords.states[status], looks[status]);

/** The sale that the address names. @throws NOT_FOUND also for one of another merchant */
export async function saleIn({ ctx, merchantId, params }: MerchantVisit): Promise<Session> {
  const found = await findSession(ctx.db, merchantId, readId('vts', params['sale'] ?? ''));
  if (!found) throw notFound('vts');
  return found;
}

/** One sale, for the customer to scan and for the till to watch. While it is open, it loads again by itself. */
export async function showSale(visit: MerchantVisit): Promise<Answer> {
  const session = await saleIn(visit);
  const { amount, currency, status } = session;
  return screen(visit, {
    title: words.title(showMoney(amount, currency)),
    up: { label: counterWords.title, to: `${visit.base}/counter` },
    done: counterWords.done[visit.query.get('done') ?? ''],
    actions: standing(session),
    main: html`${watched(visit, session)}
${status === 'pending' && visit.may('sell') && openActions(visit, session)}`,
  });
}

/** What htmx asks for every two seconds until the sale has ended. */
function watched(visit: MerchantVisit, session: Session): Html {
  const here = saleAddress(visit, session.id);
  const isOpen = session.status === 'pending';
  const polling =
    isOpen &&
    html` hx-get="${url(here)}" hx-trigger="every 2s" hx-select="#sale" hx-target="#sale" hx-swap="outerHTML"`;
  return html`<div id="sale" class="sale" aria-live="polite"${polling}>${isOpen ? openSale(visit, session, here) : endedSale(visit, session)}</div>`;
}

function openSale(visit: MerchantVisit, session: Session, here: string): Html {
  const address = sessionUrl(visit.ctx, session);
  const { amount, currency, attempt_pending: isAsked, expires_at: until } = session;
  return section(
    isAsked ? words.asked : words.waiting,
    html`<p class="figure">${showMoney(amount, currency)}</p>
${lastErrorOf(session)}
${!isAsked && html`<p>${words.scan}</p>${qrCode(address, words.scan)}<p class="small">${exact(address)}</p>`}
<p class="small soft">${words.until} ${moment(visit, until)} · ${link(here, frameWords.refresh)}</p>`,
  );
}

function lastErrorOf({ last_error: code }: Session): Html | false {
  const failure = failureInfo(code);
  return failure !== null && notice('bad', failure.message, words.declined);
}

/** Enter opens the next sale: the link has the focus. */
function endedSale(visit: MerchantVisit, session: Session): Html {
  const { amount, currency, status, transaction_id: payment } = session;
  const newSale = html`<p><a class="button" href="${url(`${visit.base}/counter`)}" data-focus>${words.newSale}</a></p>`;
  if (status !== 'paid')
    return section(
      counterWords.states[status],
      html`<p>${status === 'expired' ? words.expired : words.canceled}</p>${newSale}`,
    );
  return section(
    words.paid,
    html`<p class="figure">✓ ${showMoney(amount, currency)}</p>${newSale}
<p>${payment !== null && link(paymentAddress(visit, payment), words.payment)} · ${link(sessionUrl(visit.ctx, session), words.receipt)}</p>`,
  );
}

function openActions(visit: MerchantVisit, session: Session): Html {
  const here = saleAddress(visit, session.id);
  const isByPhone = isWallet(session.payment_method) && !session.attempt_pending;
  return html`${
    isByPhone &&
    section(
      words.charge,
      formTo(visit, {
        to: `${here}/charge`,
        button: words.chargeButton,
        once: onceOf(),
        fields: textField(visit, {
          name: 'phone',
          label: words.phone,
          hint: words.phoneHint,
          inputmode: 'tel',
          maxlength: 20,
        }),
      }),
    )
  }
${buttonTo(visit, { to: `${here}/cancel`, label: words.cancel, look: 'danger' })}`;
}
