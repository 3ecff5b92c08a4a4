import { operations } from '../../generated/operations.ts';
import { readConfig } from '../app/config.ts';
import { readDemo } from '../app/first-run/first-run.ts';
import { Failure, printJson, say } from './support/print.ts';

type Options = { readonly key?: string; readonly baseUrl?: string; readonly json?: true };

/** `mps sandbox reset`: calls `resetSandbox` with the given test key, or with that of the demo merchant. Decision 0012. */
export async function resetSandboxVerb(options: Options): Promise<void> {
  const demo = readDemo(readConfig().dataDir);
  const key = options.key ?? demo?.secret_key;
  const baseUrl = options.baseUrl ?? demo?.base_url;
  if (key === undefined || baseUrl === undefined) {
    throw new Failure(
      'usage',
      'There is no demo.json in DATA_DIR. Name a key: --key sk_test_… --base-url http://localhost:3000',
    );
  }
  const answer = await post(baseUrl + operations.resetSandbox.path, key);
  if (options.json) printJson(answer);
  say('The sandbox of this key is empty. Apps, keys and webhook settings stayed.');
}

async function post(address: string, key: string): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  }).catch(() => {
    throw new Failure(
      'network',
      `The service does not answer at ${address}. Start it, or say where it is: --base-url`,
    );
  });
  const body: unknown = await response.json();
  if (response.ok) return body;
  const told = typeof body === 'object' && body !== null ? String(Reflect.get(body, 'message')) : '';
  throw new Failure(response.status === 401 ? 'authentication' : 'refused', told);
}
