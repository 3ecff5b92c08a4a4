import { type ConnectGateways, gatewaysOf, unconnected } from '../../../src/app/gateways.ts';
import { createAcquirer } from '../../../src/domain/money/gateways/acquirer/acquirer.ts';
import type { AcquirerSettings } from '../../../src/domain/money/gateways/acquirer/settings.ts';

/** Live takes cards, cards of the domestic switch and readers by this acquirer; the sandbox is simulated as ever. */
export function liveAcquirer(settings: AcquirerSettings): ConnectGateways {
  return (mode, parts) => {
    if (mode === 'sandbox') return unconnected(mode, parts);
    const rail = createAcquirer(settings, { ...parts, name: 'acquirer' });
    if (!rail.gateway) throw new Error('an acquirer takes payments');
    const { gateway } = rail;
    const routes = (['card', 'domestic_switch', 'reader'] as const).map((takes) => ({ takes, gateway }));
    return { gateways: gatewaysOf(routes), rails: [rail] };
  };
}
