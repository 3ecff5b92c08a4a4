import { samplesOf } from '../docs/samples/samples.ts';
import { type Document, eventsOf, type Operation, operationsOf } from './document.ts';

/** Shows open lists of values as enums, with the note that more values may come. */
export function openEnums(document: Document): void {
  const opened = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const values = Reflect.get(part, 'x-extensible-enum');
    if (Array.isArray(values)) {
      const said: unknown = Reflect.get(part, 'description');
      Reflect.set(part, 'enum', values);
      Reflect.set(part, 'description', `${typeof said === 'string' ? `${said} ` : ''}More values may come.`);
    }
    for (const child of Object.values(part)) opened(child);
  };
  opened(document.components?.schemas);
  opened(document.paths);
}

/** Adds badges: what an operation requires, and whether an event is sent. */
export function badges(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    operation['x-badges'] = needsOf(operation).map((name) => ({ name }));
  }
  for (const { operation } of eventsOf(document)) {
    operation['x-badges'] =
      operation['x-event']?.implemented === true
        ? [{ name: 'Live', color: '#0a7d33' }]
        : [{ name: 'Planned', color: '#6b7280' }];
  }
}

function needsOf(operation: Operation): string[] {
  const { 'x-feature': feature, 'x-kyc': tier } = operation;
  return [
    ...(operation['x-origin'] === 'decision' ? ['Decision'] : []),
    ...(operation['x-mode'] === 'sandbox' ? ['Sandbox'] : []),
    ...(feature === undefined ? [] : [`Feature ${feature}`]),
    ...(tier === undefined ? [] : [`KYC tier ${tier}`]),
    ...(operation['x-platform-billing'] === undefined ? [] : ['Paid platform invoices (live)']),
    ...(operation['x-second-factor'] === undefined ? [] : ['Second factor']),
  ];
}

/** Adds each operation's first example as a program in every language of the samples. */
export function codeSamples(document: Document): void {
  for (const placed of operationsOf(document)) {
    placed.operation['x-codeSamples'] = samplesOf(document, placed).map(({ fence, name, source }) => ({
      lang: fence,
      label: name,
      source,
    }));
  }
}
