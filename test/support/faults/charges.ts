import type { Gateways } from '../../../src/domain/money/gateways/gateways.ts';
import type { App } from '../service/app.ts';

type Charges = {
  /** The gateways before they were wrapped. */
  readonly gateways: Gateways;
  /** The references of all charges that were asked for. */
  readonly asked: string[];
  readonly forget: () => void;
};

/** Wraps the sandbox's gateways, so that a test can count the charges that the service asks for. */
export function countCharges(app: App): Charges {
  const { sandbox } = app.service.contexts;
  const { gateways } = sandbox;
  const asked: string[] = [];
  const byName: Gateways['byName'] = (name) => {
    const gateway = gateways.byName(name);
    if (!gateway) return undefined;
    return {
      ...gateway,
      charge: async (request) => {
        asked.push(request.reference);
        return await gateway.charge(request);
      },
    };
  };
  Object.assign(sandbox, { gateways: { ...gateways, byName } });
  return { gateways, asked, forget: () => asked.splice(0) };
}
