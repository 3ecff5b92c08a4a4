import { compareBody, compareResponses, type Placed, type Versions } from './bodies.ts';
import type { Contract } from './contract.ts';
import { nextTo } from './operations.ts';
import { compareParameters } from './parameters.ts';
import type { Finding, Report } from './rows.ts';
import { type Fields, fieldsOf } from './source.ts';

/** The service sends an event, so its body is read like an answer, and what the app answers like a request. */
export function compareEvents(versions: Versions, report: Report): void {
  const [before, now] = [eventsIn(versions.was), eventsIn(versions.is)];
  for (const [type, was] of before) {
    const is = now.get(type);
    if (is === undefined) {
      const at = nextTo(versions, 'webhooks', 'webhooks', type);
      report.add(type, '', [
        { verdict: 'breaking', at, was: was.at, reason: 'the event was removed', trail: [] },
      ]);
      continue;
    }
    report.add(type, '', compareSending(versions, was.operation, is.operation));
    // Nobody has received an event that was only planned: its data may become anything.
    if (fieldsOf(was.operation['x-event'])['implemented'] !== true) continue;
    report.add(type, '', compareParameters(versions, was, is, 'answer'));
    report.add(type, '', compareBody(versions, was.operation, is.operation, 'answer'));
    for (const [status, findings] of compareResponses(versions, was.operation, is.operation, 'request'))
      report.add(type, `acknowledgement ${status}`, findings);
  }
  for (const [type, { at }] of now) {
    if (!before.has(type))
      report.add(type, '', [{ verdict: 'addition', at, reason: 'the event was added', trail: [] }]);
  }
}

function eventsIn(contract: Contract): Map<string, Placed> {
  const events = fieldsOf(contract.webhooks.root['webhooks']);
  return new Map(
    Object.entries(events).map(([type, item]) => {
      const operation = fieldsOf(fieldsOf(item)['post']);
      return [type, { path: type, method: 'post', operation, at: contract.place(events, type) }];
    }),
  );
}

/** Whether, when and under which name the event is sent. */
function compareSending({ is: contract }: Versions, before: Fields, now: Fields): Finding[] {
  const [was, is] = [fieldsOf(before['x-event']), fieldsOf(now['x-event'])];
  const at = contract.place(now, 'x-event');
  const found = (verdict: Finding['verdict'], reason: string): Finding => ({
    verdict,
    at,
    reason,
    trail: [],
  });
  return [
    ...(was['group'] === is['group'] ? [] : [found('breaking', 'the event moved to another group')]),
    ...(was['implemented'] === is['implemented']
      ? []
      : is['implemented'] === true
        ? [found('addition', 'the event is sent from now on')]
        : [found('breaking', 'the event is no longer sent')]),
    ...((was['toNotificationUrl'] ?? false) === (is['toNotificationUrl'] ?? false)
      ? []
      : is['toNotificationUrl'] === true
        ? [found('addition', 'notification URLs are sent the event too')]
        : [found('breaking', 'notification URLs are no longer sent the event')]),
  ];
}
