import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { documents, folder } from './frozen.ts';
import type { Row } from './rows.ts';
import { fieldsOf, listOf, type Place } from './source.ts';

/**
 * What `redocly diff` calls major. It compares bodies, parameters and answers as we do, and knows none of our keywords; what
 * only it finds is breaking too.
 */
export async function redoclyRows(root: string, date: string): Promise<Row[]> {
  const found = await Promise.all(
    documents.map((name) => majors(root, `${folder}/${date}/${name}`, name)),
  );
  return found.flat();
}

/** @param was, is paths from the root */
async function majors(root: string, was: string, is: string): Promise<Row[]> {
  const report: unknown = JSON.parse(await diff(root, was, is));
  return listOf(fieldsOf(report)['changes']).flatMap((change) => {
    const verdicts = listOf(fieldsOf(change)['verdicts']).filter((each) => fieldsOf(each)['impact'] === 'major');
    const path = String(fieldsOf(change)['path']).replaceAll('~1', '/').replace('#/', '');
    return verdicts.map((verdict): Row => {
      const { message, ruleId, location } = fieldsOf(verdict);
      const reason = `${String(message)} (redocly ${String(ruleId)})`;
      return { verdict: 'breaking', at: placeOf(location), where: path, reason, touches: new Set() };
    });
  });
}

function placeOf(location: unknown): Place {
  const { file, line } = fieldsOf(location);
  return { file: String(file), line: Number(line) };
}

/** Of what nobody else found, one row for each line. */
export function unseen(rows: readonly Row[], others: readonly Row[]): Row[] {
  const known = new Set(
    rows
      .filter(({ verdict }) => verdict === 'breaking')
      .flatMap(({ at, was }) => [at, ...(was === undefined ? [] : [was])])
      .map(({ file, line }) => `${file}:${line}`),
  );
  return others.filter(({ at: { file, line } }) => {
    const key = `${file}:${line}`;
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}

function diff(root: string, was: string, is: string): Promise<string> {
  const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const options = ['--config', '.redocly.yaml', '--format', 'json', '--fail-on', 'none'];
  const env = { PATH: process.env['PATH'], REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  return new Promise((done, fail) => {
    execFile(process.execPath, [redocly, 'diff', was, is, ...options], { cwd: root, env, maxBuffer: 2 ** 26 }, (error, out, said) => {
      if (error !== null) fail(new Error(`redocly diff ${was} ${is}: ${said}`));
      else done(out);
    });
  });
}
