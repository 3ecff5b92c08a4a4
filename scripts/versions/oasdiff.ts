import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Whether oasdiff, a Go program that is no dependency of ours, calls the change of a document breaking.
 *
 * @param program where it is: `go install github.com/oasdiff/oasdiff@latest` makes it
 */
export function asksOasdiff(program: string, was: string): (is: string) => string {
  return (is) => {
    const folder = mkdtempSync(join(tmpdir(), 'oasdiff-'));
    try {
      const file = join(folder, 'openapi.yaml');
      writeFileSync(file, is);
      const said = execFileSync(program, ['breaking', was, file, '--format', 'json'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const changes: unknown = JSON.parse(said.trim() === '' ? '[]' : said);
      const isBreaking = Array.isArray(changes) && changes.some((change) => Object(change).level === 3);
      return isBreaking ? 'breaking' : 'not breaking';
    } catch (error) {
      return `cannot read it: ${String(error).slice(0, 80)}`;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}
