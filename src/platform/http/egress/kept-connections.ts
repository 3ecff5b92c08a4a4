import * as http from 'node:http';
import * as https from 'node:https';
import { monotonicMs } from '../../clock.ts';
import { Recent } from '../../recent.ts';

/** Servers that keep idle connections do so for five seconds and more: ours is closed first. */
const keptMs = 4000;
/** As many as one worker uses at once, if need be all to one server: many merchants may have theirs on the same. */
const mostKept = 256;
/** How long no connection to a server is kept that left a request without an answer. */
const silentMs = 60 * 60_000;
const mostSilent = 10_000;

/** A server: the address that was judged, and the name that its certificate must have. */
type Place = { readonly url: URL; readonly address: string };

/**
 * Connections that were used and may be used again, for four seconds: 256 in all. Those that nobody uses keep no process alive.
 *
 * Decision 0131.
 */
export class KeptConnections {
  readonly #http = new http.Agent({ keepAlive: true, timeout: keptMs, maxFreeSockets: mostKept });
  readonly #https = new https.Agent({ keepAlive: true, timeout: keptMs, maxFreeSockets: mostKept });
  /** Until when no connection to these servers is kept. */
  readonly #silent = new Recent<number>(mostSilent);

  constructor() {
    for (const agent of [this.#http, this.#https]) {
      const keep = agent.keepSocketAlive.bind(agent);
      // An agent keeps a socket unless this function answers false, which its type does not say.
      agent.keepSocketAlive = (socket) => (this.#isFull() ? false : keep(socket));
    }
  }

  /** False: this server gets a connection for each request. */
  agentFor(place: Place): http.Agent | false {
    if ((this.#silent.get(nameOf(place)) ?? 0) > monotonicMs()) return false;
    return place.url.protocol === 'http:' ? this.#http : this.#https;
  }

  /** A server left a request without an answer. */
  noteSilence(place: Place): void {
    this.#silent.set(nameOf(place), monotonicMs() + silentMs);
  }

  #isFull(): boolean {
    return keptBy(this.#http) + keptBy(this.#https) >= mostKept;
  }
}

function keptBy({ freeSockets }: http.Agent): number {
  return Object.values(freeSockets).reduce((sum, sockets = []) => sum + sockets.length, 0);
}

function nameOf({ url, address }: Place): string {
  return `${url.origin} ${address}`;
}
