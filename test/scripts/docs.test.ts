import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { alone } from '../../scripts/docs/alone.ts';
import { writtenPages } from '../../scripts/docs/content/guides.ts';
import { firstSentence, sourceOf, table } from '../../scripts/docs/content/page.ts';
import { replace } from '../../scripts/docs/make.ts';
import { writeSearch } from '../../scripts/docs/site/search.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docs-build-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const page = (markdown: string) => sourceOf({ path: 'x', title: 'A "title"', description: 'd', markdown });

describe('a build of the documentation', () => {
  it('waits while another process builds', async () => {
    const file = join(folder, 'held');
    const holder = spawn('sleep', ['30']);
    writeFileSync(file, String(holder.pid));
    let ran = false;
    const waiting = alone(file, async () => {
      ran = true;
    });
    await once(holder, 'spawn');
    const before = ran;
    holder.kill();
    await waiting;

    expect([before, ran]).toEqual([false, true]);
    expect(existsSync(file)).toBe(false);
  });

  it('goes on after a process that died, and after a file that names none', async () => {
    for (const left of ['999999999', '', 'x']) {
      const file = join(folder, 'left');
      writeFileSync(file, left);
      let seen = '';
      await alone(file, async () => {
        seen = readFileSync(file, 'utf8');
      });

      expect(seen).toBe(String(process.pid));
    }
  });

  it('lets the next one in when it fails', async () => {
    const file = join(folder, 'failed');
    const failing = alone(file, () => Promise.reject(new Error('no disk')));

    await expect(failing).rejects.toThrow('no disk');
    expect(existsSync(file)).toBe(false);
  });

  it('waits for a process of another user too', async () => {
    const file = join(folder, 'of-another');
    writeFileSync(file, '4242');
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    });
    let seen = '';
    const waiting = alone(file, async () => {
      seen = readFileSync(file, 'utf8');
    });

    await expect.poll(() => kill.mock.calls.length).toBeGreaterThan(1);
    const before = seen;
    rmSync(file);
    await waiting;

    expect(kill).toHaveBeenCalledWith(4242, 0);
    expect([before, seen]).toEqual(['', String(process.pid)]);
  });

  it('fails where the file cannot be written, instead of waiting for ever', async () => {
    const building = alone(join(folder, 'nowhere', 'held'), () => Promise.resolve());

    await expect(building).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the folder of the documentation', () => {
  it('has the site only, also where the build leaves its work beside it', async () => {
    const work = join(folder, `docs-${process.pid}`);
    for (const name of ['cache', 'site']) {
      mkdirSync(join(work, name), { recursive: true });
      writeFileSync(join(work, name, `${name}.html`), '');
    }

    await replace(join(folder, 'docs'), join(work, 'site'));

    expect(readdirSync(join(folder, 'docs'))).toEqual(['site.html']);
  });
});

describe('the index of the search', () => {
  it('is written whole, in place of what the generator left', async () => {
    const site = join(folder, 'site');
    const index = join(site, 'pagefind');
    mkdirSync(join(index, 'fragment'), { recursive: true });
    for (const name of ['pagefind-entry.json', 'fragment/left']) writeFileSync(join(index, name), '');
    for (const name of ['refund', 'payout']) {
      writeFileSync(
        join(site, `${name}.html`),
        `<html lang="en"><body><h1>About a ${name}</h1></body></html>`,
      );
    }

    await writeSearch(site);

    const files = readdirSync(index, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).length === 0)).toEqual(
      [],
    );
    const entry = JSON.parse(readFileSync(join(index, 'pagefind-entry.json'), 'utf8'));
    expect(entry.languages.en.page_count).toBe(2);
    expect(files.filter(({ parentPath }) => parentPath.endsWith('fragment'))).toHaveLength(2);
  });
});

describe('a page', () => {
  it('groups blocks of different languages that follow one another', () => {
    const [one, other] = ['```sh\ncurl\n```', '```js\nfetch()\n```'];

    expect(page(`${one}\n\n${other}`)).toContain(`<div class="code-tabs">\n\n${one}\n\n${other}\n\n</div>`);
    expect(page(`${one}\n\nThen:\n\n${other}`)).not.toContain('code-tabs');
    expect(page(`${one}\n\n${one}`)).not.toContain('code-tabs');
  });

  it('is described by a sentence that ends', () => {
    expect(firstSentence('Opens a [hosted](/x) checkout; the customer\npays')).toBe(
      'Opens a hosted checkout.',
    );
    expect(firstSentence('You pay out in cash: the `code` is')).toBe('You pay out in cash.');
    expect(firstSentence('At 10:30 it ends. Then')).toBe('At 10:30 it ends.');
  });

  it('says its title in quotes, and keeps bars out of the columns of a table', () => {
    expect(page('')).toMatch(/^---\ntitle: "A \\"title\\""/);
    expect(table(['A'], [['x | y\n  z']])).toBe('| A |\n| --- |\n| x \\| y z |');
    expect(table(['A'], [])).toBe('');
  });

  it('of a guide links to pages of the site, and to nothing that only the repository has', () => {
    const pages = writtenPages(root);
    const links = pages.flatMap(({ markdown }) =>
      [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link),
    );

    expect(links.filter((link) => !/^(?:\/docs\/|#|https?:)/.test(link))).toEqual([]);
    expect(links).toContain('/docs/guides/receive-webhooks');
    expect(links).toContain('/docs/testing');
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  });
});
