import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inPieces } from '../../../src/platform/long-text.ts';

const run = promisify(execFile);
const validators = resolve(import.meta.dirname, '../../../generated/validators/body.js');

/** Judges a file of 5 MiB as a process does that has compiled so many expressions that V8 stops optimising them. */
const judged = `
  import { functions } from ${JSON.stringify(validators)};
  const judge = functions.uploadDisputeFileBody;
  const file = (content) => ({ requestBody: { name: 'a.pdf', content } });
  const most = 'A'.repeat(6990508 - 2) + '==';
  console.log(judge(file(most)), judge(file(most.replace('A', '.'))), judge(file(most.slice(1000).replace(/.{9}$/, '.$&'))));`;

describe('a text of megabytes', () => {
  it('is judged also in a process that has compiled many expressions', async () => {
    const options = ['--no-regexp-optimization', '--input-type=module', '-e', judged];
    const { stdout } = await run(process.execPath, options);

    expect(stdout.trim()).toBe('true false false');
  });

  it.each([0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 131_074, 200_000])(
    'of %d characters is judged as by the expression itself',
    (length) => {
      const whole = /^[a-c]+={0,2}$/u;
      const pieces = inPieces(/^[a-c]*$/u, whole);
      const text = 'abc'.repeat(length).slice(0, length);
      for (const each of [text, `${text}=`, `${text}==`, `${text}===`, `${text}d`, `d${text}`, `=${text}`])
        expect([each.length, pieces.test(each)]).toEqual([each.length, whole.test(each)]);
    },
  );
});
