import type { Gateways } from '../../src/domain/money/gateways/port.ts';
import type { App } from './app.ts';

type Charges = {
  /** The real ones, as the test finds them. */
  readonly gateways: Gateways;
  /** The references of what they were asked to charge. */
  readonly asked: string[];
  readonly forget: () => void;
};

/** Counts what the service asks the real gateways of the sandbox to charge. */
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
