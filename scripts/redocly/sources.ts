import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlias, isNode, parse, parseDocument, visit } from 'yaml';
import { type Document, eventsOf, type Rule, type Source } from './document.ts';

/** Every event says its group, whether it is sent and who fires it; the groups are those that the registry can be asked for. */
export const eventMetadata: Rule = (document, report, source) => {
  if (document.webhooks === undefined) return;
  for (const { operation, at } of eventsOf(document)) {
    const { group, implemented, triggerSource = '' } = operation['x-event'] ?? {};
    const isComplete =
      typeof group === 'string' && typeof implemented === 'boolean' && triggerSources.includes(triggerSource);
    if (!isComplete) report(at, '`x-event` must be `{group, implemented, triggerSource}`.');
    else if (implemented === (triggerSource === 'none'))
      report([...at, 'x-event'], 'An event is implemented exactly when something fires it.');
    if (operation.tags?.join() !== group) report(at, 'The tag of an event is its group.');
  }
  const groups = sibling(source, 'openapi.yaml')?.components?.schemas?.['EventGroupInput']?.enum ?? [];
  const tags = (document.tags ?? []).map(({ name }) => name);
  for (const tag of tags.filter((name) => !groups.includes(name)))
    report(['tags'], `${tag} is not in EventGroupInput of openapi.yaml.`);
  for (const group of groups.filter((name) => !tags.some((tag) => tag === name)))
    report(['tags'], `${String(group)} of EventGroupInput has no tag.`);
};

const triggerSources = ['api', 'gateway', 'schedule', 'dashboard', 'operator', 'none'];

/** One version in both documents, and the header offers exactly the versions that are supported. */
export const versions: Rule = (document, report, source) => {
  const version = document.info?.version ?? '';
  const other = sibling(source, basename(source.file) === 'openapi.yaml' ? 'webhooks.yaml' : 'openapi.yaml');
  if (other?.info && other.info.version !== version)
    report(['info', 'version'], `The other document says ${other.info.version}.`);
  const registry = document['x-registry-version'];
  if (registry !== undefined && registry !== version)
    report(['x-registry-version'], 'The registry has the version of the document.');
  const offered = document.components?.parameters?.['ServiceVersion']?.schema?.enum;
  const supported = [...new Set([...frozen(source), version])].toSorted();
  if (document.paths !== undefined && offered?.join() !== supported.join()) {
    report(
      ['components', 'parameters', 'ServiceVersion'],
      `Service-Version must offer ${supported.join(', ')}.`,
    );
  }
};

function frozen(source: Source): string[] {
  try {
    return readdirSync(join(dirname(source.file), 'src/versions')).filter((name) =>
      /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u.test(name),
    );
  } catch {
    return [];
  }
}

/** No YAML anchors: a shared node is visited once, so a comparison of two versions would miss its other uses. */
export const noAnchors: Rule = (_document, report, { text }) => {
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  visit(parseDocument(text), (_key, node) => {
    if (!isNode(node)) return;
    const isAnchored = isAlias(node) || ('anchor' in node && node.anchor !== undefined);
    if (isAnchored) report([], `No YAML anchors or aliases (line ${lineOf(node.range?.[0] ?? 0)}).`);
  });
};

/** A component that neither document refers to. The linter's own rule sees one document only. */
export const unusedComponents: Rule = (document, report, source) => {
  const other = basename(source.file) === 'openapi.yaml' ? 'webhooks.yaml' : 'openapi.yaml';
  const texts = [source.text, textOf(source, other) ?? ''];
  for (const [kind, components] of Object.entries(document.components ?? {})) {
    if (kind === 'securitySchemes') continue;
    for (const name of Object.keys(components)) {
      const reference = `#/components/${kind}/${name}'`;
      if (!texts.some((text) => text.includes(reference)))
        report(['components', kind, name], `${name} is used in neither document.`);
    }
  }
};

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
