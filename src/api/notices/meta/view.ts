import { errorCatalogue } from '../../../../generated/error-catalogue.ts';
import { eventGroups, registryVersion } from '../../../../generated/event-registry.ts';
import type { components } from '../../../../generated/openapi.d.ts';

type Registry = components['schemas']['WebhookEventRegistry'];

/** The events of `webhooks.yaml`, in its order; groups without any are left out. Spec: "GET /v1/meta/webhook-events". */
export function eventRegistry(wanted: { group?: string | undefined; implemented_only: boolean }): Registry {
  const groups = eventGroups
    .filter(({ group }) => wanted.group === undefined || group === wanted.group)
    .map(({ group, events }) => ({
      group,
      events: events.filter(({ implemented }) => implemented || !wanted.implemented_only),
    }))
    .filter(({ events }) => events.length > 0);
  return {
    version: registryVersion,
    total: groups.reduce((sum, { events }) => sum + events.length, 0),
    groups,
  };
}

/** All error codes, in the order of the contract. */
export function errorCodes(): components['schemas']['ErrorCatalogue'] {
  const errors = Object.entries(errorCatalogue).map(([code, { status, ...words }]) => ({
    code,
    http_status: status,
    ...words,
  }));
  return { total: errors.length, errors };
}
