import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Compose = (rest: string) => Promise<string>;

const ours = ['api-1', 'api-2', 'worker-1', 'worker-2', 'pgbouncer'];

/** What a container may do, in lines: user, capabilities, whether it may gain any, and whether it writes. */
const question = String.raw`id -u; sed -nE 's/^(CapEff|NoNewPrivs):\t//p' /proc/self/status; for at in / /app /usr /var; do touch $at/written 2>/dev/null && echo wrote; done; touch /tmp/written && echo done`;

/** Throws if a container runs as root, may do what a user may not, or can write to its image. */
export async function checkRights(compose: Compose): Promise<string> {
  for (const name of ours) {
    const [user, capabilities, gains, ...written] = (
      await compose(`exec -T ${name} sh -c ${quoted(question)}`)
    )
      .trim()
      .split(/\s+/);
    const found = `user ${user}, capabilities ${capabilities}, no new privileges ${gains}, ${written.join(' ')}`;
    if (user === '0' || Number(capabilities) !== 0 || gains !== '1' || written.join() !== 'done')
      throw new Error(`${name}: ${found}`);
  }
  return `${ours.length} containers without root, capabilities and a file system that they can write to`;
}

type Files = { readonly compose: string; readonly image: string };
type Service = { readonly image: string; readonly healthcheck?: { readonly test: readonly string[] } };

/** Asks each container as its health check does; an engine asks by itself, but Podman only with systemd. */
export async function checkHealth(compose: Compose, files: Files): Promise<string> {
  const { services } = parse(readFileSync(files.compose, 'utf8'), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
  };
  const [, ofImage = '[]'] =
    /^HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(readFileSync(files.image, 'utf8')) ?? [];
  const images = ours.slice(0, 4).map((name) => [name, JSON.parse(ofImage) as string[]] as const);
  const others = Object.entries(services).flatMap(([name, { healthcheck }]) =>
    healthcheck ? [[name, healthcheck.test.slice(1)] as const] : [],
  );
  for (const [name, command] of [...images, ...others])
    await compose(`exec -T ${name} ${command.map(quoted).join(' ')}`);
  return `${images.length + others.length} health checks answered`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
