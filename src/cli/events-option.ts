import {
  firstEventTypes,
  subscribedEventTypes,
  UnknownEventTypes,
} from '../domain/notices/endpoints/event-types.ts';
import { Failure } from './output.ts';

/** What `--events` says: names with commas between them, `*`, `default` or `none`; undefined when it is not given. */
export function eventTypesIn(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return [];
  if (text === 'default') return firstEventTypes;
  try {
    return subscribedEventTypes(text.split(',').map((name) => name.trim()));
  } catch (error) {
    if (error instanceof UnknownEventTypes) throw new Failure('usage', `--events: ${error.message}`);
    throw error;
  }
}
