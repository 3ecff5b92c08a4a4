import type { Gateway } from '../port.ts';
import { gatewayOf } from './card-gateway.ts';

/** The cards that begin 9716, by the same rules as the others. Spec: "Limits" (sandbox card scenarios). */
export function sandboxDomesticSwitchGateway(): Gateway {
  return gatewayOf('domestic_switch');
}
