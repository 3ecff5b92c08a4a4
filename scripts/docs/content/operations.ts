import { errorCatalogue } from '../../../generated/error-catalogue.ts';
import { follow, jsonOf, type Response } from '../../redocly/document.ts';
import { samplesOf } from '../samples/samples.ts';
import {
  type Contract,
  errorPath,
  exampleIn,
  factsOf,
  type Named,
  namedOperations,
  operationPath,
} from './contract.ts';
import { fieldTable, typeOf } from './fields.ts';
import { code, codeBlock, firstSentence, paragraphs, type SitePage, table } from './page.ts';

/** A page per operation, and one that lists them all. */
export function operationPages(contract: Contract): readonly SitePage[] {
  const all = namedOperations(contract);
  return [listPage(contract, all), ...all.map((named, order) => operationPage(contract, named, order))];
}

function listPage({ api }: Contract, all: readonly Named[]): SitePage {
  const groups = (api.tags ?? []).map((tag) => {
    const own = all.filter(({ operation }) => operation.tags?.includes(tag.name));
    const rows = own.map((named) => [
      `[${named.operation.summary}](/docs/${operationPath(named)})`,
      code(`${named.method.toUpperCase()} ${named.path}`),
    ]);
    return paragraphs(
      `## ${displayName(tag)}`,
      textOf(tag, 'description'),
      table(['Operation', 'Request'], rows),
    );
  });
  return {
    path: 'operations',
    title: 'Operations',
    label: 'All operations',
    order: -1,
    description: `All ${all.length} operations of the API, by what they are about.`,
    markdown: paragraphs(
      `The API has ${all.length} operations. Each has its page, with its fields, samples in eight languages, answers and errors. The [reference](/docs/reference) shows the whole contract on one page.`,
      ...groups,
    ),
  };
}

/** The name of a tag as people read it. */
export const displayName = (tag: { readonly name: string }): string =>
  textOf(tag, 'x-displayName') || tag.name;

function textOf(tag: object, name: string): string {
  const text: unknown = Reflect.get(tag, name);
  return typeof text === 'string' ? text : '';
}

function operationPage(contract: Contract, named: Named, order: number): SitePage {
  const { operation, method, path } = named;
  const { summary = named.id, description = summary } = operation;
  return {
    path: operationPath(named),
    title: summary,
    order,
    description: firstSentence(description),
    markdown: paragraphs(
      codeBlock('http', `${method.toUpperCase()} ${path}`),
      description,
      needsOf(named),
      ...samplesOf(contract.api, named).map(({ fence, source }) => codeBlock(fence, source)),
      parametersOf(contract, named),
      bodyOf(contract, named),
      answersOf(contract, named),
      errorsOf(named),
      `## In the tools\n\n${code(`mps call ${named.id}`)} runs it from the [command line](/docs/command-line). Its id in the contract is ${code(named.id)}.`,
    ),
  };
}

/** What a caller must have. */
function needsOf({ id, operation }: Named): string {
  const { writes } = factsOf(id);
  const keys = (operation['x-key-kinds'] ?? []).join(', ');
  const needs = [
    ['Key', keys === '' ? 'none' : keys],
    ['Permission of a restricted key', operation['x-permission'] && code(operation['x-permission'])],
    ['Feature of the app', operation['x-feature'] && code(operation['x-feature'])],
    ['KYC tier', operation['x-kyc'] === undefined ? undefined : String(operation['x-kyc'])],
    ['Second factor', operation['x-second-factor'] && 'yes, if the merchant has one'],
    ['Mode', operation['x-mode'] === 'sandbox' ? 'sandbox only' : undefined],
    ['Idempotency key', writes ? '[supported](/docs/guides/idempotency-and-retries)' : undefined],
  ].flatMap(([name = '', value]) => (value ? [[name, value]] : []));
  return table(['It needs', 'Which'], needs);
}

function parametersOf({ api }: Contract, { operation }: Named): string {
  const rows = (operation.parameters ?? [])
    .map((own) => follow(api, 'parameters', own, []).node)
    .filter(({ name }) => name !== 'Service-Version' && name !== 'Idempotency-Key')
    .map((parameter) => [
      code(parameter.name ?? ''),
      `${parameter.in}${Reflect.get(parameter, 'required') === true ? ', required' : ''}`,
      typeOf(api, parameter.schema ?? {}),
      textOf(parameter, 'description'),
    ]);
  return rows.length === 0 ? '' : `## Parameters\n\n${table(['Name', 'In', 'Type', 'Meaning'], rows)}`;
}

function bodyOf({ api }: Contract, { operation }: Named): string {
  const schema = jsonOf(operation.requestBody?.content)?.schema;
  return schema === undefined ? '' : `## Body\n\n${fieldTable(api, schema)}`;
}

/** The success: its fields and an example. */
function answersOf({ api }: Contract, { operation }: Named): string {
  const successes = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'));
  return paragraphs(
    ...successes.map(([status, response]) => {
      const { content } = follow(api, 'responses', response, []).node satisfies Response;
      const schema = jsonOf(content)?.schema;
      const example = exampleIn(api, content);
      return paragraphs(
        `## Answer ${status}`,
        schema === undefined
          ? `A file: ${Object.keys(content ?? {})
              .map(code)
              .join(' or ')}.`
          : '',
        example === undefined ? '' : codeBlock('json', JSON.stringify(example, null, 2)),
        schema === undefined ? '' : fieldTable(api, schema),
      );
    }),
  );
}

function errorsOf({ id }: Named): string {
  const { codes } = factsOf(id);
  const rows = codes.map((name) => [
    `[${code(name)}](/docs/${errorPath(name)})`,
    String(errorCatalogue[name].status),
    errorCatalogue[name].message,
  ]);
  return `## Errors\n\n${table(['Code', 'Status', 'Meaning'], rows)}`;
}
