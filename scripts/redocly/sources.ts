import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlias, isNode, parse, parseDocument, visit } from 'yaml';
import { dated } from '../versions/frozen.ts';
import {
  type Document,
  eventsOf,
  type PlacedOperation,
  type Report,
  type Rule,
  type Source,
} from './document.ts';

/**
 * Every event says its group, whether it is implemented and what triggers it; an implemented one also says its subject.
 * The groups are those of EventGroupInput in openapi.yaml.
 */
export const eventMetadata: Rule = (document, report, source) => {
  if (document.webhooks === undefined) return;
  for (const placed of eventsOf(document)) checkEvent(placed, report);
  checkSubjects(document, report);
  checkDelivery(document, report);
  checkGroups(document.tags ?? [], sibling(source, 'openapi.yaml'), report);
};

function checkGroups(
  tags: readonly { name: string }[],
  contract: Document | undefined,
  report: Report,
): void {
  const groups: readonly unknown[] = contract?.components?.schemas?.['EventGroupInput']?.enum ?? [];
  const named: readonly unknown[] = tags.map(({ name }) => name);
  for (const tag of named.filter((name) => !groups.includes(name))) {
    report(['tags'], `${String(tag)} is not in EventGroupInput of openapi.yaml.`);
  }
  for (const group of groups.filter((name) => !named.includes(name))) {
    report(['tags'], `${String(group)} of EventGroupInput has no tag.`);
  }
}

function checkEvent(placed: PlacedOperation, report: Report): void {
  const { operation, at } = placed;
  const { group, implemented, triggerSource = '' } = operation['x-event'] ?? {};
  if (group === undefined || typeof implemented !== 'boolean' || !triggerSources.includes(triggerSource)) {
    report(at, '`x-event` must be `{group, implemented, triggerSource}`.');
  } else if (implemented === (triggerSource === 'none')) {
    report(
      [...at, 'x-event'],
      'An event is implemented exactly when it has a `triggerSource` other than `none`.',
    );
  }
  checkSubject(placed, report);
  checkNotification(placed, report);
  if (operation.tags?.join() !== group) report(at, 'The tag of an event is its group.');
}

/** A planned event has no subject: its table does not exist until the event is implemented. */
function checkSubject({ operation, at }: PlacedOperation, report: Report): void {
  const { implemented, subject, table } = operation['x-event'] ?? {};
  if (implemented === true && (subject === undefined || table === undefined)) {
    report([...at, 'x-event'], 'An implemented event needs `subject` and `table`.');
  }
  if (implemented === false && (subject !== undefined || table !== undefined)) {
    report([...at, 'x-event'], 'A planned event has neither `subject` nor `table`.');
  }
}

/** A payment or a refund leads to its checkout, nothing else does. */
function checkNotification({ operation, at }: PlacedOperation, report: Report): void {
  const { subject = '', toNotificationUrl = false } = operation['x-event'] ?? {};
  if (toNotificationUrl && !['payment', 'refund'].includes(subject))
    report([...at, 'x-event'], 'Only an event of a payment or a refund has a notification URL.');
}

/** A subject has one table, and a table one subject. */
function checkSubjects(document: Document, report: Report): void {
  const tables = new Map<string, string>();
  const subjects = new Map<string, string>();
  for (const { operation, at } of eventsOf(document)) {
    const { subject, table } = operation['x-event'] ?? {};
    if (subject === undefined || table === undefined) continue;
    const knownTable = tables.get(subject) ?? table;
    const knownSubject = subjects.get(table) ?? subject;
    if (knownTable !== table) {
      report([...at, 'x-event', 'table'], `The table of ${subject} is ${knownTable} in other events.`);
    } else if (knownSubject !== subject) {
      report([...at, 'x-event', 'subject'], `The subject of ${table} is ${knownSubject} in other events.`);
    }
    tables.set(subject, knownTable);
    subjects.set(table, knownSubject);
  }
}

const deliveryTerms = [
  'attempts',
  'firstDelaySeconds',
  'acknowledgeSeconds',
  'toleranceSeconds',
  'rotationHours',
];

function checkDelivery({ 'x-delivery': terms = {} }: Document, report: Report): void {
  const isComplete = Object.keys(terms).toSorted().join() === deliveryTerms.toSorted().join();
  if (!isComplete || !Object.values(terms).every((value) => Number.isInteger(value) && Number(value) > 0))
    report(['x-delivery'], `\`x-delivery\` must be whole numbers: ${deliveryTerms.join(', ')}.`);
}

const triggerSources = ['api', 'gateway', 'schedule', 'dashboard', 'operator', 'none'];

/** Both documents have the same version, and the header offers exactly the supported versions. */
export const versions: Rule = (document, report, source) => {
  const version = document.info?.version ?? '';
  const other = sibling(source, otherName(source))?.info?.version ?? version;
  if (other !== version) report(['info', 'version'], `The other document says ${other}.`);
  if ((document['x-registry-version'] ?? version) !== version) {
    report(['x-registry-version'], '`x-registry-version` must be the version of the document.');
  }
  if (document.paths !== undefined)
    checkOffer(document, [...new Set([...frozen(source), version])].toSorted(), report);
};

function checkOffer(document: Document, supported: readonly string[], report: Report): void {
  const offered = document.components?.parameters?.['ServiceVersion']?.schema?.enum;
  if (offered?.join() !== supported.join()) {
    report(
      ['components', 'parameters', 'ServiceVersion'],
      `Service-Version must offer ${supported.join(', ')}.`,
    );
  }
}

function frozen(source: Source): string[] {
  try {
    return dated(dirname(source.file));
  } catch {
    return [];
  }
}

/** No YAML anchors: Redocly visits a shared node once, so its comparison of two versions would miss the other uses. */
export const noAnchors: Rule = (_document, report, { text }) => {
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  visit(parseDocument(text), (_key, node) => {
    if (!isNode(node)) return;
    const isAnchored = isAlias(node) || ('anchor' in node && node.anchor !== undefined);
    if (isAnchored) report([], `No YAML anchors or aliases (line ${lineOf(node.range?.[0] ?? 0)}).`);
  });
};

const columns = 140;

/** A reviewer reads two versions of a line side by side. */
export const lineLength: Rule = (_document, report, { text }) => {
  for (const [index, line] of text.split('\n').entries())
    if (line.length > columns)
      report([], `Line ${index + 1} has ${line.length} columns; at most ${columns}.`);
};

/** A component that neither document refers to. The linter's own rule sees one document only. */
export const unusedComponents: Rule = (document, report, source) => {
  const texts = `${source.text}\n${textOf(source, otherName(source)) ?? ''}`;
  const used = new Set(
    [...texts.matchAll(/#\/components\/([A-Za-z]+\/[A-Za-z0-9._-]+)/gu)].map(([, name]) => name),
  );
  for (const [kind, components] of Object.entries(document.components ?? {})) {
    if (kind === 'securitySchemes') continue;
    for (const name of Object.keys(components)) {
      if (!used.has(`${kind}/${name}`))
        report(['components', kind, name], `${name} is used in neither document.`);
    }
  }
};

function otherName({ file }: Source): string {
  return basename(file) === 'openapi.yaml' ? 'webhooks.yaml' : 'openapi.yaml';
}

function sibling(source: Source, name: string): Document | undefined {
  const text = textOf(source, name);
  return text === undefined ? undefined : parse(text);
}

function textOf(source: Source, name: string): string | undefined {
  try {
    return readFileSync(join(dirname(source.file), name), 'utf8');
  } catch {
    return undefined;
  }
}
