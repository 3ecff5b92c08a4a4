import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Source } from '../../scripts/versions/compare/source.ts';
import { type Judged, judge, readPlants } from '../../scripts/versions/planted.ts';

const root = resolve(import.meta.dirname, '../..');
const plants = readPlants(root);

describe('a change of the contract', () => {
  let judged: Map<string, Judged>;
  beforeAll(() => {
    judged = new Map(judge(root, plants).map((one) => [one.title, one]));
  });

  it.each(plants.map(({ title, verdict }) => [title, verdict]))('%s: %s', (title) => {
    expect(judged.get(title)?.mistakes).toEqual([]);
  });
});

describe('the planted changes', () => {
  it('have a title of their own, and are more than enough', () => {
    expect(new Set(plants.map(({ title }) => title)).size).toBe(plants.length);
    expect(plants.length).toBeGreaterThanOrEqual(40);
  });

  it.each(['breaking', 'addition', 'stale', 'nothing'])('have the verdict %s among them', (verdict) => {
    expect(plants.filter((plant) => plant.verdict === verdict)).not.toEqual([]);
  });
});

describe.each(['openapi.yaml', 'webhooks.yaml'])('the lines of %s', (name) => {
  const text = readFileSync(join(root, name), 'utf8');
  const source = new Source(name, text);

  it('belong to the document that every other reader sees', () => {
    expect(source.root).toEqual(parse(text));
  });

  it('are those of its keys', () => {
    const lines = text.split('\n');
    const strays: string[] = [];
    const visit = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      for (const [key, child] of Object.entries(part)) {
        const line = lines[source.line(part, key) - 1] ?? '';
        // A long key may go on in the next line.
        if (!Array.isArray(part) && !line.includes(key.slice(0, 20))) strays.push(`${key}: ${line}`);
        visit(child);
      }
    };
    visit(source.root);
    expect(strays).toEqual([]);
  });
});
