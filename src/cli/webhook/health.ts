import { endpointHealth, type Health, type ReceiverHealth } from '../../domain/notices/endpoints/health.ts';
import { endpointOf, type OfApp, ofEndpoint, shownEndpoint } from '../support/endpoint.ts';
import { onDatabases } from '../support/operator.ts';
import { cell, exitCodes, printJson, printTable, say } from '../support/print.ts';

type Options = OfApp & { readonly json?: true };

/** `mps webhook health`: the state of each receiver of an app; exits with 8 if one is failing. Spec: "Delivery and retry". */
export async function webhookHealthVerb(options: Options): Promise<void> {
  const { endpoint, health } = await onDatabases(async (operator) => {
    const found = await endpointOf(operator, options);
    const db = operator.databases[found.mode];
    return { endpoint: shownEndpoint(found), health: await endpointHealth(db, ofEndpoint(found)) };
  });
  const receivers = health.receivers.map(shownReceiver);
  if (options.json) printJson({ ...endpoint, receivers, more: health.more });
  else printTable(receivers.map((shown) => row(shown)));
  say(inWords(endpoint.paused_since, health));
  if (health.receivers.some(({ failingSince }) => failingSince !== null))
    process.exitCode = exitCodes.checkFailed;
}

function shownReceiver(receiver: ReceiverHealth) {
  const { lastFailure, answerMs } = receiver;
  return {
    receiver: receiver.origin,
    failing_since: shownTime(receiver.failingSince),
    due: receiver.due,
    sending: receiver.sending,
    delivered_24h: receiver.deliveredIn24h,
    exhausted_24h: receiver.exhaustedIn24h,
    oldest_due_at: shownTime(receiver.oldestDueAt),
    last_success_at: shownTime(receiver.lastSuccessAt),
    last_failure_at: shownTime(lastFailure?.at ?? null),
    last_failure: lastFailure?.words ?? null,
    answer_ms_p50: answerMs?.p50 ?? null,
    answer_ms_p95: answerMs?.p95 ?? null,
  };
}

function shownTime(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

function row(shown: ReturnType<typeof shownReceiver>): Record<string, string> {
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, cell(value)]));
}

function inWords(pausedSince: string | null, { receivers, more }: Health): string {
  const failing = receivers.filter(({ failingSince }) => failingSince !== null).length;
  const sentences = [
    pausedSince === null ? '' : `Paused since ${pausedSince}: nothing is sent.`,
    receivers.length === 0
      ? 'Nothing was ever queued for this app.'
      : `${failing} of ${receivers.length} receivers are failing.`,
    receivers.some(({ countsEnd }) => countsEnd)
      ? 'Of each receiver, the newest 5,000 deliveries are counted.'
      : '',
    more ? 'There are more receivers. None of them has been failing for longer.' : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
