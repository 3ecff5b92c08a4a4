import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Nothing that is shown has ended the line of the question. */
const endLine = () => process.stderr.write('\n');

const nowhere = () => new Writable({ write: (_bytes, _encoding, done) => done() });

/**
 * Asks a person at a terminal. Ctrl-C ends the command as an interrupt does elsewhere.
 *
 * @param isSecret what is typed is not shown: on a narrow terminal it has several lines, which cannot be taken back
 * @returns undefined: they ended the input without an answer, with Ctrl-D
 */
export function ask(words: string, isSecret = false): Promise<string | undefined> {
  process.stderr.write(isSecret ? words : '');
  const output = isSecret ? nowhere() : process.stderr;
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  let isEnded = false;
  return new Promise((resolve) => {
    const end = (then: () => void) => {
      if (isEnded) return;
      isEnded = true;
      reader.close();
      then();
    };
    reader.on('SIGINT', () =>
      end(() => {
        endLine();
        process.kill(process.pid, 'SIGINT');
      }),
    );
    reader.on('close', () =>
      end(() => {
        endLine();
        resolve(undefined);
      }),
    );
    // What is shown of an answer ends with a line break.
    reader.question(words, (answer) =>
      end(() => {
        if (isSecret) endLine();
        resolve(answer);
      }),
    );
  });
}
