import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createCheckout, get } from '../load/calls.ts';
import { type LoadRequest, unique } from '../load/load.ts';
import type { Figure } from '../measure/figures.ts';
import type { Bench, Scenario } from '../measure/scenario.ts';
import { findProgram, freePort, type ServerProcess } from '../testbed/processes.ts';

const least = 5000;
const clients = 12;
const restartsOfEach = 2;
const drainSeconds = '2';

type Ports = { readonly front: number; readonly backs: readonly [number, number] };
type Proxy = {
  readonly name: 'haproxy' | 'nginx';
  readonly words: (file: string) => readonly string[];
  readonly configuration: (ports: Ports, folder: string) => string;
};

/** HAProxy asks /readyz; nginx only learns from refused connections. Neither sends a POST twice. */
const proxies: readonly Proxy[] = [
  {
    name: 'haproxy',
    words: (file) => ['-db', '-f', file],
    configuration: ({ front, backs: [a, b] }) => `
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  retries 3
  option redispatch
frontend front
  bind 127.0.0.1:${front}
  default_backend services
backend services
  option httpchk GET /readyz
  default-server check inter 250ms fall 1 rise 1
  server a 127.0.0.1:${a}
  server b 127.0.0.1:${b}
`,
  },
  {
    name: 'nginx',
    words: (file) => ['-g', 'daemon off; master_process off;', '-c', file],
    configuration: ({ front, backs: [a, b] }, folder) => `
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'nginx.log')};
events {}
http {
  access_log off;
  client_body_temp_path ${join(folder, 'nginx-body')};
  proxy_temp_path ${join(folder, 'nginx-proxy')};
  fastcgi_temp_path ${join(folder, 'nginx-fastcgi')};
  uwsgi_temp_path ${join(folder, 'nginx-uwsgi')};
  scgi_temp_path ${join(folder, 'nginx-scgi')};
  upstream services {
    server 127.0.0.1:${a} fail_timeout=1s;
    server 127.0.0.1:${b} fail_timeout=1s;
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${front};
    location / {
      proxy_pass http://services;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`,
  },
];

export const restarts: Scenario = {
  name: 'restarts',
  about: 'requests lost while two services behind HAProxy and nginx are restarted in turn',
  run: async (bench) => {
    const figures: Figure[] = [];
    for (const proxy of proxies) {
      const program = findProgram(proxy.name, ['/usr/sbin']);
      if (program === undefined) bench.say(`restarts: ${proxy.name} is not installed; skipped`);
      else figures.push(await restarted(bench, proxy, program));
    }
    return figures;
  },
};

async function restarted({ testbed, say }: Bench, proxy: Proxy, program: string): Promise<Figure> {
  const [front, a, b] = [await freePort(), await freePort(), await freePort()];
  const merchant = await testbed.aMerchant();
  const start = (port: number) => testbed.startService({ port, env: { DRAIN_SECONDS: drainSeconds } });
  const services: ServerProcess[] = [await start(a), await start(b)];
  const file = join(testbed.dataDir, `${proxy.name}.conf`);
  writeFileSync(file, proxy.configuration({ front, backs: [a, b] }, testbed.dataDir));
  const log = openSync(join(testbed.dataDir, 'proxy.log'), 'a');
  const running = spawn(program, proxy.words(file), { stdio: ['ignore', log, log] });
  await listening(front);
  const load = send(front, [createCheckout(merchant), get(merchant, '/v1/account/balance')]);
  for (let count = 0; count < restartsOfEach * services.length; count += 1) {
    const at = count % services.length;
    await delay(2000);
    const port = [a, b][at] ?? a;
    await services[at]?.stop();
    services[at] = await start(port);
    say(`restarts: ${count + 1} behind ${proxy.name}, ${load.sent()} requests`);
  }
  await delay(2000);
  while (load.sent() < least) await delay(100);
  const lost = await load.end();
  const ended = once(running, 'exit');
  running.kill('SIGTERM');
  await ended;
  for (const service of services) await service.stop();
  return {
    id: 'turn',
    what: `requests lost behind ${proxy.name}`,
    values: [lost.length],
    goal: { atMost: 0 },
    unit: 'errors',
    about: `${load.sent()} requests, half of them POST, ${restartsOfEach} restarts of each of two services; lost: ${[...new Set(lost)].join(', ') || 'none'}`,
  };
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const is = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (is) return;
    await delay(20);
  }
  throw new Error('the proxy does not listen');
}

/** Sends requests from several clients that keep their connections to the proxy. */
function send(port: number, requests: readonly LoadRequest[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const over = new AbortController();
  const lost: string[] = [];
  let sent = 0;
  const client = async () => {
    while (!over.signal.aborted) {
      sent += 1;
      const wanted = requests[sent % requests.length];
      const answer = wanted && (await sendOne(agent, port, wanted, `r-${sent}`));
      if (answer !== undefined) lost.push(answer);
      await delay(15);
    }
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  return {
    sent: () => sent,
    end: async () => {
      over.abort();
      await all;
      agent.destroy();
      return lost;
    },
  };
}

/** What went wrong; undefined: it was answered well. */
function sendOne(
  agent: Agent,
  port: number,
  { method, path, headers, body }: LoadRequest,
  reference: string,
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const asking = request({ agent, port, host: '127.0.0.1', method, path, headers }, (answer) => {
    answer.resume();
    const { statusCode = 0 } = answer;
    answer.once('close', () => resolve(statusCode < 300 ? undefined : `${method} ${statusCode}`));
  });
  asking.once('error', (error) => resolve(`${method} ${error.message}`));
  asking.end(body?.replace(unique, reference));
  return promise;
}
