import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

type Command = readonly [program: string, ...args: string[]];

/**
 * Starts a program at a port that another one has.
 *
 * @param about `env`: beside PORT
 * @returns what the program printed until it failed
 * @throws it did not fail
 */
export async function startAtTakenPort(
  [program, ...args]: Command,
  about: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  const other = createServer().listen(0);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      const options = { cwd: about.cwd, env: { ...about.env, PORT: String(port) }, timeout: 60_000 };
      execFile(program, args, options, (error, stdout, stderr) => {
        if (error && !error.killed) resolve(stdout + stderr);
        else reject(new Error(`It did not fail: ${stdout}${stderr}`));
      });
    });
  } finally {
    other.close();
  }
}
