import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSchemathesis } from '../../scripts/fuzz/schemathesis/find.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-schemathesis-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'requirements.txt'), 'schemathesis==4.32.5 \\\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const image = 'docker.io/schemathesis/schemathesis:4.32.5';

/** Puts a program on the PATH that notes how it is called, and then does this. */
function onPath(name: string, program: string): void {
  const noted = `require('fs').appendFileSync(${JSON.stringify(join(folder, 'calls'))}, ${JSON.stringify(name)} + ' ' + args.join(' ') + '\\n');`;
  const head = `#!${process.execPath}\nconst args = process.argv.slice(2); const fail = (text) => { console.error(text); process.exit(1); };`;
  writeFileSync(join(folder, 'bin', name), `${head}\n${noted}\n${program}\n`, { mode: 0o755 });
}

const calls = (): string =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '';

/** A container of the image that writes what it is asked for. */
const writes = (version: string) =>
  `if (args[0] === 'run') require('fs').writeFileSync(${JSON.stringify(join(folder, 'work', 'probe'))}, '${version}');`;

/** A Python that can make an environment. */
const python = `if (args[1] === 'venv') {
  require('fs').mkdirSync(args[2] + '/bin', { recursive: true });
  require('fs').copyFileSync(process.argv[1], args[2] + '/bin/python');
}`;

const here = () => ({ command: [join(folder, 'environment', 'bin', 'st')], host: undefined });
const environmentsMade = () => calls().match(/-m venv/g)?.length;

function find(about: { readonly platform?: NodeJS.Platform } = {}) {
  return findSchemathesis(
    {
      baseUrl: 'http://localhost:3210',
      workDir: join(folder, 'work'),
      environment: join(folder, 'environment'),
      requirements: join(folder, 'requirements.txt'),
    },
    {
      env: { PATH: join(folder, 'bin') },
      platform: about.platform ?? 'linux',
      signal: new AbortController().signal,
    },
  );
}

describe('Schemathesis in docker', () => {
  it('is taken when a container reaches the service, also where Python is', async () => {
    onPath('docker', writes('4.32.5'));
    onPath('python3', python);

    const tool = await find();

    expect(tool).toMatchObject({ name: `${image} in docker`, host: 'localhost' });
    expect(calls()).not.toMatch(/docker pull|^python3/m);
    expect(Reflect.get(tool, 'command')).toEqual(
      expect.arrayContaining([
        '--network',
        'host',
        `type=bind,source=${join(folder, 'work')},target=/fuzz`,
        image,
      ]),
    );
    expect(existsSync(join(folder, 'work', 'probe'))).toBe(false);
  });

  it('is pulled when the image is not there', async () => {
    onPath('docker', `if (args[0] === 'image') fail('no such image');\n${writes('4.32.5')}`);

    expect(await find()).toMatchObject({ name: `${image} in docker` });
    expect(calls()).toContain(`docker pull --quiet ${image}`);
  });

  it.each(['darwin', 'win32'] as const)(
    'reaches the service of a host with %s by another name',
    async (platform) => {
      onPath('docker', `${writes('4.32.5')}\nif (args.includes('host')) fail('there is no such network');`);

      expect(await find({ platform })).toMatchObject({ host: 'host.docker.internal' });
    },
  );

  it('reaches the service by another name when the engine runs in a virtual machine', async () => {
    onPath(
      'docker',
      `if (args.at(-2) === 'localhost') fail('Error: connection refused');\n${writes('4.32.5')}`,
    );

    const tool = await find();

    expect(tool).toMatchObject({ host: 'host.docker.internal' });
    expect(Reflect.get(tool, 'command')).not.toContain('host');
  });

  it('runs as the user of the image when ours cannot write there', async () => {
    onPath(
      'docker',
      `if (args.includes('--user')) fail('PermissionError: permission denied');\n${writes('4.32.5')}`,
    );

    const tool = await find();

    expect(tool).toMatchObject({ name: `${image} in docker` });
    expect(Reflect.get(tool, 'command')).not.toContain('--user');
  });
});

describe('Schemathesis in Python', () => {
  it.each([
    ['there is no docker', undefined],
    ['the engine does not answer', `if (args[0] === 'info') fail('Cannot connect to the Docker daemon');`],
    ['the image cannot be pulled', `if (args[0] !== 'info') fail('Error: no registry');`],
    ['no container runs', `if (args[0] === 'run') fail('Error: crun: cannot set limits');`],
    ['a container writes nothing', ''],
    ['the image has another version', 'other version'],
  ])('is taken when %s', async (_, docker) => {
    if (docker !== undefined) onPath('docker', docker === 'other version' ? writes('4.0.0') : docker);
    onPath('python3', python);

    expect(await find()).toMatchObject(here());
    expect(calls()).toContain('--require-hashes --only-binary :all:');
  });

  it('keeps its environment until the list of packages changes', async () => {
    onPath('python3', python);
    await find();
    await find();
    expect(environmentsMade()).toBe(1);

    writeFileSync(join(folder, 'requirements.txt'), 'schemathesis==4.33.0 \\\n');
    await find();
    expect(environmentsMade()).toBe(2);
  });

  it('makes one environment for two fuzzers that begin at the same time', async () => {
    onPath('python3', python);

    expect(await Promise.all([find(), find()])).toMatchObject([here(), here()]);
    expect(environmentsMade()).toBe(1);
  });

  it('is taken under the name python too', async () => {
    onPath('python3', 'process.exit(1);');
    onPath('python', python);

    expect(await find()).toMatchObject(here());
  });
});

describe('no Schemathesis', () => {
  it('names why neither works', async () => {
    onPath('docker', `fail('Cannot connect to the Docker daemon');`);
    onPath('python3', `if (args[1] === 'venv') fail('Error: ensurepip is not available');`);

    expect(await find()).toEqual({
      missing: expect.stringMatching(
        /docker: Cannot connect to the Docker daemon; Python: Error: ensurepip is not available\. Install Docker/,
      ),
    });
  });

  it('says so when nothing is installed', async () => {
    expect(await find()).toEqual({
      missing: expect.stringContaining('docker: not installed; Python: not installed'),
    });
  });
});
