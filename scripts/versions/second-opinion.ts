import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Contract } from './compare/contract.ts';
import { judged } from './compare/judgement.ts';
import { effectOfPattern } from './compare/keywords.ts';
import type { Row } from './compare/rows.ts';
import { type Fields, fieldsOf, listOf, type Place } from './compare/source.ts';
import { documents, folder, frozenContract, writtenContract } from './frozen.ts';

type Contracts = { readonly was: Contract; readonly is: Contract };

/**
 * What `redocly diff` calls major. It compares bodies, parameters and answers as we do, and knows none of our keywords; what
 * only it finds is breaking too, unless it is something that we know and it does not.
 */
export async function redoclyRows(root: string, date: string): Promise<Row[]> {
  const contracts = { was: frozenContract(root, date), is: writtenContract(root) };
  const found = await Promise.all(documents.map((name) => majors(root, { date, name, contracts })));
  return found.flat();
}

type Compared = {
  readonly date: string;
  readonly name: (typeof documents)[number];
  readonly contracts: Contracts;
};

async function majors(root: string, { date, name, contracts }: Compared): Promise<Row[]> {
  const report: unknown = JSON.parse(await diff(root, `${folder}/${date}/${name}`, name));
  return listOf(fieldsOf(report)['changes']).flatMap((change) => {
    const steps = String(fieldsOf(change)['path']).split('/').slice(1);
    const path = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (isHarmless(fieldsOf(change), path) || isOfPath(fieldsOf(change), contracts)) return [];
    if (isPlanned(path, contracts)) return [];
    const verdicts = listOf(fieldsOf(change)['verdicts'])
      .filter((each) => fieldsOf(each)['impact'] === 'major')
      .filter((each) => !isRewritten(fieldsOf(each)['ruleId'], path, contracts));
    return verdicts.map((verdict): Row => {
      const { message, ruleId, location } = fieldsOf(verdict);
      const reason = `${String(message)} (redocly ${String(ruleId)})`;
      return {
        verdict: 'breaking',
        at: placeOf(location),
        where: path.join(' '),
        reason,
        touches: new Set(ownerOf(path)),
      };
    });
  });
}

/** Redocly does not read patterns: every change of one is major to it. */
function isHarmless({ property, base, revision }: Fields, path: readonly string[]): boolean {
  const [was, is] = [fieldsOf(base)['value'], fieldsOf(revision)['value']];
  if (property !== 'pattern') return false;
  const isOfRequest = path[0] === 'paths' && !path.includes('responses');
  return judged(isOfRequest ? 'request' : 'answer', effectOfPattern(was, is)) === 'addition';
}

/** A parameter of the path is known by its position: to Redocly another name is another parameter. */
function isOfPath({ base, revision }: Fields, { was, is }: Contracts): boolean {
  const [before, now] = [was.follow(fieldsOf(base)['value']), is.follow(fieldsOf(revision)['value'])];
  return [before, now].some((part) => fieldsOf(part)['in'] === 'path' && 'name' in fieldsOf(part));
}

/** Nobody has received an event that was only planned: its data may become anything. */
function isPlanned([section, type = '', ...inside]: readonly string[], { was }: Contracts): boolean {
  const event = fieldsOf(fieldsOf(was.webhooks.root['webhooks'])[type]);
  const { implemented } = fieldsOf(fieldsOf(event['post'])['x-event']);
  return section === 'webhooks' && inside.length > 0 && 'post' in event && implemented !== true;
}

/** Ways to say the same: we join them, and Redocly takes what moved from one into another for lost. */
const ways = ['allOf', 'anyOf', 'oneOf', 'enum', 'const'];

function isRewritten(rule: unknown, path: readonly string[], { was, is }: Contracts): boolean {
  if (rule === 'schema-combinator-changed') return true;
  if (rule !== 'schema-type-changed' && rule !== 'schema-constraint-changed') return false;
  const [before, now] = [nodeAt(was, path), nodeAt(is, path)];
  return ways.some((way) => way in before !== way in now);
}

function nodeAt(contract: Contract, path: readonly string[]): Fields {
  const document = contract[path[0] === 'webhooks' ? 'webhooks' : 'openapi'];
  const end = path.reduce<unknown>((part, step) => {
    const whole = contract.follow(part);
    return Array.isArray(whole) ? whole[Number(step)] : fieldsOf(whole)[step];
  }, document.root);
  return fieldsOf(contract.follow(end));
}

/** The path and method of an operation, or the type of an event: what a change is counted by. */
function ownerOf([section, name, method]: readonly string[]): string[] {
  if (section === 'webhooks' && name !== undefined) return [name];
  return section === 'paths' && name !== undefined ? [`${method ?? ''} ${name}`] : [];
}

function placeOf(location: unknown): Place {
  const { file, line } = fieldsOf(location);
  return { file: String(file), line: Number(line) };
}

/**
 * What only the others found. Both name a change in their own way, so they are compared by operation: one in which we found
 * something breaking needs no second reason.
 */
export function unseen(written: Contract, rows: readonly Row[], others: readonly Row[]): Row[] {
  const breaking = rows.filter(({ verdict }) => verdict === 'breaking');
  const touched = new Set(breaking.flatMap(({ touches }) => [...touches]));
  const paths = fieldsOf(written.openapi.root['paths']);
  const idOf = (owner: string) => {
    const [method = '', path = ''] = owner.split(' ');
    const id = fieldsOf(fieldsOf(paths[path])[method])['operationId'];
    return typeof id === 'string' ? id : owner;
  };
  // By its id, since that is how a change says what it touches.
  const named = others.map((row) => ({ ...row, touches: new Set([...row.touches].map(idOf)) }));
  return named.filter(({ touches }) => {
    const ids = [...touches];
    const isGone = ids.every((id) => id.includes(' '));
    return ids.length === 0 || isGone ? breaking.length === 0 : !ids.some((id) => touched.has(id));
  });
}

function diff(root: string, was: string, is: string): Promise<string> {
  const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const options = ['--config', '.redocly.yaml', '--format', 'json', '--fail-on', 'none'];
  const env = {
    PATH: process.env['PATH'],
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [redocly, 'diff', was, is, ...options],
      { cwd: root, env, maxBuffer: 2 ** 26 },
      (error, out, said) => {
        if (error !== null) fail(new Error(`redocly diff ${was} ${is}: ${said}`));
        else done(out);
      },
    );
  });
}
