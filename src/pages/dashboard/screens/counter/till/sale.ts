import { isWallet } from '../../../../../domain/money/wallets/wallets.ts';
import { findLatestAttempt } from '../../../../../domain/payments/attempts/queries.ts';
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
import type { Result } from '../../../parts/notices.ts';
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

type Stage = Session['status'] | 'asked';

/** What of the sale the forms of the screen depend on. `asked`: the customer is asked on their phone. */
const stageOf = ({ status, attempt_pending: isAsked }: Session): Stage =>
  status === 'pending' && isAsked ? 'asked' : status;

/** What of the sale the part that is polled depends on: the stage, and why the last try failed. */
const lookOf = (session: Session): string => `${stageOf(session)}.${session.last_error ?? ''}`;

/** What a form came to → its words, and the stage at which they are true. */
const results = new Map<string | null, { readonly stage: Stage; readonly result: Result }>([
  ['asked', { stage: 'asked', result: words.done.asked }],
  ['no-wallet', { stage: 'pending', result: { look: 'bad', text: words.done.noWallet } }],
  ['unreachable', { stage: 'pending', result: { look: 'bad', text: words.done.unreachable } }],
  ['canceled', { stage: 'canceled', result: words.done.canceled }],
]);

/** One sale, for the customer to scan and for the till to watch. While it is open, it loads again by itself. */
export async function showSale(visit: MerchantVisit): Promise<Answer> {
  const session = await saleIn(visit);
  if (visit.query.get('seen') === lookOf(session))
    return { kind: 'unchanged', screen: saleAddress(visit, session.id) };
  const { amount, currency, status } = session;
  const ended = status === 'pending' ? undefined : await endedSale(visit, session);
  const last = results.get(visit.query.get('done'));
  return screen(visit, {
    title: words.title(showMoney(amount, currency)),
    up: { label: counterWords.title, to: `${visit.base}/counter` },
    done: last?.stage === stageOf(session) ? last.result : undefined,
    actions: standing(session),
    main: html`<div aria-live="polite">${watched(visit, session, ended)}</div>
${status === 'pending' && visit.may('sell') && openActions(visit, session)}`,
  });
}

/**
 * What htmx asks for every two seconds until the sale has ended. The forms stand outside, so that what is being typed stays. While
 * nothing is different it stays as it is, since what is replaced loses the focus and is read out again. Once the sale is at another
 * stage than the one that was seen, this part loads the whole screen.
 */
function watched(visit: MerchantVisit, session: Session, ended: Html | undefined): Html {
  const here = saleAddress(visit, session.id);
  const stage = stageOf(session);
  const isOpen = session.status === 'pending';
  const polling =
    isOpen &&
    html` hx-get="${url(`${here}?seen=${lookOf(session)}`)}" hx-trigger="every 2s" hx-select="#sale" hx-target="#sale" hx-swap="outerHTML"`;
  const loading = html` hx-get="${url(here)}" hx-trigger="load, every 2s" hx-select="#main" hx-target="#main" hx-swap="outerHTML"`;
  const [seen = stage] = visit.query.get('seen')?.split('.') ?? [];
  return html`<div id="sale" class="sale"${seen === stage ? polling : loading}>${ended ?? openSale(visit, session, here)}</div>`;
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

/** No alert, which takes the focus: the part around it is read out when it is replaced. */
function lastErrorOf({ last_error: code }: Session): Html | false {
  const failure = failureInfo(code);
  return (
    failure !== null &&
    html`<div class="notice bad"><h2>${words.declined}</h2><p>${failure.message}</p></div>`
  );
}

/** Enter opens the next sale: the link has the focus. */
async function endedSale(visit: MerchantVisit, session: Session): Promise<Html> {
  const { amount, currency, status, transaction_id: payment } = session;
  const newSale = html`<p><a class="button" href="${url(`${visit.base}/counter`)}" data-focus>${words.newSale}</a></p>`;
  if (status !== 'paid')
    return section(counterWords.states[status], html`${await unpaidText(visit, session)}${newSale}`);
  const attempt = await findLatestAttempt(visit.ctx.db, visit.merchantId, session.checkout_id);
  const refunded = attempt?.refunded ?? 0n;
  return section(
    words.paid,
    html`<p class="figure">✓ ${showMoney(amount, currency)}</p>${refunded > 0n && html`<p>${words.refunded(showMoney(refunded, currency))}</p>`}${newSale}
<p>${payment !== null && link(paymentAddress(visit, payment), words.payment)} · ${link(sessionUrl(visit.ctx, session), words.receipt)}</p>`,
  );
}

/** What became of the money of a sale that was not paid: the last attempt may be undecided, or its money may have come too late. */
async function unpaidText(visit: MerchantVisit, session: Session): Promise<Html> {
  const { ctx, merchantId } = visit;
  const attempt = await findLatestAttempt(ctx.db, merchantId, session.checkout_id);
  if (attempt?.status === 'pending')
    return html`<p>${words.undecided} ${link(saleAddress(visit, session.id), frameWords.refresh)}</p>`;
  if (attempt?.status === 'reversed') return html`<p>${words.returned}</p>`;
  return html`<p>${session.status === 'expired' ? words.expired : words.canceled}</p>${lastErrorOf(session)}`;
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
          maxlength: 30,
        }),
      }),
    )
  }
${buttonTo(visit, { to: `${here}/cancel`, label: words.cancel, look: 'danger' })}`;
}
