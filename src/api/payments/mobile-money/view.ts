import type { components } from '../../../../generated/openapi.d.ts';
import { readGatewayStatus } from '../../../domain/money/gateways/names.ts';
import { maskPhone } from '../../../domain/money/wallets/phone.ts';
import type { walletTerms } from '../../../domain/money/wallets/wallets.ts';
import type { WalletAttempt } from '../../../domain/payments/attempts/queries.ts';
import { failureInfo } from '../../../domain/payments/transactions/failures.ts';
import { assert } from '../../../platform/assert.ts';
import { showId } from '../../../platform/ids.ts';

/** How often the specification asks merchants to poll. */
const pollAfterSeconds = 3;

export function mobileStatusView(attempt: WalletAttempt): components['schemas']['MobileStatus'] {
  const { method_type: wallet, method_phone: phone, checkout_id: checkoutId } = attempt;
  assert(
    phone && checkoutId && wallet && wallet !== 'card' && wallet !== 'domestic_switch',
    'a wallet attempt',
  );
  return {
    transaction_status: attempt.status,
    is_success: wasPaid(attempt),
    is_pending: attempt.status === 'pending' && attempt.checkout_status === 'pending',
    gateway_status: readGatewayStatus(attempt.gateway_status ?? 'PENDING'),
    checkout_id: showId('chk', checkoutId),
    transaction_id: showId('txn', attempt.id),
    wallet_type: wallet,
    phone_masked: maskPhone(phone),
    failure: failureInfo(attempt.failure),
    late: attempt.late,
    poll_after_seconds: pollAfterSeconds,
    expires_at: attempt.checkout_expires_at.toISOString(),
  };
}

/** True also after a full refund. Money that was handed back unwanted was never captured, so it has no settlement date. */
function wasPaid({ status, available_on }: WalletAttempt): boolean {
  return status === 'completed' || (status === 'reversed' && available_on !== null);
}

/** Spec: "Wallets". */
export function walletView({
  wallet,
  status,
  currencies,
  prefixes,
}: (typeof walletTerms)[number]): components['schemas']['Wallet'] {
  return { wallet_type: wallet, status, currencies: [...currencies], prefixes: [...prefixes] };
}
