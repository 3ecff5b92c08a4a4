import { eventExamples } from '../../../../generated/event-examples.ts';
import type { Act } from '../../../engine/context.ts';
import { recordSynthetic } from '../../../engine/recording/record.ts';
import { assert } from '../../../platform/assert.ts';
import { newId } from '../../../platform/ids.ts';

export type TriggeredEvent<T extends string = string> = {
  readonly eventId: string;
  readonly type: T;
  /** As the event shows it. */
  readonly resourceId: string;
};

/**
 * Makes up an event of any registered type: its data is the example of the contract, with an id that no resource has. Sandbox only.
 *
 * Decision 0081.
 */
export function triggerEvent<T extends string>(act: Act, type: T): TriggeredEvent<T> {
  const example = eventExamples[type];
  assert(example, 'the contract has an example of every registered event');
  const id = newId();
  const shown = `${example.id.slice(0, example.id.indexOf('_'))}_${id.replaceAll('-', '')}`;
  const eventId = recordSynthetic(act, { type, resourceId: id, data: { ...example, id: shown } });
  return { eventId, type, resourceId: shown };
}
