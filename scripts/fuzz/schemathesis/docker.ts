import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool, Wanted } from './find.ts';
import { run, type Shell } from './programs.ts';

/** With the registry: not every engine looks for a bare name on Docker Hub. */
const image = 'docker.io/schemathesis/schemathesis';

/** The host name under which a container reaches the service, and the flags for it. */
type Way = { readonly host: string; readonly flags: readonly string[] };

const ourNetwork: Way = { host: 'localhost', flags: ['--network', 'host'] };
/** The engine runs in a virtual machine, as on macOS and Windows: its `localhost` is another one. */
const anotherHost: Way = { host: 'host.docker.internal', flags: [] };

/** Written by the container into the mounted folder. */
const probe = 'probe';
const probing = `import importlib.metadata, pathlib, socket, sys
socket.create_connection((sys.argv[1], int(sys.argv[2])), 5).close()
pathlib.Path("${probe}").write_text(importlib.metadata.version("schemathesis"))`;

const answersWithinMs = 20_000;
const startsWithinMs = 60_000;

/** Returns the tool, or the reason why there is none. Any program named `docker` will do that understands its command line. */
export async function inDocker(shell: Shell, wanted: Wanted): Promise<Tool | string> {
  const engine = await run(shell, ['docker', 'info'], answersWithinMs);
  if (engine.problem !== undefined) return `docker: ${engine.problem}`;
  const named = `${image}:${wanted.version}`;
  const here = await run(shell, ['docker', 'image', 'inspect', named], answersWithinMs);
  const pulled = here.problem === undefined ? here : await run(shell, ['docker', 'pull', '--quiet', named]);
  if (pulled.problem !== undefined) return `docker: ${pulled.problem}`;
  const problems = new Set<string>();
  for (const { host, flags } of waysFrom(shell)) {
    const command = ['docker', 'run', '--rm', ...flags, ...mounted(wanted.workDir)];
    const problem = await tried(shell, wanted, { command, host, named });
    if (problem === undefined) return { name: `${named} in docker`, command: [...command, named], host };
    problems.add(problem);
  }
  return `docker: ${[...problems].join('; ')}`;
}

/** Reports must be ours. An engine that runs without root maps its root to us, and another user of its to somebody else. */
function waysFrom({ platform }: Shell): readonly Way[] {
  const networks = platform === 'linux' ? [ourNetwork, anotherHost] : [anotherHost];
  const { getuid, getgid } = process;
  const users = getuid && getgid ? [['--user', `${getuid()}:${getgid()}`], []] : [[]];
  return networks.flatMap(({ host, flags }) => users.map((user) => ({ host, flags: [...flags, ...user] })));
}

/** SELinux would refuse the mounted folder, unless it were labelled anew for the container. */
function mounted(workDir: string): readonly string[] {
  const folder = ['--mount', `type=bind,source=${workDir},target=/fuzz`, '--workdir', '/fuzz'];
  return [...folder, '--security-opt', 'label=disable'];
}

/** Tries whether a container of the image runs, reaches the service, and writes files that are ours. Returns what is wrong. */
async function tried(
  shell: Shell,
  { workDir, baseUrl, version }: Wanted,
  {
    command,
    host,
    named,
  }: { readonly command: readonly string[]; readonly host: string; readonly named: string },
): Promise<string | undefined> {
  const file = join(workDir, probe);
  rmSync(file, { force: true });
  const args = ['--entrypoint', 'python', named, '-c', probing, host, portOf(baseUrl)];
  const { problem } = await run(shell, [...command, ...args], startsWithinMs);
  if (problem !== undefined) return problem;
  const owner = statSync(file, { throwIfNoEntry: false })?.uid;
  if (owner === undefined) return `a container does not write into ${workDir}`;
  if (process.getuid && owner !== process.getuid()) return `a container writes files of user ${owner}`;
  const found = readFileSync(file, 'utf8');
  rmSync(file);
  return found === version ? undefined : `${named} has schemathesis ${found}`;
}

function portOf(baseUrl: string): string {
  const { port, protocol } = new URL(baseUrl);
  return port === '' ? ({ 'http:': '80', 'https:': '443' }[protocol] ?? '') : port;
}
