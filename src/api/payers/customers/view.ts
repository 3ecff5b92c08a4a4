import type { components } from '../../../../generated/openapi.d.ts';
import type { Customer } from '../../../domain/payers/customers/queries.ts';
import { showId } from '../../../platform/ids.ts';

export function customerView(customer: Customer): components['schemas']['Customer'] {
  return {
    id: showId('cus', customer.id),
    name: customer.name,
    email: customer.email,
    phone: customer.phone,
    external_id: customer.external_id,
    created_at: customer.created_at.toISOString(),
    updated_at: customer.updated_at.toISOString(),
  };
}
