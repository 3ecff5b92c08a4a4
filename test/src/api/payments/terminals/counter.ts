import { newId } from '../../../../../src/platform/ids.ts';
import type { Api } from '../../../../support/service/api.ts';

/** A reader that the contract accepts. */
export function aReader(about: Record<string, unknown> = {}) {
  return { serial_number: `P3-${newId()}`, device_model: 'sunmi_p3', location_name: 'Shop 1', ...about };
}

/** Registers a reader; throws if that is refused. */
export async function registeredReader(api: Api, about: Record<string, unknown> = {}): Promise<string> {
  const { status, body, data } = await api('registerTerminal', { body: aReader(about) });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return data.terminal_id;
}

/** The ciphertext by which the sandbox chooses the outcome: the scenario in base64. */
export function encrypted(scenario: string): string {
  return Buffer.from(`SANDBOX:${scenario}`).toString('base64');
}

/** A new key serial number, as each payload of a reader has. */
export function aKsn(): string {
  return newId().replaceAll('-', '').slice(-20).toUpperCase();
}

/** A reader payment that the contract accepts, with a new payload; the scenario chooses the outcome. */
export function aReading(terminal_id: string, scenario = 'approved', about: Record<string, unknown> = {}) {
  return {
    terminal_id,
    amount: '100.00',
    currency: 'USD',
    entry_mode: 'chip',
    emv_payload: { ciphertext: encrypted(scenario), ksn: aKsn() },
    ...about,
  };
}
